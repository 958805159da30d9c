#!/bin/sh
# Posts what a gate left as a comment of its pull request, and renews that comment later, also where a run has
# left nothing: for a workflow_run, which has the rights that the run of a fork has not. Whose pull request it
# is the event says, by the head that was measured; what the run left is only text, of which nothing is run or
# believed.
#
#   GITHUB_EVENT_PATH, GITHUB_REPOSITORY   as GitHub sets them
#   GH_TOKEN                               of the job, with pull-requests: write
#   GATE_MD                                the comment, wirefare-gate/gate.md by default
set -eu
marker='<!-- wirefare-gate -->'
text=${GATE_MD:-wirefare-gate/gate.md}
of_event() { jq -r ".workflow_run.$1 // empty" "$GITHUB_EVENT_PATH"; }

sha=$(of_event head_sha)
owner=$(of_event head_repository.owner.login)
branch=$(of_event head_branch)
[ -n "$sha" ] && [ -n "$owner" ] && [ -n "$branch" ] || { echo "this event is of no workflow_run" >&2; exit 2; }

# Of a fork the event lists no pull requests, so they are asked for by the branch, and held to the commit.
# Asked first and read then: of a pipe the shell sees the reader's end alone.
pulls=$(gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" -f state=open -f "head=$owner:$branch")
numbers=$(printf '%s' "$pulls" | jq -r --arg sha "$sha" '.[] | select(.head.sha == $sha) | .number')
[ -n "$numbers" ] || { echo "no open pull request has the commit that was measured: nothing to comment"; exit 0; }
# One branch may be asked to be pulled into several: each has a gate of its own, and a text that belongs to it.
number=$numbers
if [ "$(printf '%s\n' "$numbers" | wc -l)" -gt 1 ]; then
  of_run=$(jq -r '.workflow_run.pull_requests // [] | if length == 1 then .[0].number else empty end' \
    "$GITHUB_EVENT_PATH")
  number=$(printf '%s\n' "$numbers" | grep -x "${of_run:-none}" || true)
fi
[ -n "$number" ] || {
  echo "several open pull requests have the commit that was measured ($(printf "%s" "$numbers" | tr "\n" " ")): which of them this run" \
    "is of nobody says, and none is commented"
  exit 0
}

# Nobody is called, nothing is linked, no picture is fetched, and no markup of theirs but a line break is kept.
# A space without width stands behind what GitHub would make a name, a number or an address of: an entity would
# be read as the character that it is. What the text has escaped already is not escaped twice. Whole lines are
# kept, as many as a comment may have.
body=$(mktemp)
trap 'rm -f "$body" "$body.told"' EXIT
z=$(printf '\342\200\213')
commit=$(printf '%s' "$sha" | cut -c 1-12)
{
  echo "$marker"
  if [ -s "$text" ]; then
    printf 'measured at \140%s\140\n\n' "$commit"
    sed -e 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' -e 's/&/\&amp;/g; s/</\&lt;/g; s/&lt;br>/<br>/g' \
      -e "s/@/@$z/g; s/#\([0-9]\)/#$z\1/g; s/[Gg][Hh]-/&$z/g; s/[Ww][Ww][Ww]\./&$z/g; s#://#:$z//#g" \
      -e 's/\]:/]\\:/g' -e 's/\]\[*(/]\\(/g' -e 's/\]\[/]\\[/g' -e 's/!\[/!\\[/g' "$text" |
      LC_ALL=C awk '{ bytes += length($0) + 1 } bytes > 60000 { print "…"; exit } { print }'
  else
    printf 'The gate of \140%s\140 left nothing here: its run says why.\n' "$commit"
  fi
} >"$body"

comments=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$number/comments")
earlier=$(printf '%s' "$comments" |
  jq -r --arg marker "$marker" '.[] | select(.user.type == "Bot" and (.body | startswith($marker))) | .id' | head -n 1)
if [ -n "$earlier" ]; then
  posted="--method PATCH repos/$GITHUB_REPOSITORY/issues/comments/$earlier"
elif [ ! -s "$text" ]; then
  echo "the gate left no text: nothing to comment"
  exit 0
else
  posted="--method POST repos/$GITHUB_REPOSITORY/issues/$number/comments"
fi
# shellcheck disable=SC2086 # a method and a path
if gh api $posted -F "body=@$body" >/dev/null 2>"$body.told"; then
  echo "commented on #$number"
elif grep -q 'HTTP 403' "$body.told"; then
  echo "no right to comment on #$number (pull-requests: write): the summary of the gate's own run has it all"
else
  echo "the comment on #$number was not taken: $(cat "$body.told")" >&2
  exit 1
fi
