"""What calls of os and signal check, and a signal that another thread sends."""
import os,signal,threading,time,tempfile
os.chdir(tempfile.mkdtemp()); open('b','w').close(); os.symlink('b','l')
os.utime('l',follow_symlinks=False); os.utime('b'); os.utime('b',None); print(time.time()-os.stat('b').st_mtime<5)
d=os.open('.',os.O_RDONLY); os.utime('b',dir_fd=d); os.utime(d)
def t(f,*a,**k):
    try: print(f.__name__, f(*a,**k))
    except Exception as e: print(f.__name__, type(e).__name__, e)
t(os.pipe2,'x'); t(os.initgroups,3,'foo'); t(os.kill,1.5,0); t(os.sched_getscheduler,0); t(os.sched_getscheduler,-1); t(os.sched_getparam,0); t(os.sched_setscheduler,0,0,os.sched_param(0)); t(os.sched_setscheduler,0,0,0)
t(os.sched_get_priority_max,1); t(os.sched_get_priority_min,-23); t(os.getpgid,pid=0) if 0 else None; t(os.sched_setparam,0,os.sched_param(5)); print(os.sched_param(3))
try: os.getpid(1)
except TypeError as e: print('TypeError')
try: os.getegid(1)
except TypeError as e: print('TypeError')
signal.pthread_sigmask(signal.SIG_BLOCK,[signal.SIGUSR1])
def k(): time.sleep(.1); os.kill(os.getpid(),signal.SIGUSR1)
th=threading.Thread(target=k); th.start(); print(signal.sigwait([signal.SIGUSR1])); th.join()
print(signal.sigtimedwait([signal.SIGUSR1],0.05))
i=time.get_clock_info('thread_time'); print(i.implementation,i.monotonic,i.adjustable)
import subprocess, sys
show = [sys.executable, "-c", "import os; print(os.environ.get('XX'), os.environ.get('YY'), sorted(os.sched_getaffinity(0)) == [max(os.sched_getaffinity(0))])"]
os.environ["YY"] = "1"
os.putenv("XX", "v")
one = {max(os.sched_getaffinity(0))}
os.sched_setaffinity(0, one)
print(os.sched_getaffinity(0) == one, os.process_cpu_count(), subprocess.run(show, capture_output=True, text=True).stdout)
os.unsetenv("XX")
os.unsetenv("YY")
print(os.environ["YY"], subprocess.run(show, capture_output=True, text=True).stdout)
