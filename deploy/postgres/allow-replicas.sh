#!/bin/sh
# Run by the image when it makes a database: lets the venue's own user copy and follow it.
set -eu
echo "host replication $POSTGRES_USER all scram-sha-256" >> "$PGDATA/pg_hba.conf"
