"""Keys from passwords: RFC 8018 and RFC 7914."""
import hashlib,inspect
def t(f,*a,**k):
    try: r=f(*a,**k); print(r.hex() if isinstance(r,bytes) else r)
    except Exception as e: print(type(e).__name__, e)
for h in 'md5 sha1 sha224 sha256 sha384 sha512 sha3_256 SHA256 SHA-512'.split():
    t(hashlib.pbkdf2_hmac,h,b'pw',b'salt',37); t(hashlib.pbkdf2_hmac,h,b'pw',b'salt',3,100)
t(hashlib.pbkdf2_hmac,'sha256',b'pw',b'salt',100000)
for bad in (('nope',b'a',b'b',1),('sha256','a',b'b',1),('sha256',b'a',b'b',0),('sha256',b'a',b'b',1,0),(5,b'a',b'b',1)): t(hashlib.pbkdf2_hmac,*bad)
t(hashlib.scrypt,b'',salt=b'',n=16,r=1,p=1); t(hashlib.scrypt,b'password',salt=b'NaCl',n=1024,r=8,p=16); t(hashlib.scrypt,b'pleaseletmein',salt=b'SodiumChloride',n=8192,r=8,p=1); 
t(hashlib.scrypt,b'p',salt=b's',n=16384,r=8,p=1,dklen=32); t(hashlib.scrypt,b'p',salt=b's',n=16384,r=8,p=1,maxmem=1<<25,dklen=32)
for kw in (dict(salt=b's'),dict(n=2,r=1,p=1),dict(salt=b's',n=3,r=1,p=1),dict(salt=b's',n=2,r=1),dict(salt=b's',n=2,p=1),dict(salt=b's',n=2,r=1,p=1,dklen=0),dict(salt=b's',n=2,r=1,p=1,maxmem=-1),dict(salt='s',n=2,r=1,p=1),dict(salt=b's',n=1<<20,r=8,p=1)): t(hashlib.scrypt,b'p',**kw)
t(hashlib.scrypt,'p',salt=b's',n=2,r=1,p=1)
