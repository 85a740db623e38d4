//go:build tools

// Package tools pins arduino-cli. It is built as a dependency of this module, because `go install pkg@version`
// refuses a module that has replace directives.
package tools

import _ "github.com/arduino/arduino-cli"
