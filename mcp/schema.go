package mcp

import (
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// about is what a tool does, in lines of any length.
func about(text string) mcpgo.ToolOption { return mcpgo.WithDescription(prose(text)) }

// prose makes one line of several.
func prose(text string) string { return strings.Join(strings.Fields(text), " ") }

// textArgument is an argument that is a string.
func textArgument(name, meaning string, more ...mcpgo.PropertyOption) mcpgo.ToolOption {
	return mcpgo.WithString(name, append(more, mcpgo.Description(prose(meaning)))...)
}

// numberArgument is an argument that is a whole number.
func numberArgument(name, meaning string, more ...mcpgo.PropertyOption) mcpgo.ToolOption {
	return mcpgo.WithInteger(name, append(more, mcpgo.Description(prose(meaning)))...)
}

// sessionArgument is what almost every tool needs.
func sessionArgument() mcpgo.ToolOption {
	return textArgument("session", "id that start_session gave", mcpgo.Required())
}

func pathArgument() mcpgo.ToolOption {
	return textArgument("path", "absolute, or relative to where the profile lets the file API begin")
}

func pathBytesArgument() mcpgo.ToolOption {
	return textArgument("path_base64", "instead of path, for a name that is no UTF-8")
}

func modeArgument() mcpgo.ToolOption {
	return textArgument("mode", `octal permission bits such as "0755"; left out, by the umask`)
}

// hints are what a tool does to what there is, for clients that ask before some calls. Nothing here reaches
// beyond the emulator: there is no open world.
func hints(readOnly, destructive, idempotent bool) mcpgo.ToolOption {
	return func(t *mcpgo.Tool) {
		mcpgo.WithReadOnlyHintAnnotation(readOnly)(t)
		mcpgo.WithDestructiveHintAnnotation(destructive)(t)
		mcpgo.WithIdempotentHintAnnotation(idempotent)(t)
		mcpgo.WithOpenWorldHintAnnotation(false)(t)
	}
}

// readOnly marks a tool that changes nothing.
func readOnly() mcpgo.ToolOption { return hints(true, false, true) }

// adds marks a tool that makes something new with each call and takes nothing away.
func adds() mcpgo.ToolOption { return hints(false, false, false) }

// sets marks a tool that may take away what was there; the same call once more changes nothing more.
func sets() mcpgo.ToolOption { return hints(false, true, true) }

// alters marks a tool that may take away what was there, with each call anew.
func alters() mcpgo.ToolOption { return hints(false, true, false) }
