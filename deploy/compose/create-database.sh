#!/bin/sh
# Creates the database and its owner, which is no superuser. Postgres' image runs it once, when its volume is empty.
set -eu
psql --username postgres --dbname postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role inspection login password :'password';
create database inspection owner inspection;
revoke all on database inspection from public;
SQL
