GO       ?= go
FUZZTIME ?= 20s
TAGS     ?=
PROFILE  ?= agentcore-code-interpreter
COUNT    ?= 1000
SEED     ?= 1
ROUNDS   ?= 7
LINT     := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: help build guests fuzz fidelity test bench race lint fmt vet check decoders

help: ## show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/sandfault (TAGS=embedguests puts the guests in it)
	$(if $(findstring embedguests,$(TAGS)),$(GO) run ./runtime/guest/store/mkguests -embed)
	$(GO) build -trimpath -ldflags '$(if $(findstring embedguests,$(TAGS)),-s -w)' -tags '$(TAGS)' -o bin/sandfault ./cmd/sandfault

guests: ## build and check the guest programs; install python3 where npm can be had (RECORD=1 after a change of sources)
	$(GO) run ./runtime/guest/store/mkguests $(if $(RECORD),-record)
	@$(MAKE) --no-print-directory build
	@if command -v npm >/dev/null; then bin/sandfault guest install python3; \
	else echo 'npm is not installed: Python steps will be unsupported (sandfault guest install python3)'; fi

fuzz: guests ## the main job: sweep COUNT generated workflows under PROFILE, store and show what breaks
	bin/sandfault fuzz --profile $(PROFILE) --count $(COUNT) --seed $(SEED)

fidelity: guests ## compare the emulator with this host's Linux: COUNT generated workflows and the corpus
	bin/sandfault fidelity --count $(COUNT) --seed $(SEED) --out docs/FIDELITY.md --json fidelity.json --differences differences.jsonl

test: guests ## run all tests
	$(GO) test ./...

bench: guests ## measure beside native programs; the figures go to bench.json (docs/PERFORMANCE.md)
	BENCH_JSON=$(CURDIR)/bench.json $(GO) test -run '^$$' -bench . -benchtime $(ROUNDS)x ./fuzz/target/bench

# The race detector does not look at wazero's compiler and decoder, which work on what is theirs alone and would
# take most of the time: it looks at the rest of the engine, where what they made is shared, and at all that is ours.
# A package that has instances of generic code of sync or sync/atomic in its object (go tool nm), as wazero's interpreter
# has, must not be added: the linker may take them for all packages, and the detector no longer sees what orders them.
# One package at a time, and GOMEMLIMIT, keep it below 4 GB. Tests of much volume play less of it: internal/race.
WAZERO := github.com/tetratelabs/wazero/internal
ALONE  := engine/wazevo/ssa engine/wazevo/frontend engine/wazevo/backend/... wasm/binary leb128

race: guests ## run all tests under the race detector
	GOMEMLIMIT=1GiB $(GO) test -race -p 1 -timeout 60m $(ALONE:%=-gcflags=$(WAZERO)/%=-race=0) ./...

vet: ## go vet, for the host and for the guests' platform
	$(GO) vet ./...
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./runtime/abi ./runtime/guest/src/...

lint: vet ## vet, and golangci-lint where it can be had
	@if $(GO) run $(LINT) version >/dev/null 2>&1; then $(GO) run $(LINT) run ./...; \
	else echo 'golangci-lint cannot be had here: vet only'; fi

fmt: ## format the sources
	gofmt -w $$(git ls-files '*.go')

decoders: ## fuzz every decoder of foreign bytes for FUZZTIME
	@$(GO) list -f '{{.Dir}}' ./... | while read -r dir; do \
		grep -ho 'func Fuzz[A-Za-z0-9_]*' "$$dir"/*_test.go 2>/dev/null | cut -d ' ' -f 2 | while read -r name; do \
			echo "$$dir $$name"; (cd "$$dir" && $(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) .) || exit 1; \
		done || exit 1; \
	done

check: lint guests test race ## what must pass before a change is merged
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo 'not formatted:'; gofmt -l $$(git ls-files '*.go'); exit 1; }
	@GOFLAGS=-mod=mod $(GO) mod tidy -diff
	@git diff --exit-code
	@test -z "$$(git status --porcelain)" || { git status --short; echo 'the tree is not clean'; exit 1; }
