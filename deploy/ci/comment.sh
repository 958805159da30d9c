#!/bin/sh
# Posts what a gate left as a comment of its pull request, and renews that comment later: for a workflow_run,
# which has the rights that the run of a fork has not. Whose pull request it is the event says, by the head
# that was measured; what the run left is only text, and nothing of it is run or believed.
#
#   GITHUB_EVENT_PATH, GITHUB_REPOSITORY   as GitHub sets them
#   GH_TOKEN                               of the job, with pull-requests: write
#   GATE_MD                                the comment, wirefare-gate/gate.md by default
set -eu
marker='<!-- wirefare-gate -->'
text=${GATE_MD:-wirefare-gate/gate.md}
of_event() { jq -r ".workflow_run.$1 // empty" "$GITHUB_EVENT_PATH"; }

[ -s "$text" ] || { echo "the gate left no text: nothing to comment"; exit 0; }
sha=$(of_event head_sha)
owner=$(of_event head_repository.owner.login)
branch=$(of_event head_branch)
[ -n "$sha" ] && [ -n "$owner" ] && [ -n "$branch" ] || { echo "this event is of no workflow_run" >&2; exit 2; }

# Of a fork the event lists no pull requests, so they are asked for by the branch, and held to the commit.
number=$(gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" -f state=open -f "head=$owner:$branch" |
  jq -r --arg sha "$sha" '[.[] | select(.head.sha == $sha) | .number][0] // empty')
[ -n "$number" ] || { echo "no open pull request has the commit that was measured: nothing to comment"; exit 0; }

# Nobody is called, nothing is linked, no picture is fetched, and no markup of theirs but a line break is kept.
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  echo "$marker"
  head -c 60000 "$text" | sed -e 's/&/\&amp;/g; s/</\&lt;/g; s/&lt;br>/<br>/g' -e 's/@/\&#64;/g' \
    -e 's/\]\[*(/]\\(/g' -e 's/\]\[/]\\[/g' -e 's/!\[/!\\[/g' -e 's#://#:\&\#8203;//#g'
} >"$body"

earlier=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$number/comments" |
  jq -r --arg marker "$marker" '.[] | select(.user.type == "Bot" and (.body | startswith($marker))) | .id' | head -n 1)
if [ -n "$earlier" ]; then
  posted="--method PATCH repos/$GITHUB_REPOSITORY/issues/comments/$earlier"
else
  posted="--method POST repos/$GITHUB_REPOSITORY/issues/$number/comments"
fi
# shellcheck disable=SC2086 # a method and a path
if gh api $posted -F "body=@$body" >/dev/null; then
  echo "commented on #$number"
else
  echo "no right to comment on #$number (pull-requests: write): the summary of the gate's own run has it all"
fi
