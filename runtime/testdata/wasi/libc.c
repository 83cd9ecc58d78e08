// What a libc makes of it: files and directories by paths below the name of the directory that was given,
// arguments and variables as they were.
#include "check.h"

extern char **environ;

static const char *name;

static const char *below(const char *path) {
	static char text[2][256];
	static int i;
	i ^= 1;
	snprintf(text[i], sizeof text[i], "%s/%s", name, path);
	return text[i];
}

static void run(int argc, char **argv) {
	name = argv[1];
	IS(argc, 4);
	IS(strcmp(argv[2], "") || strcmp(argv[3], "a b\n\"c\""), 0);
	int vars = 0;
	for (char **v = environ; v && *v; v++)
		vars++;
	IS(vars, 2);
	IS(getenv("A") == NULL || strcmp(getenv("A"), "x=y") != 0, 0);
	IS(getenv("EMPTY") == NULL || *getenv("EMPTY") != 0, 0);

	char text[10] = "";
	FILE *f = fopen(below("f"), "w");
	IS(f != NULL, 1);
	IS(fputs("text", f) >= 0 && fclose(f) == 0, 1);
	IS((f = fopen(below("f"), "a")) != NULL && fputs("!", f) >= 0 && fclose(f) == 0, 1);
	IS((f = fopen(below("f"), "r")) != NULL && fread(text, 1, 9, f) == 5 && fclose(f) == 0, 1);
	IS(strcmp(text, "text!"), 0);
	IS(access(below("f"), R_OK), 0);
	struct stat st;
	IS(stat(below("f"), &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 5, 1);
	IS(mkdir(below("d"), 0755), 0);
	IS(mkdir(below("d"), 0755) == -1 && errno == EEXIST, 1);
	IS(rename(below("f"), below("d/g")), 0);
	IS(symlink("g", below("d/l")), 0);
	IS(lstat(below("d/l"), &st) == 0 && S_ISLNK(st.st_mode), 1);
	IS(stat(below("d/l"), &st) == 0 && S_ISREG(st.st_mode), 1);
	IS(link(below("d/g"), below("d/h")), 0);
	IS(truncate(below("d/h"), 2) == 0 && stat(below("d/g"), &st) == 0 && st.st_size == 2, 1);
	DIR *d = opendir(below("d"));
	int entries = 0;
	while (d && readdir(d))
		entries++;
	IS(entries, 5);
	IS(closedir(d), 0);
	IS(rmdir(below("d")) == -1 && errno == ENOTEMPTY, 1);
	IS(unlink(below("d/g")) | unlink(below("d/h")) | unlink(below("d/l")) | rmdir(below("d")), 0);
	IS(fopen(below("f"), "r") == NULL && errno == ENOENT, 1);
	IS(open("/etc/passwd", O_RDONLY) == -1, 1); // no directory was given that it is below
	exit(failed ? 1 : 7);
}
