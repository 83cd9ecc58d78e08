package profile

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/strictyaml"
)

// defaultProxy is where the proxy of a profile listens that names only what it allows.
const defaultProxy = "127.0.0.1:3128"

// egressField reads none, dns or open, {allow: [hosts]}, or {proxy: host:port, proxy_allow: [hosts]}.
func egressField() Field {
	return Field{
		Key: "egress", Primitive: primitives.Egress, Absent: "none",
		Doc: "what is reachable: none, dns, open, {allow: [hosts]} or {proxy, proxy_allow: [hosts]}",
		set: func(d *draft, v strictyaml.Value) {
			switch {
			case v.IsNull():
				d.Profile.Egress = primitives.DefaultEgress()
			case v.IsMap():
				d.Profile.Egress = d.egress(v)
			default:
				mode := v.Word(string(primitives.EgressNone), string(primitives.EgressDNSOnly),
					string(primitives.EgressOpen))
				d.Profile.Egress = primitives.EgressSettings{Mode: primitives.EgressMode(mode)}
			}
		},
		get: encodeEgress,
	}
}

func (d *draft) egress(v strictyaml.Value) primitives.EgressSettings {
	s := primitives.EgressSettings{Mode: primitives.EgressAllow}
	v.Map([]string{"allow", "proxy", "proxy_allow"}, func(key string, val strictyaml.Value) bool {
		switch key {
		case "allow":
			s.Allow = d.texts("egress.allow", val)
		case "proxy":
			s.Mode, s.Proxy = primitives.EgressProxy, strings.TrimPrefix(val.Text(), "http://")
			d.at["egress.proxy"] = val
		case "proxy_allow":
			s.Mode, s.Allow = primitives.EgressProxy, d.texts("egress.allow", val)
		default:
			return false
		}
		return true
	})
	_, both := v.Get("allow")
	if both && s.Mode == primitives.EgressProxy {
		v.Wrong("allow and proxy exclude each other", "the proxy's list is proxy_allow")
	}
	if s.Mode == primitives.EgressProxy && s.Proxy == "" {
		s.Proxy = defaultProxy
	}
	return s
}

func encodeEgress(p *primitives.Profile) any {
	s := &p.Egress
	allow := append([]string{}, s.Allow...)
	switch s.Mode {
	case primitives.EgressAllow:
		return mapping{{"allow", allow}}
	case primitives.EgressProxy:
		return mapping{{"proxy", s.Proxy}, {"proxy_allow", allow}}
	default:
		return string(s.Mode)
	}
}
