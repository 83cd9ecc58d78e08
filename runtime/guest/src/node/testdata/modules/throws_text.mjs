throw "str"
