"""Times to the nanosecond, masks of all signals, the end by an interrupt."""
import os,site,signal,subprocess,sys,sysconfig,selectors
import tempfile
os.chdir(tempfile.mkdtemp())
open('b','w').close()
for kw in (dict(ns=(1,2)),dict(times=(1.5,2.25)),dict(times=(0,-1.5)),dict(ns=(123456789123456789,-5)),dict(times=None)):
    os.utime('b',**kw); s=os.stat('b'); print(kw, (s.st_atime_ns,s.st_mtime_ns) if kw!={'times':None} else '')
for a,kw in ((('/nope',(1,2)),{}),(('b',(1,)),{}),(('b',[1,2]),{}),(('b',(1,2)),dict(ns=(1,2))),(('b',('a',2)),{}),((5.5,),{}),(('b',),dict(ns=(1.5,2)))):
    try: print(os.utime(*a,**kw))
    except Exception as e: print(type(e).__name__,e)
os.symlink('b','l'); os.utime('l',ns=(7,7),follow_symlinks=False); print(os.lstat('l').st_mtime_ns, os.stat('l').st_mtime_ns!=7)
fd=os.open('b',os.O_RDONLY); os.utime(fd,ns=(9,9)); print(os.stat('b').st_mtime_ns)
d=os.open('.',os.O_RDONLY); os.utime('b',ns=(11,12),dir_fd=d); print(os.stat('b').st_atime_ns)
os.mknod(path='n',mode=0o600); os.mkfifo(path='f1')
print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()))[-3:])
print(subprocess.run([sys.executable,'-c','raise KeyboardInterrupt'],stderr=subprocess.DEVNULL).returncode)
print(subprocess.run([sys.executable,'-c','import sys;sys.exit(130)'],stderr=subprocess.DEVNULL).returncode)
print(type(site.USER_SITE), site.USER_SITE.startswith(site.USER_BASE), sysconfig.get_config_var('WITH_DOC_STRINGS'))
print(type(selectors.SelectSelector().select(0)))
