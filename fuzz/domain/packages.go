package domain

import (
	"fmt"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// packages is Python packages, builds, and where programs and modules are found.
func packages() []Fragment {
	return []Fragment{
		pipInstall, pipInstallThenImport, pipVersion, importMissing, localModule, localPackage, userSite,
		runModule, zipImport, systemSite, makeLikeBuild, shebangTool, binOnPath, stdlibTour, requirements, wheelByHand,
		reloadModule, dataFiles, compileAll, sourceArchive, dependencyCheck, scriptEntry, pythonDashI, pipList,
	}
}

// sample is the project that the emulated package index has.
const sample = "sandfault-sample"

func pipInstall(b *Builder) {
	cmd := b.Pick("pip install "+sample, "pip install -q "+sample, "python3 -m pip install "+sample,
		"pip install --user "+sample, "pip3 install --no-cache-dir "+sample)
	b.RunOK(cmd)
}

func pipInstallThenImport(b *Builder) {
	b.RunOK("pip install --quiet --disable-pip-version-check " + sample)
	b.Python("import importlib.util\nprint(importlib.util.find_spec('sandfault_sample') is not None)", "True\n")
}

func pipVersion(b *Builder) {
	b.Run("pip --version | cut -d' ' -f1", "pip\n")
}

func pipList(b *Builder) {
	b.RunOK(b.Pick("pip list > /dev/null", "pip list --format=freeze | sort > "+b.Name(".txt")))
}

func importMissing(b *Builder) {
	module := b.Pick("pandas", "numpy", "requests", "torch", "yaml", "PIL", "sklearn", "bs4")
	if b.Chance(1, 2) {
		b.add(workflow.Step{Op: workflow.OpRunCode, Language: "python", Code: "import " + module}, workflow.Expect{
			Exit: []int{1}, StderrContains: []string{"ModuleNotFoundError: No module named '" + module + "'"},
		})
		return
	}
	b.Python(sprintf("try:\n    import %s\nexcept ImportError as e:\n    print('fallback', e.name)", module),
		"fallback "+module+"\n")
}

func localModule(b *Builder) {
	name, x := "helper_"+b.Word(), b.Between(2, 99)
	b.Write(name+".py", sprintf("FACTOR = %d\n\n\ndef scale(v):\n    return v * FACTOR\n", x))
	if b.Chance(1, 2) {
		b.Python(sprintf("import %s as m\nprint(m.scale(3), m.__name__)", name), sprintf("%d %s\n", 3*x, name))
		return
	}
	b.Run(sprintf("python3 -c 'from %s import scale; print(scale(2))'", name), fmt.Sprintf("%d\n", 2*x))
}

func localPackage(b *Builder) {
	pkg, v := "pkg_"+b.Word(), b.Between(1, 9)
	b.Write(pkg+"/__init__.py", sprintf("from .core import answer\n__version__ = '1.%d'\n", v))
	b.Write(pkg+"/core.py", sprintf("def answer():\n    return %d\n", v*11))
	b.Python(sprintf("import %s\nprint(%s.__version__, %s.answer())", pkg, pkg, pkg), sprintf("1.%d %d\n", v, v*11))
}

func userSite(b *Builder) {
	name, v := "late_"+b.Word(), b.Between(1, 999)
	b.Python(sprintf(`import os, site
d = site.getusersitepackages()
os.makedirs(d, exist_ok=True)
open(os.path.join(d, '%s.py'), 'w').write('VALUE = %d\n')
print(d.startswith(os.path.expanduser('~')))`, name, v), "True\n")
	b.Python(sprintf("import %s\nprint(%s.VALUE)", name, name), fmt.Sprintf("%d\n", v))
}

func runModule(b *Builder) {
	switch b.Between(0, 3) {
	case 0:
		b.Run(`echo '{"b": 1, "a": [1, 2]}' | python3 -m json.tool --compact --sort-keys`, `{"a":[1,2],"b":1}`+"\n")
	case 1:
		b.Run("printf 'hello' | python3 -m base64 -e -", "aGVsbG8=\n")
	case 2:
		pkg := "tool_" + b.Word()
		b.Write(pkg+"/__main__.py", "import sys\nprint('main', len(sys.argv))\n")
		b.Run(sprintf("python3 -m %s a b", pkg), "main 3\n")
	default:
		b.Run("python3 -m calendar 2024 2 | head -1 | tr -d ' '", "February2024\n")
	}
}

func zipImport(b *Builder) {
	name, v := "zipped_"+b.Word(), b.Between(1, 99)
	b.Python(sprintf(`import sys, zipfile
with zipfile.ZipFile('%s.zip', 'w') as z:
    z.writestr('%s.py', 'X = %d')
sys.path.insert(0, '%s.zip')
import %s
print(%s.X)`, name, name, v, name, name, name), fmt.Sprintf("%d\n", v))
}

func systemSite(b *Builder) {
	name := b.Word()
	b.Python(sprintf(`import sysconfig, os
p = sysconfig.get_paths()['purelib']
try:
    open(os.path.join(p, '%s.py'), 'w')
    print('writable')
except OSError as e:
    print('no', type(e).__name__ in ('PermissionError', 'FileNotFoundError'))`, name), "no True\n")
}

func makeLikeBuild(b *Builder) {
	dir := b.Name("")
	b.Run(sprintf(`mkdir -p %s/{src,build}; for m in a b c; do echo "unit $m" > %s/src/$m.in; done
for f in %s/src/*.in; do o=%s/build/$(basename "$f" .in).o; [ "$o" -nt "$f" ] || tr a-z A-Z < "$f" > "$o"; done
cat %s/build/*.o | wc -l; grep -c UNIT %s/build/a.o`, dir, dir, dir, dir, dir, dir), "3\n1\n")
}

func shebangTool(b *Builder) {
	file, n := b.Name(""), b.Between(1, 50)
	b.Write(file, "#!/usr/bin/env python3\nimport sys\nprint(int(sys.argv[1]) + 1)\n")
	b.Run(sprintf("chmod +x %s && ./%s %d", file, file, n), fmt.Sprintf("%d\n", n+1))
}

func binOnPath(b *Builder) {
	tool := "my-" + b.Word()
	b.Run(sprintf(`mkdir -p ~/bin && printf '#!/bin/sh\necho tool $#\n' > ~/bin/%s && chmod 755 ~/bin/%s && PATH="$HOME/bin:$PATH" %s x y`,
		tool, tool, tool), "tool 2\n")
}

func stdlibTour(b *Builder) {
	switch b.Between(0, 4) {
	case 0:
		b.Python("import math, statistics\nprint(math.comb(6, 2), statistics.median([5, 1, 3]))", "15 3\n")
	case 1:
		b.Python("from decimal import Decimal\nfrom fractions import Fraction\nprint(Decimal('0.1') * 3, Fraction(1, 3) + 1)",
			"0.3 4/3\n")
	case 2:
		b.Python("import itertools, collections\nprint(collections.Counter('banana').most_common(1), "+
			"len(list(itertools.permutations('abcd'))))", "[('a', 3)] 24\n")
	case 3:
		b.Python("import hashlib, zlib, binascii\nprint(hashlib.md5(b'x').hexdigest()[:6], zlib.crc32(b'x'), "+
			"binascii.hexlify(b'ab'))", "9dd4e4 2363233923 b'6162'\n")
	default:
		b.Python("import dataclasses, enum\n@dataclasses.dataclass(order=True)\nclass P:\n    x: int\n    y: int = 2\n"+
			"print(max(P(1), P(1, 3)), enum.Enum('C', 'A B').B.value)", "P(x=1, y=3) 2\n")
	}
}

func requirements(b *Builder) {
	file := b.Name(".txt")
	b.Write(file, sample+"==1.0\n")
	b.RunOK("pip install -r " + file)
}

func wheelByHand(b *Builder) {
	name, v := "whl_"+b.Word(), b.Between(1, 99)
	b.Python(sprintf(`import zipfile
with zipfile.ZipFile('%s-1.0-py3-none-any.whl', 'w') as z:
    z.writestr('%s.py', 'V = %d\n')
    z.writestr('%s-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\nName: %s\nVersion: 1.0\n')
    z.writestr('%s-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n')
    z.writestr('%s-1.0.dist-info/RECORD', '')
print(len(zipfile.ZipFile('%s-1.0-py3-none-any.whl').namelist()))`, name, name, v, name, name, name, name, name), "4\n")
	b.Python(sprintf("import sys\nsys.path.insert(0, '%s-1.0-py3-none-any.whl')\nimport %s\nprint(%s.V)", name, name, name),
		fmt.Sprintf("%d\n", v))
}

func reloadModule(b *Builder) {
	name := "cfg_" + b.Word()
	b.Python(sprintf(`import importlib, sys
sys.dont_write_bytecode = True
sys.path.insert(0, '.')
open('%s.py', 'w').write('N = 1')
import %s
open('%s.py', 'w').write('N = 22')
importlib.invalidate_caches()
importlib.reload(%s)
print(%s.N)`, name, name, name, name, name), "22\n")
}

func dataFiles(b *Builder) {
	pkg, text := "res_"+b.Word(), b.Word()
	b.Write(pkg+"/__init__.py", "")
	b.Write(pkg+"/data/table.txt", text+"\n")
	b.Python(sprintf("from importlib import resources\nprint((resources.files('%s') / 'data' / 'table.txt').read_text().strip())",
		pkg), text+"\n")
}

func compileAll(b *Builder) {
	dir := b.Name("")
	b.Write(dir+"/ok.py", "x = 1\n")
	b.Run(sprintf("python3 -m py_compile %s/ok.py && ls %s/__pycache__ | wc -l", dir, dir), "1\n")
	b.Write(dir+"/bad.py", "def f(:\n")
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("python3 -m py_compile %s/bad.py", dir)},
		workflow.Expect{Exit: []int{1}, StderrContains: []string{"SyntaxError"}})
}

func sourceArchive(b *Builder) {
	dir := "proj" + b.Name("")
	b.Write(dir+"/setup.cfg", "[metadata]\nname = proj\n")
	b.Write(dir+"/src/m.py", "print('built')\n")
	b.Run(sprintf("tar czf %s.tar.gz %s && rm -r %s && tar xzf %s.tar.gz && python3 %s/src/m.py && tar tzf %s.tar.gz | wc -l",
		dir, dir, dir, dir, dir, dir), "built\n4\n")
}

func dependencyCheck(b *Builder) {
	b.Python(`import importlib.util
need = ['json', 'csv', 'zlib', 'hashlib', 'no_such_module_x']
print([n for n in need if importlib.util.find_spec(n) is None])`, "['no_such_module_x']\n")
}

func scriptEntry(b *Builder) {
	file, w := b.Name(".py"), b.Word()
	b.Write(file, "import argparse\np = argparse.ArgumentParser()\np.add_argument('--name', required=True)\n"+
		"p.add_argument('n', type=int)\na = p.parse_args()\nprint(a.name * a.n)\n")
	b.Run(sprintf("python3 %s --name %s 2", file, w), w+w+"\n")
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("python3 %s 2", file)},
		workflow.Expect{Exit: []int{2}, StderrContains: []string{"the following arguments are required: --name"}})
}

func pythonDashI(b *Builder) {
	name := "shadow_" + b.Word()
	b.Write(name+".py", "print('imported')\n")
	b.RunExit(sprintf("python3 -I -c 'import %s' 2> /dev/null", name), 1, "")
	b.Run(sprintf("python3 -c 'import %s'", name), "imported\n")
}
