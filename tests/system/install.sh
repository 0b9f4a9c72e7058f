#!/bin/sh
# Installs what the system tests need from Debian, where that is allowed; says what is missing where it is not.
for program in tmux; do
  command -v "$program" >/dev/null && continue
  echo "Installing $program ..."
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq "$program"; } >/dev/null 2>&1 && continue
  fi
  echo "$program is missing and cannot be installed here: its tests are skipped."
done
exit 0
