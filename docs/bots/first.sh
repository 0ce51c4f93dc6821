#!/bin/sh
# A bot for every game (docs/protocol.md): takes the first option.
#
#     ludex bot check ./first.sh
while read -r line; do
    case $line in
        '{"hello":'*) echo '{"hello":{"version":1,"name":"first"}}' ;;
        '{"choose":'*) echo '{"take":0}' ;;
    esac
done
