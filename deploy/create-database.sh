#!/bin/sh
# Patroni calls it once, on the first machine of a new cluster (bootstrap.post_bootstrap), with the address of the server.
# It makes the role and the database of the portal. The password comes from GUICHET_DATABASE_PASSWORD, never from a command line.
set -eu
: "${GUICHET_DATABASE_PASSWORD:?is not set (patroni.env.example)}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$1" <<'END'
\getenv password GUICHET_DATABASE_PASSWORD
set password_encryption = 'scram-sha-256';
create role guichet login password :'password';
-- Without it the figures about standbys are absent.
grant pg_monitor to guichet;
create database guichet owner guichet;
revoke connect, temporary on database guichet from public;
END
