import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { writeManifest } from './manifest.ts';

const stage = mkdtempSync(path.join(tmpdir(), 'wirefare-manifest-'));
after(() => rmSync(stage, { recursive: true }));

function written(repository?: string) {
  const told: string[] = [];
  writeManifest(stage, repository, (line) => told.push(line));
  return { told, manifest: JSON.parse(readFileSync(path.join(stage, 'package.json'), 'utf8')) };
}

test('the repository that is given stands in the manifest, as npm writes it', () => {
  const url = 'git+https://github.com/team/wirefare.git';
  const { told, manifest } = written(url);
  assert.deepEqual(manifest.repository, { type: 'git', url });
  assert.equal(manifest.private, undefined);
  assert.deepEqual(told, []);
});

test('without one none is made up, and whoever makes the package is told', () => {
  const { told, manifest } = written();
  assert.equal('repository' in manifest, false);
  assert.match(
    told.join('\n'),
    /names no repository, .*--repository git\+https:\/\/github\.com\/OWNER\/NAME\.git/,
  );
});

test('what is no address of a repository is refused, with an example', () => {
  for (const wrong of [
    '',
    'team/wirefare',
    'git+https://github.com/.git',
    'git@github.com:team/wirefare.git',
  ])
    assert.throws(() => written(wrong), /is no address of a repository such as git\+https/, wrong);
});
