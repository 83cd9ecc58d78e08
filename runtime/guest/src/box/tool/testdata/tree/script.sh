#!/bin/sh
echo "$#:$*"
