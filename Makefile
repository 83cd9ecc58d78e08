GO       ?= go
FUZZTIME ?= 20s
TAGS     ?=

.PHONY: help build guests fuzz test race lint fmt check

help: ## show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/sandfault (TAGS=embedguests puts the guests in it)
	$(if $(findstring embedguests,$(TAGS)),$(GO) run ./runtime/guest/store/mkguests -embed)
	$(GO) build -trimpath -tags '$(TAGS)' -o bin/sandfault ./cmd/sandfault

guests: ## build the guest programs into the user's cache and check them (RECORD=1 after a change of their sources)
	$(GO) run ./runtime/guest/store/mkguests $(if $(RECORD),-record)

fuzz: ## fuzz every decoder of foreign bytes for FUZZTIME
	@$(GO) list -f '{{.Dir}}' ./... | while read -r dir; do \
		grep -ho 'func Fuzz[A-Za-z0-9_]*' "$$dir"/*_test.go 2>/dev/null | cut -d ' ' -f 2 | while read -r name; do \
			echo "$$dir $$name"; (cd "$$dir" && $(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) .) || exit 1; \
		done || exit 1; \
	done

test: ## run the tests
	$(GO) test ./...

race: ## run the tests under the race detector
	$(GO) test -race ./...

lint: ## vet, and golangci-lint where it is installed
	$(GO) vet ./...
	@if command -v golangci-lint >/dev/null; then golangci-lint run ./...; else echo 'golangci-lint is not installed: vet only'; fi

fmt: ## format the sources
	gofmt -w $$(git ls-files '*.go')

check: lint test guests ## what must pass before a change is merged
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo 'not formatted:'; gofmt -l $$(git ls-files '*.go'); exit 1; }
	@GOFLAGS=-mod=mod $(GO) mod tidy -diff
	@git diff --exit-code -- runtime/guest/SHA256SUMS
