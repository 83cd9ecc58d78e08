package domain

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// files is file-system input and output.
func files() []Fragment {
	return []Fragment{
		writeAppendRead, renameAtomically, copyTree, symlinks, hardLinks, permissionBits, findAndDelete, sparseFile,
		deepPath, manyFiles, unicodeNames, outsideCwd, systemPaths, climbing, overwriteInPlace, truncateFile,
		shutilMove, globbing, fileTests, removeTree, diskSpace, moveAcross, readOnlySystem, specialNames,
		seekAndPatch, tempThenReplace,
	}
}

func writeAppendRead(b *Builder) {
	file, n := b.Name(".log"), b.Between(2, 6)
	b.Write(file, "first\n")
	b.RunOK(sprintf("for i in $(seq %d); do echo line $i >> %s; done", n, file))
	want := "first\n"
	for i := range n {
		want += fmt.Sprintf("line %d\n", i+1)
	}
	b.Read(file, want)
}

func renameAtomically(b *Builder) {
	file, text := b.Name(".json"), sprintf(`{"v": %d}`, b.Between(0, 99))
	b.Python(sprintf(`import os, tempfile
fd, p = tempfile.mkstemp(dir='.')
os.write(fd, b'%s')
os.fsync(fd)
os.close(fd)
os.rename(p, '%s')
print(os.listdir('.').count('%s'))`, text, file, file), "1\n")
	b.Read(file, text)
}

func copyTree(b *Builder) {
	dir, n := b.Name(""), b.Between(2, 5)
	b.RunOK(sprintf("mkdir -p %s/src/sub && for i in $(seq %d); do echo $i > %s/src/f$i; done && echo s > %s/src/sub/s",
		dir, n, dir, dir))
	b.Run(sprintf("cp -r %s/src %s/dst && find %s/dst -type f | wc -l && diff -r %s/src %s/dst && echo equal", dir, dir,
		dir, dir, dir), sprintf("%d\nequal\n", n+1))
}

func symlinks(b *Builder) {
	target, link, text := b.Name(".txt"), b.Name(".lnk"), b.Word()
	b.Write(target, text)
	b.Run(sprintf("ln -s %s %s && readlink %s && cat %s", target, link, link, link), target+"\n"+text)
	switch b.Between(0, 2) {
	case 0:
		b.Read(link, text)
	case 1:
		b.Run(sprintf("rm %s; test -L %s && ! test -e %s && echo dangling", target, link, link), "dangling\n")
	default:
		b.Python(sprintf("import os\nprint(os.path.islink('%s'), os.path.realpath('%s').endswith('%s'))", link, link, target),
			"True True\n")
	}
}

func hardLinks(b *Builder) {
	file, link := b.Name(".dat"), b.Name(".ln")
	b.Run(sprintf("echo a > %s && ln %s %s && stat -c %%h %s && echo b >> %s && cat %s", file, file, link, file, link, file),
		"2\na\nb\n")
	b.Run(sprintf("rm %s && stat -c %%h %s", file, link), "1\n")
}

func permissionBits(b *Builder) {
	file, mode := b.Name(".sh"), b.Pick("755", "700", "750", "711")
	b.Write(file, "#!/bin/sh\necho ran \"$1\"\n")
	b.Run(sprintf("chmod %s %s && ./%s ok && stat -c %%a %s", mode, file, file, file), sprintf("ran ok\n%s\n", mode))
	if b.Chance(1, 2) {
		b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("chmod -x %s; ./%s", file, file)},
			workflow.Expect{Exit: []int{126}, StderrContains: []string{"Permission denied"}})
	}
}

func findAndDelete(b *Builder) {
	dir, keep, drop := b.Name(""), b.Between(1, 4), b.Between(1, 4)
	b.RunOK(sprintf("mkdir %s; for i in $(seq %d); do touch %s/k$i.txt; done; for i in $(seq %d); do touch %s/d$i.bak; done",
		dir, keep, dir, drop, dir))
	b.Run(sprintf("find %s -name '*.bak' -type f -delete; ls %s | wc -l", dir, dir), fmt.Sprintf("%d\n", keep))
}

func sparseFile(b *Builder) {
	file, mb := b.Name(".img"), b.Between(1, 8)
	b.Run(sprintf("truncate -s %dM %s && stat -c %%s %s && head -c 4 %s | od -An -tx1", mb, file, file, file),
		sprintf("%d\n 00 00 00 00\n", mb<<20))
	b.Run("rm "+file, "")
}

func deepPath(b *Builder) {
	depth := b.Between(5, 25)
	p := b.Name("") + strings.Repeat("/d", depth)
	b.Write(p+"/leaf.txt", "deep")
	b.Run(sprintf("cat %s/leaf.txt; echo; find %s -type d | wc -l", p, strings.SplitN(p, "/", 2)[0]),
		sprintf("deep\n%d\n", depth+1))
}

func manyFiles(b *Builder) {
	dir, n := b.Name(""), b.Between(50, 200)
	b.Python(sprintf(`import os
os.mkdir('%s')
for i in range(%d):
    with open(f'%s/{i:04d}.txt', 'w') as f:
        f.write(str(i))
print(sum(int(open(os.path.join('%s', n)).read()) for n in os.listdir('%s')))`, dir, n, dir, dir, dir),
		sprintf("%d\n", n*(n-1)/2))
	b.Run(sprintf("ls %s | wc -l; rm -r %s", dir, dir), fmt.Sprintf("%d\n", n))
}

func unicodeNames(b *Builder) {
	name, text := b.UnicodeName(".txt"), b.Word()
	b.Write(name, text)
	switch b.Between(0, 2) {
	case 0:
		b.Run(sprintf("cat './%s'", name), text)
	case 1:
		b.Python(sprintf("import os\nprint('%s' in os.listdir('.'))", name), "True\n")
	default:
		b.Run(sprintf("mv './%s' plain.out && cat plain.out && rm plain.out", name), text)
		return
	}
	b.Read(name, text)
}

func outsideCwd(b *Builder) {
	file, text := b.Name(".txt"), b.Word()
	dir := b.Pick("/tmp", "/var/tmp", "/dev/shm")
	b.RunOK(sprintf("echo %s > %s/%s", text, dir, file))
	b.Read(dir+"/"+file, text+"\n")
}

func systemPaths(b *Builder) {
	dir := b.Pick("/usr/local/bin", "/opt", "/etc", "/usr/lib", "/srv", "/var/lib")
	what := b.Word()
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("mkdir %s/%s", dir, what)}, workflow.Expect{
		Exit: []int{1}, StderrContains: []string{"Permission denied"},
	})
}

func climbing(b *Builder) {
	dir, text := b.Name(""), b.Word()
	b.Run(sprintf("mkdir -p %s/in && echo %s > %s/top.txt", dir, text, dir), "")
	b.Read(dir+"/in/../top.txt", text+"\n")
}

func overwriteInPlace(b *Builder) {
	file := b.Name(".cfg")
	b.Write(file, "old contents that are longer\n")
	b.RunOK(sprintf("chmod 600 %s; stat -c %%i %s > %s.ino", file, file, file))
	b.Write(file, "new\n")
	b.Run(sprintf(`stat -c %%a %s; [ "$(stat -c %%i %s)" = "$(cat %s.ino)" ] && echo same; wc -c < %s; rm %s.ino`, file, file, file,
		file, file), "600\nsame\n4\n")
}

func truncateFile(b *Builder) {
	file, n := b.Name(".bin"), b.Between(10, 900)
	b.Upload(file, b.Bytes(1000))
	b.Python(sprintf("import os\nos.truncate('%s', %d)\nprint(os.path.getsize('%s'))", file, n, file), sprintf("%d\n", n))
}

func shutilMove(b *Builder) {
	file, dir := b.Name(".txt"), b.Name("")
	b.Write(file, "move me")
	b.Python(sprintf(`import os, shutil
os.makedirs('%s/sub')
print(os.path.basename(shutil.move('%s', '%s/sub/')))
print(os.path.exists('%s'))`, dir, file, dir, file), file+"\nFalse\n")
}

func globbing(b *Builder) {
	dir, n := b.Name(""), b.Between(2, 6)
	b.RunOK(sprintf("mkdir %s && cd %s && for i in $(seq %d); do touch a$i.csv b$i.json; done", dir, dir, n))
	if b.Chance(1, 2) {
		b.Run(sprintf("cd %s && set -- *.csv && echo $#", dir), fmt.Sprintf("%d\n", n))
		return
	}
	b.Python(sprintf("import glob\nprint(len(glob.glob('%s/*.json')), len(glob.glob('**/a1.csv', root_dir='%s', "+
		"recursive=True)))", dir, dir), sprintf("%d 1\n", n))
}

func fileTests(b *Builder) {
	file := b.Name(".t")
	b.Run(sprintf(`: > %s; for t in -e -f -d -s -r -x; do test $t %s && echo "yes $t" || echo "no $t"; done`, file, file),
		"yes -e\nyes -f\nno -d\nno -s\nyes -r\nno -x\n")
}

func removeTree(b *Builder) {
	dir := b.Name("")
	b.RunOK(sprintf("mkdir -p %s/{a,b,c}/x && touch %s/a/x/f", dir, dir))
	if b.Chance(1, 2) {
		b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("rmdir %s", dir)},
			workflow.Expect{Exit: []int{1}, StderrContains: []string{"Directory not empty"}})
	}
	b.Python(sprintf("import os, shutil\nshutil.rmtree('%s')\nprint(os.path.isdir('%s'))", dir, dir), "False\n")
}

func diskSpace(b *Builder) {
	if b.Chance(1, 2) {
		b.RunOK("df -P . | awk 'NR==2 && $2 > 0 && $4 > 0 {ok=1} END {exit !ok}'")
		return
	}
	b.Python("import shutil\nu = shutil.disk_usage('.')\nprint(u.total >= u.used, u.free > 1 << 20)", "True True\n")
}

func moveAcross(b *Builder) {
	file, text := b.Name(".part"), b.Word()
	if b.Chance(1, 2) {
		b.Run(sprintf("printf %s > /tmp/%s && mv /tmp/%s . && cat %s", text, file, file, file), text)
		return
	}
	b.Python(sprintf(`import os
with open('/tmp/%s', 'w') as f:
    f.write('%s')
os.rename('/tmp/%s', '%s')
print(open('%s').read())`, file, text, file, file, file), text+"\n")
}

func readOnlySystem(b *Builder) {
	path := b.Pick("/etc/hosts", "/etc/passwd", "/usr/bin/env")
	b.Python(sprintf(`import errno
try:
    open('%s', 'a')
except OSError as e:
    print(type(e).__name__, errno.errorcode[e.errno])`, path), "PermissionError EACCES\n")
}

func specialNames(b *Builder) {
	name := b.Pick("-dash", "with space", "a'quote", "tab\there", "semi;colon")
	dir := b.Name("")
	b.Python(sprintf("import os\nos.mkdir('%s')\nopen(os.path.join('%s', %q), 'w').write('x')\nprint(os.listdir('%s') == [%q])",
		dir, dir, name, dir, name), "True\n")
	b.List(dir, name)
}

func seekAndPatch(b *Builder) {
	file, at := b.Name(".bin"), b.Between(0, 200)
	data := b.Bytes(256)
	b.Upload(file, data)
	b.Python(sprintf("with open('%s', 'r+b') as f:\n    f.seek(%d)\n    f.write(b'PATCH')", file, at), "")
	patched := append([]byte{}, data...)
	copy(patched[at:], "PATCH")
	b.Download(file, patched)
}

func tempThenReplace(b *Builder) {
	file := b.Name(".conf")
	b.Write(file, "a=1\nb=2\nc=3\n")
	b.Run(sprintf("sed -i 's/^b=.*/b=%d/' %s && cat %s", 20, file, file), "a=1\nb=20\nc=3\n")
	b.Run(sprintf("grep -v '^c' %s > %s.new && mv %s.new %s && wc -l < %s", file, file, file, file, file), "2\n")
}
