// What a program of wasi-libc finds that is given no directories: "/" and the working directory, which that
// libc cannot tell apart by a path. It is started in /workspace, where there is "etc" but no "tmp".
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wasi/api.h>

static int failed;

static void is(int line, const char *what, long got, long want) {
	if (got != want) {
		printf("line %d: %s: %ld, not %ld\n", line, what, got, want);
		failed = 1;
	}
}
#define IS(what, want) is(__LINE__, #what, (long)(what), (long)(want))

static int put(const char *path, const char *text) {
	FILE *f = fopen(path, "w");
	return f ? fputs(text, f) < 0 || fclose(f) : errno;
}

static const char *get(const char *path) {
	static char text[64];
	FILE *f = fopen(path, "r");
	memset(text, 0, sizeof text);
	if (!f || (fread(text, 1, 63, f), fclose(f)))
		return "none";
	return text;
}

int main(int argc, char **argv) {
	IS(strcmp(getenv("PWD"), "/workspace"), 0);
	IS(put("f", "relative"), 0);
	IS(put("./sub", "dot"), 0);
	IS(put("/tmp/f", "absolute"), 0);
	IS(strcmp(get("f"), "relative"), 0);
	IS(strcmp(get("/workspace/f"), "relative"), 0);
	IS(strcmp(get("/workspace/../workspace/./f"), "relative"), 0);
	IS(strcmp(get("/tmp/f"), "absolute"), 0);
	IS(mkdir("tmp", 0755), 0); // what is made is made here
	IS(put("tmp/f", "mine"), 0);
	IS(strcmp(get("tmp/f"), "mine"), 0);
	IS(strcmp(get("/tmp/f"), "mine"), 0); // from now on it is taken for this
	IS(unlink("tmp/f") | rmdir("tmp"), 0);
	IS(rename("f", "/tmp/g") == -1 && errno == EXDEV, 1);
	IS(link("f", "/workspace/g"), 0);
	IS(symlink("f", "/workspace/l"), 0);
	IS(strcmp(get("l"), "relative"), 0);
	IS(access("/dev/null", R_OK), 0);
	IS(access("none/x", R_OK) == -1 && errno == ENOENT, 1);
	IS(fopen("../x", "r") == NULL, 1);
	DIR *d = opendir(".");
	int entries = 0;
	while (d && readdir(d))
		entries++;
	IS(entries >= 7, 1);
	IS(closedir(d), 0);

	__wasi_fd_t fd;
	__wasi_prestat_t pre;
	IS(__wasi_fd_prestat_get(3, &pre) | __wasi_fd_prestat_get(4, &pre), 0);
	IS(__wasi_fd_prestat_get(5, &pre), __WASI_ERRNO_BADF);
	IS(__wasi_path_open(3, 0, "workspace/f", 0, __WASI_RIGHTS_FD_READ, 0, 0, &fd), 0);
	IS(fd, 5);
	IS(__wasi_fd_renumber(fd, 0x7fffffff), __WASI_ERRNO_BADF);
	IS(isatty(0), 0); // /dev/null is none
	IS(lseek(0, 0, SEEK_CUR), 0);
	return failed;
}
