#!/bin/sh
# An adapter over `docker exec`, one container a session: sandfault run --target exec:./docker.sh case.yaml
# Needs sh, sed, base64, mktemp and docker here; bash, coreutils and, for Python, python3 in the image. IMAGE and
# RUN_FLAGS (for docker run) say what the sandbox is; of the profile it obeys nothing. Not exact: exit codes 125 to
# 127 of docker itself look as the command's; what left a command's process group outlives its time limit; newlines
# at the end of paths and variables are lost. Tested with a docker that runs on the host, not with a daemon.
set -u
tmp=$(mktemp -d)
trap 'docker ps -aq --filter "label=sandfault=$$" | xargs -r docker rm -f >/dev/null; rm -rf "$tmp"' EXIT
field() { sed -n 's/^{\(.*,\)\{0,1\}"'"$1"'":"\{0,1\}\([^",}]*\).*/\2/p' "$tmp/line"; } # a short value, or base64
list() { sed -n 's/.*"'"$1"'":\[\([^]]*\)\].*/\1/p' "$tmp/line" | tr -d '"' | tr , '\n'; }
bytes() { field "$1" | base64 -d; }
b64() { printf '"%s":"%s"' "$1" "$(base64 <"$2" | tr -d '\n')"; }
say() { printf '{"id":%s%s}\n' "$(field id)" "${1:+,$1}"; }
box() { echo "sandfault-$$-$(field session)"; }
create() {
	docker run -d --init --label "sandfault=$$" --name "$(box)" -w /workspace ${RUN_FLAGS:-} \
		"${IMAGE:-debian:bookworm}" sleep infinity >/dev/null && say '' || say '"aborted":"docker run failed"'
}
run() { # FIELD INTERPRETER...
	text=$(bytes "$1" && printf x) && shift # the x keeps newlines at the end
	set -- "$@" "${text%x}"
	for name in $(list unset_base64); do set -- -u "$(echo "$name" | base64 -d)" "$@"; done
	set -- env "$@"
	ms=$(field timeout_ms) && timed=
	[ -z "$ms" ] || set -- timeout -k 1 "$((ms / 1000)).$(printf %03d $((ms % 1000)))" "$@"
	set -- "$(box)" bash -c 'cd -- "${0:-.}" && exec "$@"' "$(bytes cwd_base64)" "$@"
	for var in $(list env_base64); do set -- -e "$(echo "$var" | base64 -d)" "$@"; done
	bytes stdin_base64 | docker exec -i "$@" >"$tmp/out" 2>"$tmp/err"; code=$?
	[ -z "$ms" ] || [ $code != 124 ] || timed='"timed_out":true,'
	say "$timed\"exit\":$code,$(b64 stdout_base64 "$tmp/out"),$(b64 stderr_base64 "$tmp/err")"
}
file() { # SCRIPT ANSWER, the script over path and mode
	bytes content_base64 | docker exec -i "$(box)" bash -c "$1" bash "$(bytes path_base64)" "$(field mode)" \
		>"$tmp/out" 2>"$tmp/err" && { say "$($2)"; return; }
	for e in ENOENT:No.such.file EACCES:Permission EISDIR:Is.a.dir ENOTDIR:Not.a.dir ENOTEMPTY:not.empty \
		EROFS:Read-only ENOSPC:No.space ENAMETOOLONG:name.too EPERM:not.permitted EIO:; do
		grep -q "${e#*:}" "$tmp/err" && { say "\"error\":\"${e%%:*}\""; return; }
	done
}
names() { printf '"entries_base64":[%s]' "$(sed 's/.*/"&"/' "$tmp/out" | tr '\n' , | sed 's/,$//')"; }
content() { b64 content_base64 "$tmp/out"; }
while IFS= read -r line; do
	printf '%s\n' "$line" >"$tmp/line"
	case $(field op):$(field language) in
	hello:) say '"protocol":1,"name":"docker"' ;;
	start:) create ;;
	restart:) docker rm -f "$(box)" >/dev/null && create ;;
	stop:) docker rm -f "$(box)" >/dev/null && say '' ;;
	run:) run cmd_base64 bash -c ;;
	run_code:python) run code_base64 python3 -c ;;
	run_code:bash) run code_base64 bash -c ;;
	write:) file 'mkdir -p -- "$(dirname -- "$1")" && cat >"$1" && { [ -z "$2" ] || chmod "$2" "$1"; }' : ;;
	read:) file 'cat -- "$1"' content ;;
	list:) file 'cd -- "$1" && shopt -s dotglob nullglob && for f in *; do printf %s "$f" | base64 -w0; echo; done' names ;;
	remove:) file 'if [ -d "$1" ] && [ ! -L "$1" ]; then rmdir -- "$1"; else rm -- "$1"; fi' : ;;
	*) say "\"unsupported\":\"$(field op) $(field language)\"" ;;
	esac
done
