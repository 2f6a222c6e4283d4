#!/bin/sh
# Every npm script comes through here: it installs what is missing and goes on with the project's own Node.
# Written for any POSIX shell, because on a fresh clone nothing else can be relied on.
set -eu
cd "$(dirname "$0")/.."
command=$1
shift

# Commands for operators install nothing: a portal may run from this folder.
if [ -f "src/commands/$command-command.ts" ]; then
  exec bin/guichet "$command" "$@"
fi

node=node_modules/node/bin/node
if [ ! -x "$node" ] || ! cmp -s package-lock.json node_modules/.installed-lock.json; then
  echo "Installing packages (first run, or they changed) ..."
  npm ci --no-fund --no-audit
  if [ ! -x "$node" ]; then
    echo "Node 24 could not be installed: npm did not run the install script of the package 'node'." >&2
    exit 1
  fi
  cp package-lock.json node_modules/.installed-lock.json
fi
PATH="$PWD/node_modules/node/bin:$PWD/node_modules/.bin:$PATH"
# What was compiled once is not compiled again: the portal is ready in half the time.
NODE_COMPILE_CACHE="$PWD/node_modules/.cache/compiled"
export PATH NODE_COMPILE_CACHE

case $command in
start)
  node scripts/build-when-needed.ts
  exec node src/start.ts
  ;;
dev) exec node src/start.ts --dev ;;
drill | proof) exec node "drills/$command.ts" "$@" ;;
bench) exec node bench/bench.ts "$@" ;;
*) exec node "scripts/$command.ts" "$@" ;;
esac
