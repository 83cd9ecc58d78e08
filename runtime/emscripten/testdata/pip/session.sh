# What pip does with wheels of a folder: the output was recorded from pip 24.2 without a network.

mkdir w; cd w
python3 - <<'P'
import zipfile,hashlib,base64
def wheel(name,ver,files,deps=(),scripts=None,tag='py3-none-any'):
    di=f'{name}-{ver}.dist-info'
    fs=dict(files)
    fs[di+'/METADATA']=f'Metadata-Version: 2.1\nName: {name}\nVersion: {ver}\nSummary: A test\nHome-page: https://x.org\nAuthor: Me\nLicense: MIT\n'+''.join(f'Requires-Dist: {d}\n' for d in deps)
    fs[di+'/WHEEL']=f'Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: {tag}\n'
    if scripts: fs[di+'/entry_points.txt']='[console_scripts]\n'+scripts+'\n'
    rec=''.join('%s,sha256=%s,%d\n'%(n,base64.urlsafe_b64encode(hashlib.sha256(c.encode()).digest()).rstrip(b'=').decode(),len(c)) for n,c in fs.items())+di+'/RECORD,,\n'
    with zipfile.ZipFile(f'{name}-{ver}-{tag}.whl','w') as z:
        for n,c in fs.items(): z.writestr(n,c)
        z.writestr(di+'/RECORD',rec)
wheel('alpha','1.0',{'alpha.py':'V=1\ndef main(): print("alpha main")\n'},scripts='alpha-cmd = alpha:main')
wheel('alpha','2.0',{'alpha.py':'V=2\ndef main(): print("alpha main 2")\n'},scripts='alpha-cmd = alpha:main')
wheel('beta','0.5',{'beta/__init__.py':'import alpha\nB=alpha.V\n'},deps=['alpha>=1.0'])
wheel('gamma','1.0',{'gamma.py':''},deps=['nosuchdep>3'])
wheel('native','1.0',{'native.py':''},tag='cp39-cp39-win_amd64')
P
ls
run() { echo "\$ pip $*"; $PIP "$@"; echo "= $?"; }
run install --no-index --find-links . alpha==1.0
python3 -c 'import alpha; print(alpha.V)'
run install --no-index --find-links . alpha==1.0
run install --no-index --find-links . -U alpha
run install --no-index --find-links . beta
run list
run freeze
run show alpha
run show nope
run show -f beta
run uninstall -y alpha
run uninstall -y alpha
run check
run install --no-index --find-links . gamma
run install --no-index --find-links . nothing
run install --no-index --find-links . alpha==9
run install --no-index ./native-1.0-cp39-cp39-win_amd64.whl
run install ./none.whl
run install --no-index --target ../tgt ./alpha-1.0-py3-none-any.whl
ls ../tgt
run install --no-index --find-links . --no-deps beta
printf 'alpha==1.0\nbeta\n' > req.txt
run install --no-index --find-links . -r req.txt
run install -r missing.txt
run frobnicate
run install --no-index --find-links . 'alpha>=1,<2'
run install --no-index --find-links . '!bad'
run download --no-index --find-links . -d dl alpha
