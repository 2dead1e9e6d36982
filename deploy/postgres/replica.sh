#!/bin/sh
# A read replica. The first start copies the primary that PRIMARY_URL_FILE names into PGDATA; every start then runs the given
# command, a PostgreSQL server that follows the primary. To copy again, stop it and remove PGDATA.
set -eu
if [ ! -e "$PGDATA" ]; then
  # A copy that was cut off is no copy: it gets its name when it is whole.
  rm -rf "$PGDATA.copy"
  pg_basebackup --dbname="$(cat "$PRIMARY_URL_FILE")" --pgdata="$PGDATA.copy" --checkpoint=fast --write-recovery-conf
  mv "$PGDATA.copy" "$PGDATA"
fi
exec "$@"
