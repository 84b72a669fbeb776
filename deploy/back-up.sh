#!/bin/sh
# Makes one base backup of PostgreSQL a day, checks it, deletes the oldest, and writes status.json for BACKUP_STATUS_FILE.
# BACKUPS is the folder, BACKUP_KEEP_DAYS how many to retain; PGHOST, PGUSER and so on name the server. Run it every hour:
# it does nothing once there is a backup of today.
set -eu
today="$BACKUPS/$(date -u +%F)"
unfinished="$BACKUPS/unfinished"
[ -d "$today" ] && exit 0

rm -rf "$unfinished"
pg_basebackup --pgdata="$unfinished" --wal-method=stream --checkpoint=fast --no-password
pg_verifybackup --quiet "$unfinished"
sync
mv "$unfinished" "$today"

find "$BACKUPS" -mindepth 1 -maxdepth 1 -type d -name '????-??-??' | sort -r | tail -n "+$((${BACKUP_KEEP_DAYS:-7} + 1))" |
  while read -r old; do rm -rf "$old"; done

printf '{"base_backup_at": "%s"}\n' "$(date -u +%FT%TZ)" > "$BACKUPS/status.new"
chmod 644 "$BACKUPS/status.new"
mv "$BACKUPS/status.new" "$BACKUPS/status.json"
echo "backup completed: $today"
