import "nopkg"
