#!/bin/sh
# Ends what a lab leaves behind when it dies without a chance to clean up (SIGKILL, out of memory, power of a shell).
# The lab holds the other end of our stdin; when it closes, the groups still listed are ended and the folder removed.
#
#   sh guardian.sh FOLDER      FOLDER holds the profiles and homes of everything that the lab started
#
# Lines on stdin: "group ID" adds a process group, "gone ID" takes it off the list again; "made FOLDER" and
# "removed FOLDER" do the same for folders of control groups, which have no spaces in their names.

folder=$1
groups=' '
made=' '
trap '' INT TERM HUP

while read -r word id; do
  case $word in
    group) groups="$groups$id " ;;
    gone) case $groups in *" $id "*) groups="${groups%% "$id" *} ${groups#* "$id" }" ;; esac ;;
    made) made="$made$id " ;;
    removed) case $made in *" $id "*) made="${made%% "$id" *} ${made#* "$id" }" ;; esac ;;
  esac
done

alive() {
  for id in $groups; do kill -0 "-$id" 2>/dev/null && return 0; done
  return 1
}

# Processes that left their group still carry the HOME that the lab gave them, or the mark of a user's own command.
strays() {
  grep -lsza -e "^HOME=$folder/" -e "^WIREFARE_FOLDER=$folder/" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
}

# Some clean up after themselves when asked politely (Xvfb removes its lock), so TERM comes first.
for id in $groups; do kill -TERM "-$id" 2>/dev/null; done
tries=0
while alive && [ "$tries" -lt 20 ]; do
  sleep 0.05
  tries=$((tries + 1))
done
for id in $groups; do kill -KILL "-$id" 2>/dev/null; done
for id in $(strays); do kill -KILL "$id" 2>/dev/null; done

# A control group goes when nobody is in it any more; whoever is was started by the lab.
for one in $made; do
  tries=0
  while [ -d "$one" ] && ! rmdir "$one" 2>/dev/null && [ "$tries" -lt 100 ]; do
    for id in $(cat "$one/cgroup.procs" 2>/dev/null); do kill -KILL "$id" 2>/dev/null; done
    sleep 0.05
    tries=$((tries + 1))
  done
done

tries=0
while [ -e "$folder" ] && [ "$tries" -lt 100 ]; do
  rm -rf "$folder" 2>/dev/null
  [ -e "$folder" ] && sleep 0.05
  tries=$((tries + 1))
done
