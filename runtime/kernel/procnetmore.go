package kernel

import (
	"fmt"
	"strings"
)

// Heads of tables of /proc/PID/net that have no lines here: there are no raw sockets, no routes that are
// kept,
// nothing but the loopback.
const (
	rawHead = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout " +
		"inode " +
		"ref pointer drops"
	raw6Head = "  sl  local_address                         remote_address                        st " +
		"tx_queue " +
		"rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops"
)

// counters are the names of /proc/PID/net/snmp, all of which count nothing but for the constants.
//
//nolint:gochecknoglobals // an immutable table
var counters = [...]struct{ name, fields, constants string }{
	{"Ip", "Forwarding DefaultTTL InReceives InHdrErrors InAddrErrors ForwDatagrams InUnknownProtos " +
		"InDiscards " +
		"InDelivers OutRequests OutDiscards OutNoRoutes ReasmTimeout ReasmReqds ReasmOKs ReasmFails " +
		"FragOKs " +
		"FragFails FragCreates", "2 64"},
	{"Icmp", "InMsgs InErrors InCsumErrors InDestUnreachs InTimeExcds InParmProbs InSrcQuenchs InRedirects " +
		"InEchos InEchoReps InTimestamps InTimestampReps InAddrMasks InAddrMaskReps OutMsgs OutErrors " +
		"OutDestUnreachs OutTimeExcds OutParmProbs OutSrcQuenchs OutRedirects OutEchos OutEchoReps " +
		"OutTimestamps OutTimestampReps OutAddrMasks OutAddrMaskReps", ""},
	{"Tcp", "RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets " +
		"CurrEstab " +
		"InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors", "1 200 120000 -1"},
	{"Udp", "InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti " +
		"MemErrors", ""},
	{"UdpLite", "InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors " +
		"IgnoredMulti " +
		"MemErrors", ""},
}

func netSnmp(*Process) string {
	var b strings.Builder
	for _, c := range counters {
		values := strings.Fields(c.constants)
		for range len(strings.Fields(c.fields)) - len(values) {
			values = append(values, "0")
		}
		fmt.Fprintf(&b, "%s: %s\n%s: %s\n", c.name, c.fields, c.name, strings.Join(values, " "))
	}
	return b.String()
}

// sockstat counts the sockets that have an address.
func (k *Kernel) sockstat(family int, six string) string {
	tcp, udp := 0, 0
	for _, s := range k.network.bound {
		switch {
		case s.family != family:
		case s.kind == sockStream:
			tcp++
		default:
			udp++
		}
	}
	if six != "" {
		return fmt.Sprintf("TCP6: inuse %d\nUDP6: inuse %d\nUDPLITE6: inuse 0\nRAW6: inuse 0\n"+
			"FRAG6: inuse 0 memory 0\n", tcp, udp)
	}
	return fmt.Sprintf("sockets: used %d\nTCP: inuse %d orphan 0 tw 0 alloc %d mem 0\nUDP: inuse %d mem 0\n"+
		"UDPLITE: inuse 0\nRAW: inuse 0\nFRAG: inuse 0 memory 0\n", len(k.network.bound), tcp, tcp, udp)
}

// procNetMore are further files of /proc/PID/net.
//
//nolint:gochecknoglobals // an immutable table
var procNetMore = [...]procFile{
	{"dev_mcast", 0o444, fixed("")},
	{"fib_trie", 0o444, fixed("")},
	{"icmp", 0o444, fixed(fmt.Sprintf("%-127s\n", rawHead))},
	{"igmp", 0o444, fixed("Idx\tDevice    : Count Querier\tGroup    Users Timer\tReporter\n")},
	{"ipv6_route", 0o444, fixed("")},
	{"netlink", 0o444, fixed("sk               Eth Pid        Groups   Rmem     Wmem     Dump  Locks " +
		"   Drops    Inode\n")},
	{"packet", 0o444, fixed("sk               RefCnt Type Proto  Iface R Rmem   User   Inode\n")},
	{"ptype", 0o444, fixed("Type Device      Function\n0800          ip_rcv\n86dd          ipv6_rcv\n")},
	{"raw", 0o444, fixed(rawHead + "\n")},
	{"raw6", 0o444, fixed(raw6Head + "\n")},
	{"rt_cache", 0o444, fixed(fmt.Sprintf("%-127s\n", "Iface\tDestination\tGateway "+
		"\tFlags\t\tRefCnt\tUse\tMetric\t"+
		"Source\t\tMTU\tWindow\tIRTT\tTOS\tHHRef\tHHUptod\tSpecDst"))},
	{"snmp", 0o444, netSnmp},
	{"sockstat", 0o444, func(p *Process) string { return p.k.sockstat(afInet, "") }},
	{"sockstat6", 0o444, func(p *Process) string { return p.k.sockstat(afInet6, "6") }},
	{"softnet_stat", 0o444, func(p *Process) string {
		return strings.Repeat(strings.Repeat("00000000 ", 14)+"00000000\n", p.k.cpuCount())
	}},
	{"udplite", 0o444, fixed(fmt.Sprintf("%-127s\n", " "+rawHead))},
	{"udplite6", 0o444, fixed(raw6Head + "\n")},
}

// fixed is a text that never changes.
func fixed(text string) func(*Process) string { return func(*Process) string { return text } }
