#!/bin/sh
# Every npm script comes through here: it installs what is missing and goes on with the project's own Node.
# Written for any POSIX shell, because on a fresh clone nothing else can be relied on.
set -eu
cd "$(dirname "$0")/.."
command=$1
shift

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
content) exec node src/commands/content-command.ts "$@" ;;
payments) exec node src/commands/payments-command.ts "$@" ;;
keys) exec node src/commands/keys-command.ts "$@" ;;
*) exec node "scripts/$command.ts" "$@" ;;
esac
