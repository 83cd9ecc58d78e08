//go:build linux && (amd64 || arm64)

package linux

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
)

// What the host says to a sandbox's init and hears of it. A message is one packet of a socket pair; what can
// be large lies in an anonymous file whose descriptor comes along.

// kind is what a message asks for.
type kind uint8

const (
	kindLaunch kind = iota + 1 // files: the spec, stdin, stdout, stderr, then where to join cgroups
	kindFile                   // files: the fileSpec, what is written or has been read
	kindTree                   // files: the treeSpec, where the entries go
	kindFull                   // no files
)

// header is what init is sent.
type header struct {
	ID    uint64
	Kind  kind
	Stdin bool // kindLaunch: the second file is the command's input; else it has none
}

// answer is what init sends back: one for each header, and one more, with ID 0, when it has booted.
type answer struct {
	ID     uint64
	Errno  primitives.Errno // why a command could not start, or of a file operation
	Status int              // kindLaunch: exit code, or 128 and the signal
	Mode   uint32           // kindFile: of what was read
	Rule   string           // kindFile: the rule of the interface that refused it; kindFull: what is full
	Fatal  string           // why the sandbox could not boot, or serve this
	// Lacking names the setting that cannot be honoured, if that is why; in a note of its own a feature that
	// was met and is not there.
	Lacking string
}

// noteID is the ID of an answer that nobody asked for.
const noteID = ^uint64(0)

// bootSpec is what init needs to know.
type bootSpec struct {
	Profile primitives.Profile
	Base    string // the sandbox's own folder on the host
	Boots   int    // how many times it was booted before
}

// launchSpec is what a launcher needs to know.
type launchSpec struct {
	Profile primitives.Profile // without dirs, files and mounts
	Argv    []string
	Path    string
	Env     []string
	Cwd     string
	Cgroups int // descriptors to join, from firstCgroup on
}

// fileSpec is one operation of the file API.
type fileSpec struct {
	Op          string
	Path        string // absolute
	Mode        uint32 // 0 = by the umask
	Size        int64  // of what is written
	UID, GID    uint32
	Groups      []uint32
	Capable     bool
	AllowedDirs []string
	Limit       int64 // bytes of one transfer
}

// treeSpec asks for the trees that a session left.
type treeSpec struct{ Roots []string }

// treeFound is what there is.
type treeFound struct{ Entries []target.Entry }

const (
	maxPacket = 32 << 10
	maxFiles  = 32
)

// errGone says that init is no longer there.
var errGone = errors.New("the sandbox's init is gone")

// send sends one message with files.
func send(c *net.UnixConn, v any, files ...*os.File) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	var rights []byte
	if len(files) > 0 {
		fds := make([]int, len(files))
		for i, f := range files {
			fds[i] = int(f.Fd())
		}
		rights = unix.UnixRights(fds...)
	}
	if _, _, err := c.WriteMsgUnix(b.Bytes(), rights, nil); err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	return nil
}

// receive receives one message and its files, which the caller closes.
func receive(c *net.UnixConn, v any) ([]*os.File, error) {
	b := make([]byte, maxPacket)
	oob := make([]byte, unix.CmsgSpace(4*maxFiles))
	n, oobn, flags, _, err := c.ReadMsgUnix(b, oob)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errGone, err)
	case n == 0:
		return nil, errGone
	}
	files, err := filesOf(oob[:oobn])
	if err == nil && flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0 {
		err = errors.New("a message is too large")
	}
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(b[:n])).Decode(v)
	}
	if err != nil {
		closeAll(files)
		return nil, fmt.Errorf("decode a message: %w", err)
	}
	return files, nil
}

func filesOf(oob []byte) ([]*os.File, error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil, err
	}
	var files []*os.File
	for i := range messages {
		fds, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			continue // another kind of control message
		}
		for _, fd := range fds {
			unix.CloseOnExec(fd)
			files = append(files, os.NewFile(uintptr(fd), "received"))
		}
	}
	return files, nil
}

// release closes what was only read, or what holds nothing that anybody will ask for: close(2) has no answer
// that would change what is done next.
func release(c io.Closer) { _ = c.Close() }

// releaseFD is release for a bare descriptor.
func releaseFD(fd int) { _ = unix.Close(fd) }

func closeAll(files []*os.File) {
	for _, f := range files {
		release(f)
	}
}

// anonymous makes a file without a name that holds b. Its offset is at the start.
func anonymous(b []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("sandfault", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("make an anonymous file: %w", err)
	}
	f := os.NewFile(uintptr(fd), "sandfault")
	if _, err := f.WriteAt(b, 0); err != nil {
		release(f)
		return nil, fmt.Errorf("fill an anonymous file: %w", err)
	}
	return f, nil
}

// pack makes an anonymous file that holds an encoded value.
func pack(v any) (*os.File, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return anonymous(b.Bytes())
}

// unpack reads what pack wrote. The file has been sent over from the host's side, never from a guest.
func unpack(f *os.File, v any) error {
	b, err := content(f)
	if err != nil {
		return err
	}
	return gob.NewDecoder(bytes.NewReader(b)).Decode(v)
}

// content reads an anonymous file whole, wherever its offset stands.
func content(f *os.File) ([]byte, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, st.Size())
	if _, err := f.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b, nil
}

// pair makes a connected pair of packet sockets: ours, and a file for the child.
func pair() (*net.UnixConn, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("make a socket pair: %w", err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "control")
	ours, err := connection(os.NewFile(uintptr(fds[0]), "control"))
	if err != nil {
		release(theirs)
		return nil, nil, err
	}
	return ours, theirs, nil
}

// connection turns the file of a socket into a connection.
func connection(f *os.File) (*net.UnixConn, error) {
	defer release(f)
	c, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("open a socket: %w", err)
	}
	u, ok := c.(*net.UnixConn)
	if !ok {
		release(c)
		return nil, errors.New("open a socket: it is no Unix socket")
	}
	return u, nil
}
