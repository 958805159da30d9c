#!/bin/sh
# Runs a gate as a step of a CI and leaves what the CI shows: gate.xml (JUnit), gate.md, gate.html and
# gate.json. It needs no rights but to read. It ends with the gate's own exit code: 0 kept, 99 broken,
# 3 undecided.
#
#   GATE_FILE  the gate, gate.yaml by default
#   GATE_OUT   the folder of what it leaves, wirefare-gate by default
#   GATE_ARGS  further options, split at spaces
#   WIREFARE   the command, by default that of the checkout, or of the npm package, that this file is in
set -u
here=$(cd "$(dirname "$0")" && pwd)
wirefare=${WIREFARE:-$here/../../bin/wirefare.mjs}
out=${GATE_OUT:-wirefare-gate}
format=terminal
[ "${GITHUB_ACTIONS:-}" = true ] && format=github
mkdir -p "$out" || exit 4
# Only what an earlier gate left: the gate's own file may lie there too.
for ending in xml md html json; do rm -f "$out/gate.$ending"; done
rm -f "$out/stderr.txt" "$out/stderr" "$out/stdout"
mkfifo "$out/stderr" || exit 4

# Of what GitHub reads a line may be a command, and servers under test write lines of their own. So commands
# are stopped while progress is shown, by a word that nobody can know, and all goes one way, in its order;
# what the gate says in the end guards itself.
exec 3>&1 4>&2
stopped=
if [ "$format" = github ]; then
  stopped=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$stopped"
  exec 3>"$out/stdout" 4>&1
fi

# Progress is shown while it comes, and kept.
tee "$out/stderr.txt" <"$out/stderr" >&4 &
# shellcheck disable=SC2086 # options are split on purpose
"$wirefare" gate "${GATE_FILE:-gate.yaml}" --format "$format" --also "$out/gate.xml" --also "$out/gate.md" \
  --also "$out/gate.html" --also "$out/gate.json" ${GATE_ARGS:-} 2>"$out/stderr" >&3
code=$?
wait
rm -f "$out/stderr"
if [ -n "$stopped" ]; then
  # The last line of progress may have no end.
  printf '\n::%s::\n' "$stopped"
  cat "$out/stdout"
  rm -f "$out/stdout"
fi

case $code in
  0) outcome=kept ;;
  3) outcome=undecided ;;
  99) outcome=broken ;;
  *) outcome=error ;;
esac

# A run that ended before there was an outcome is told with its own words.
if [ ! -e "$out/gate.md" ]; then
  {
    printf '**The gate ended with exit code %s.**\n\n' "$code"
    sed 's/^/    /' "$out/stderr.txt" | tail -n 40 | cut -c 1-300
  } >"$out/gate.md"
fi

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  if ! cat "$out/gate.md" 2>/dev/null >>"$GITHUB_STEP_SUMMARY"; then
    echo "the summary of the step cannot be written; $out/gate.md has it" >&2
  fi
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'outcome=%s\ncode=%s\nfolder=%s\n' "$outcome" "$code" "$out" >>"$GITHUB_OUTPUT"
fi
exit $code
