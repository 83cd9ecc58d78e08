// What Rust's standard library makes of it: files, directories, errors by their kinds, times, standard input.
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

macro_rules! is {
    ($got:expr, $want:expr) => {
        match (&$got, &$want) {
            (got, want) if *got == *want => {}
            (got, want) => {
                println!("line {}: {}: {:?}, not {:?}", line!(), stringify!($got), got, want);
                unsafe { FAILED = true }
            }
        }
    };
}

static mut FAILED: bool = false;

fn kind<T>(r: std::io::Result<T>) -> Option<ErrorKind> {
    r.err().map(|e| e.kind())
}

fn files(at: &PathBuf) {
    let f = at.join("f");
    is!(kind(fs::read(&f)), Some(ErrorKind::NotFound));
    fs::write(&f, "one").unwrap();
    is!(kind(OpenOptions::new().write(true).create_new(true).open(&f)), Some(ErrorKind::AlreadyExists));
    let mut a = OpenOptions::new().append(true).open(&f).unwrap();
    a.write_all(b" two").unwrap();
    is!(a.stream_position().unwrap(), 7);
    a.sync_all().unwrap();
    a.sync_data().unwrap();
    is!(fs::read_to_string(&f).unwrap(), "one two");
    is!(kind(a.read(&mut [0; 4])), kind::<()>(Err(std::io::Error::from_raw_os_error(8)))); // EBADF
    let mut rw = OpenOptions::new().read(true).write(true).open(&f).unwrap();
    is!(rw.seek(SeekFrom::End(-3)).unwrap(), 4);
    is!(kind(rw.seek(SeekFrom::Current(-9))), Some(ErrorKind::InvalidInput));
    rw.write_all(b"TWO").unwrap();
    rw.set_len(20).unwrap();
    rw.rewind().unwrap();
    let mut text = Vec::new();
    is!(rw.read_to_end(&mut text).unwrap(), 20);
    is!(&text[..8], b"one TWO\0");
    is!(rw.metadata().unwrap().len(), 20);
    is!(fs::copy(&f, at.join("g")).unwrap(), 20);
    is!(fs::metadata(at.join("g")).unwrap().is_file(), true);
    fs::rename(at.join("g"), at.join("h")).unwrap();
    fs::hard_link(at.join("h"), at.join("i")).unwrap();
    is!(kind(fs::hard_link(at.join("h"), at.join("i"))), Some(ErrorKind::AlreadyExists));
    fs::remove_file(at.join("h")).unwrap();
    is!(at.join("h").exists(), false);
    is!(fs::read(at.join("i")).unwrap().len(), 20);
    is!(File::create(&f).unwrap().metadata().unwrap().len(), 0);
}

fn directories(at: &PathBuf) {
    let deep = at.join("a/b/c");
    is!(kind(fs::create_dir(&deep)), Some(ErrorKind::NotFound));
    fs::create_dir_all(&deep).unwrap();
    is!(kind(fs::create_dir(&deep)), Some(ErrorKind::AlreadyExists));
    for i in 0..300 {
        fs::write(deep.join(format!("file {i}")), i.to_string()).unwrap();
    }
    let names: HashSet<_> = fs::read_dir(&deep).unwrap().map(|e| e.unwrap().file_name()).collect();
    is!(names.len(), 300);
    let sizes: u64 = fs::read_dir(&deep).unwrap().map(|e| e.unwrap().metadata().unwrap().len()).sum();
    is!(sizes, 790);
    is!(fs::read_dir(at.join("a")).unwrap().all(|e| e.unwrap().file_type().unwrap().is_dir()), true);
    is!(fs::remove_dir(&deep).is_err(), true);
    is!(fs::remove_file(&deep).is_err(), true);
    is!(fs::rename(&deep, deep.join("in")).is_err(), true);
    fs::remove_dir_all(at.join("a")).unwrap();
    is!(kind(fs::metadata(&deep)), Some(ErrorKind::NotFound));
    is!(kind(fs::read_dir(&deep)), Some(ErrorKind::NotFound));
    is!(File::open(at).unwrap().metadata().unwrap().is_dir(), true);
    is!(File::create(at).is_err(), true);
}

fn times(at: &PathBuf) {
    let begin = Instant::now();
    std::thread::sleep(Duration::from_millis(20));
    is!(begin.elapsed() >= Duration::from_millis(20), true);
    fs::write(at.join("t"), "").unwrap();
    let age = SystemTime::now().duration_since(fs::metadata(at.join("t")).unwrap().modified().unwrap());
    is!(age.unwrap() < Duration::from_secs(60), true);
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    is!(&args[1..], ["scratch", "", "a b\n\"c\""]);
    is!(std::env::var("A").as_deref(), Ok("x=y"));
    is!(std::env::vars().count(), 2);
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    is!(text.len() <= 2, true);
    let at = PathBuf::from(&args[1]).join("rust");
    fs::create_dir(&at).unwrap();
    files(&at);
    directories(&at);
    times(&at);
    is!(kind(File::open("/elsewhere/x")).is_some(), true);
    is!(kind(File::open(at.join("../../../x"))).is_some(), true);
    std::process::exit(unsafe { FAILED } as i32);
}
