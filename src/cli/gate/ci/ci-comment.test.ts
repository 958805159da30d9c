// The comment of a gate's pull request, played: the workflow that posts it, and its script, with a GitHub
// that keeps what it is told.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { marked } from 'marked';
import { parse } from 'yaml';
import { fakeProgram } from '../../../../test/support/ci/fake-program.ts';
import { type Played, playJob, type WorkflowFile } from '../../../../test/support/ci/runner.ts';
import { PROJECT_ROOT } from '../../../base/places.ts';

const HERE = path.join(PROJECT_ROOT, 'deploy/ci');
const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-ci-comment-'));
after(() => rmSync(scratch, { recursive: true }));
let folders = 0;
let workspace = '';
let programs = '';
beforeEach(() => {
  const own = path.join(scratch, String(folders++));
  [workspace, programs] = ['workspace', 'bin'].map((name) => path.join(own, name)) as [string, string];
  for (const folder of [workspace, programs]) mkdirSync(folder, { recursive: true });
});

/** GitHub's answers, and what it was told: one call a line. */
function fakeGitHub({ pulls = '[]', comments = '[]', refuses = '' } = {}): void {
  fakeProgram(
    programs,
    'gh',
    `echo "$*" >>"${workspace}/asked.txt"
case "$*" in
  *repos/team/shop/pulls*) cat <<'END'
${pulls}
END
  ;;
  *PATCH*|*POST*)
    ${refuses === '' ? '' : `echo "${refuses}" >&2; exit 1`}
    for word; do case $word in body=@*) cp "\${word#body=@}" "${workspace}/posted.md" ;; esac; done ;;
  *comments*) cat <<'END'
${comments}
END
  ;;
esac`,
  );
}

const WORKFLOW_RUN = {
  workflow_run: {
    id: 11,
    event: 'pull_request',
    head_sha: 'c'.repeat(40),
    head_branch: 'faster',
    head_repository: { owner: { login: 'stranger' } },
    // Of a fork it is always empty.
    pull_requests: [],
  },
};
const PULLS = JSON.stringify([
  { number: 6, head: { sha: 'd'.repeat(40) } },
  { number: 7, head: { sha: 'c'.repeat(40) } },
]);
const asked = () => readFileSync(path.join(workspace, 'asked.txt'), 'utf8');

/** `md`: what the run of the pull request left; null: nothing. */
function commented(md: string | null, event: object = WORKFLOW_RUN): Played {
  cpSync(HERE, path.join(workspace, 'deploy/ci'), { recursive: true });
  return playJob(path.join(HERE, 'github-comment.yml'), 'comment', {
    folder: workspace,
    env: { PATH: `${programs}:${process.env.PATH}`, HOME: scratch },
    event,
    eventName: 'workflow_run',
    uses: {
      'actions/checkout': ({ repository }) => Number(repository !== 'OWNER/wirefare'),
      'actions/download-artifact': ({ 'run-id': run, path: to }) => {
        if (md === null || run !== '11') return 1;
        mkdirSync(path.join(workspace, to!), { recursive: true });
        writeFileSync(path.join(workspace, to!, 'gate.md'), md);
        return 0;
      },
    },
  });
}

test('the comment goes to the pull request that the event is of, whatever the artifact says', () => {
  fakeGitHub({ pulls: PULLS });
  const { code, log } = commented('**Gate g: broken.** for #6 number=6\n');
  assert.equal(code, 0, log);
  assert.match(log, /commented on #7/);
  assert.match(asked(), /pulls -f state=open -f head=stranger:faster/);
  assert.match(asked(), /--method POST repos\/team\/shop\/issues\/7\/comments/);
  const { permissions } = parse(readFileSync(path.join(HERE, 'github-comment.yml'), 'utf8')) as WorkflowFile;
  // A copy in a private repository is read by the right to read.
  assert.deepEqual(permissions, { actions: 'read', contents: 'read', 'pull-requests': 'write' });
});

test('of two pull requests from one branch the one that the event names is commented, or none', () => {
  const head = { sha: 'c'.repeat(40) };
  fakeGitHub({ pulls: JSON.stringify([7, 8].map((number) => ({ number, head }))) });
  const { code, log } = commented('text\n');
  assert.equal(code, 0, log);
  assert.match(log, /several open pull requests have the commit that was measured \(7 8\)/);
  assert.doesNotMatch(asked(), /POST|PATCH/);
  const named = (...numbers: readonly number[]) => ({
    workflow_run: {
      ...WORKFLOW_RUN.workflow_run,
      pull_requests: numbers.map((number) => ({ number })),
    },
  });
  assert.match(commented('text\n', named(7, 8)).log, /several open pull requests/);
  assert.match(commented('text\n', named(9)).log, /several open pull requests/);
  assert.match(commented('text\n', named(8)).log, /commented on #8/);
  assert.match(asked(), /--method POST repos\/team\/shop\/issues\/8\/comments/);
});

test('the comment is renewed where there is one of ours, and no one else’s is touched', () => {
  const comments = JSON.stringify([
    { id: 1, user: { type: 'User' }, body: '<!-- wirefare-gate --> mine' },
    { id: 2, user: { type: 'Bot' }, body: '<!-- wirefare-gate -->\nold' },
  ]);
  fakeGitHub({ pulls: PULLS, comments });
  commented('new\n');
  assert.match(asked(), /--method PATCH repos\/team\/shop\/issues\/comments\/2 /);
});

test('where a run left nothing, the comment of an earlier one says so, and none is made', () => {
  fakeGitHub({ pulls: PULLS });
  const nothing = commented(null);
  assert.equal(nothing.code, 0, nothing.log);
  assert.match(nothing.log, /the gate left no text: nothing to comment/);
  assert.doesNotMatch(asked(), /POST|PATCH/);
  const comments = JSON.stringify([{ id: 2, user: { type: 'Bot' }, body: '<!-- wirefare-gate -->\nold' }]);
  fakeGitHub({ pulls: PULLS, comments });
  assert.equal(commented(null).code, 0);
  assert.match(asked(), /--method PATCH repos\/team\/shop\/issues\/comments\/2 /);
  assert.equal(
    readFileSync(path.join(workspace, 'posted.md'), 'utf8'),
    `<!-- wirefare-gate -->\nThe gate of \`${'c'.repeat(12)}\` left nothing here: its run says why.\n`,
  );
});

test('what a stranger’s run left is only text', () => {
  fakeGitHub({ pulls: PULLS });
  commented(
    '| a |\n| --- |\n| x<br>y &lt;b> &amp;amp; |\n\n@team/all fixes #6, team/shop#7, GH-8 [click](https://evil.example) ![x](https://evil.example/x.png) <img src=x> <!-- --> www.evil.example\n',
  );
  const posted = readFileSync(path.join(workspace, 'posted.md'), 'utf8');
  assert.match(
    posted,
    /^<!-- wirefare-gate -->\nmeasured at `c{12}`\n\n\| a \|\n\| --- \|\n\| x<br>y &lt;b> &amp;amp; \|\n/,
  );
  const rest = posted.replace(/^<!-- wirefare-gate -->\n/, '').replaceAll('<br>', '');
  // As GitHub reads it, an entity being the character that it stands for.
  const read = rest.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  assert.doesNotMatch(read, /<|@\w|#\d|GH-\d|www\.\w|\]\(|:\/\/|(?<!\\)!\[/);
});

test('a parser of Markdown finds no link in what was posted, wherever its target stands', () => {
  const told = [
    '[x] [y][x] [x][] ![x]',
    '[x]: //evil.example/x',
    '> [y\nz]: <//evil.example/y> "title"',
    '- [z]:\n  //evil.example/z',
    '[click](//evil.example) <//evil.example>',
  ].join('\n\n');
  const links = /<(?:a|img)\b/;
  assert.match(marked.parse(told, { async: false }), links);
  fakeGitHub({ pulls: PULLS });
  commented(`${told}\n`);
  const posted = readFileSync(path.join(workspace, 'posted.md'), 'utf8');
  assert.doesNotMatch(marked.parse(posted, { async: false }), links);
});

test('a long text is cut between two lines, so that it fits into a comment', () => {
  fakeGitHub({ pulls: PULLS });
  commented(`${'é <x> & @all'.repeat(9)}\n`.repeat(500));
  const posted = readFileSync(path.join(workspace, 'posted.md'), 'utf8');
  assert.ok(posted.length > 50_000 && Buffer.byteLength(posted) < 65_536, String(posted.length));
  assert.match(posted, /all\n…\n$/);
});

test('a comment that GitHub does not take for another reason fails, in GitHub’s words', () => {
  fakeGitHub({ pulls: PULLS, refuses: 'HTTP 422: body is too long' });
  const { code, log } = commented('text\n');
  assert.equal(code, 1);
  assert.match(log, /the comment on #7 was not taken: HTTP 422: body is too long/);
});

test('without the right to comment, and where there is nothing to comment, the job ends rightly and says so', () => {
  fakeGitHub({ pulls: PULLS, refuses: 'HTTP 403: Resource not accessible by integration' });
  const refused = commented('text\n');
  assert.equal(refused.code, 0);
  assert.match(
    refused.log,
    /no right to comment on #7 \(pull-requests: write\): the summary of the gate's own run/,
  );
});

test('a commit that no open pull request has, a run of another event', () => {
  fakeGitHub({ pulls: JSON.stringify([{ number: 6, head: { sha: 'd'.repeat(40) } }]) });
  assert.match(commented('text\n').log, /no open pull request has the commit that was measured/);
  const other = { workflow_run: { ...WORKFLOW_RUN.workflow_run, event: 'push' } };
  assert.equal(commented('text\n', other).log, '');
  assert.doesNotMatch(asked(), /POST|PATCH/);
});
