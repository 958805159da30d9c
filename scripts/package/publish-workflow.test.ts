// The workflow that publishes, played: npm, node and rustup are programs that note how they were called.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { type Played, playJob, type WorkflowFile } from '../../test/support/ci/runner.ts';

const FILE = path.join(PROJECT_ROOT, '.github/workflows/publish.yml');
const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-publish-'));
after(() => rmSync(scratch, { recursive: true }));
let folders = 0;
let folder = '';
beforeEach(() => {
  folder = path.join(scratch, String(folders++));
  for (const name of ['bin', 'node_modules/.bin', 'dist'])
    mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"version": "1.2.3"}');
  writeFileSync(path.join(folder, 'dist/wirefare-1.2.3.tgz'), '');
  program('bin/npm', `echo "npm $* token=\${NODE_AUTH_TOKEN:-none}" >>"${folder}/called.txt"`);
  program('bin/rustup', `echo "rustup $*" >>"${folder}/called.txt"`);
  program('node_modules/.bin/publint', `echo "publint $*" >>"${folder}/called.txt"`);
});

function program(name: string, script: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
}

function published(tag: string): Played {
  const used = { 'actions/checkout': () => 0, 'actions/setup-node': () => 0 };
  return playJob(FILE, 'publish', {
    folder,
    event: { release: { tag_name: tag } },
    eventName: 'release',
    env: {
      PATH: [path.join(folder, 'bin'), path.dirname(process.execPath), process.env.PATH].join(':'),
      GITHUB_REF_NAME: tag,
    },
    uses: used,
    secrets: { NPM_TOKEN: 'npm_fake' },
  });
}

const called = () => readFileSync(path.join(folder, 'called.txt'), 'utf8').trim().split('\n');

test('the package is made for the repository of the event, linted, and published with its provenance', () => {
  const { code, log } = published('v1.2.3');
  assert.equal(code, 0, log);
  const [packages, target, made, lint, publish, ...more] = called();
  assert.match(packages!, /^npm ci .*token=none$/);
  assert.match(target!, /^rustup target add x86_64-unknown-linux-musl$/);
  assert.equal(
    made,
    'npm run package -- --repository git+https://github.com/team/shop.git --needs-link token=none',
  );
  assert.equal(lint, 'publint run --strict dist/wirefare-1.2.3.tgz');
  assert.equal(publish, 'npm publish --provenance --access public ./dist/wirefare-1.2.3.tgz token=npm_fake');
  assert.deepEqual(more, []);
});

test('a release whose tag is not the version publishes nothing, and says why', () => {
  const { code, log } = published('v1.2.4');
  assert.equal(code, 1);
  assert.match(log, /the release's tag is v1\.2\.4, and package\.json has v1\.2\.3/);
  assert.equal(existsSync(path.join(folder, 'called.txt')), false);
});

test('it runs on releases alone, may sign and not write, and one step has the token', () => {
  const text = readFileSync(FILE, 'utf8');
  const { on, permissions, jobs } = parse(text) as WorkflowFile;
  assert.deepEqual(on, { release: { types: ['published'] } });
  assert.deepEqual(permissions, { contents: 'read', 'id-token': 'write' });
  const withToken = jobs.publish!.steps.filter((step) => JSON.stringify(step).includes('secrets.'));
  assert.deepEqual(
    withToken.map(({ name }) => name),
    ['Publish it'],
  );
  const [checkout] = jobs.publish!.steps;
  assert.deepEqual(checkout!.with, { 'persist-credentials': false });
});
