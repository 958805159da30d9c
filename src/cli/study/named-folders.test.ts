import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { FACTOR_NAMES, factorNamed } from '../../factors/catalogue.ts';
import type { Plan } from '../../plan/plan.ts';
import { wholeVocabulary } from '../../study/cells/message-words.ts';
import { withFolders, withTargetFolder } from './named-folders.ts';
import { foldersElsewhere, movedSince, whereTheyWere } from './record-folders.ts';
import { vocabularyHere } from './vocabulary-here.ts';

const clock = { nowMs: () => 0, date: () => new Date(0) };

let scratch = '';
before(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-named-'));
  program('mine', 'target.json', { encoders: { json: ['own-json'] } });
  program('group/one', 'target.json');
  program('my-client', 'client.json', { codecs: { json: ['own-parser'] } });
});
after(() => rmSync(scratch, { recursive: true, force: true }));

function program(folder: string, file: string, more: Record<string, unknown> = {}): void {
  mkdirSync(path.join(scratch, folder), { recursive: true });
  const name = path.basename(folder);
  const about = { name, title: 'T', language: 'L', version: '1', start: ['x'], ...more };
  writeFileSync(path.join(scratch, folder, file), JSON.stringify(about));
}

const host = () => fakeHost(scratch, clock);

test('a path as the name of a target or client becomes a plain name that studies know', () => {
  const given = {
    target: 'node,./mine',
    browser: './my-client',
    only: ['n=10,target=./mine,node', 'network=lan'],
  };
  const { flags, host: there } = withFolders(given, host());
  assert.deepEqual(flags, {
    target: 'node,mine',
    browser: 'my-client',
    only: ['n=10', 'target=mine', 'node', 'network=lan'],
  });
  assert.equal(there.env.WIREFARE_TARGETS, path.join(scratch, 'mine'));
  const { targets, browsers, targetEncoders, formats } = vocabularyHere(there);
  assert.ok(targets.includes('mine') && targets.includes('node') && browsers.includes('my-client'));
  assert.deepEqual(targetEncoders.mine, { json: ['own-json'] });
  const json = formats.find(({ name }) => name === 'json')!;
  assert.deepEqual(json.codecs.find(({ name }) => name === 'own-parser')?.clients, ['my-client']);
});

test('whoever names a word that nobody knows is told each of those that are known once', () => {
  const words = wholeVocabulary(vocabularyHere(host()));
  for (const name of FACTOR_NAMES) {
    const known = factorNamed(name).known(words);
    assert.deepEqual([...new Set(known)], [...known], name);
  }
});

test('a path behind nginx is named as the target with nginx in front', () => {
  const { flags, host: there } = withFolders({ target: 'node,nginx+./mine' }, host());
  assert.equal(flags.target, 'node,nginx+mine');
  const { targets, targetEncoders } = vocabularyHere(there);
  assert.ok(targets.includes('nginx+mine'));
  assert.deepEqual(targetEncoders['nginx+mine'], { json: ['own-json'] });
});

test('plain names and an environment without folders stay as they are', () => {
  const before = host();
  const { flags, host: there } = withFolders({ target: 'node', only: ['n=10'] }, before);
  assert.deepEqual(flags, { target: 'node', only: ['n=10'] });
  assert.equal(there, before);
  assert.ok(!vocabularyHere(before).targets.includes('mine'));
});

test('the environment names folders, or folders of them, beside the one that is named as a path', () => {
  const before = { ...host(), env: { WIREFARE_TARGETS: path.join(scratch, 'group') } };
  const { name, host: there } = withTargetFolder('./mine', 'verify', before);
  assert.equal(name, 'mine');
  const { targets } = vocabularyHere(there);
  assert.ok(targets.includes('one') && targets.includes('mine'));
});

test('every path that is no target or client is told, with what lies in it', () => {
  assert.throws(
    () => withFolders({ target: './none,./group,https://there', browser: './mine' }, host()),
    (thrown: Error) => {
      assert.match(thrown.message, /--target: there is no folder .*none\n/);
      assert.match(thrown.message, /--target: there is no target.json in .*group \(allowed: group\/one\)/);
      assert.match(thrown.message, /--target: https:\/\/there\/ is a URL: wirefare measure URL/);
      assert.match(
        thrown.message,
        /--browser: there is no client.json in .*mine \(a client is a folder with its client\.json: clients\/template\/README\.md leads to one\)/,
      );
      return true;
    },
  );
});

test('a target elsewhere with the name of one that is here is refused, as is a client with that of a browser', () => {
  program('clash/node', 'target.json');
  program('clash/node', 'client.json');
  assert.throws(
    () => vocabularyHere(withFolders({ target: './clash/node' }, host()).host),
    /has the name of .*targets\/node/,
  );
  assert.throws(
    () => vocabularyHere(withFolders({ browser: './clash/node' }, host()).host),
    /is the name of an agent/,
  );
});

test('a record knows where a target lay, and a run that is gone on with finds it there, or where it is said to be now', () => {
  const { host: there } = withFolders({ target: './mine' }, host());
  const plan = { sessions: [{ target: 'mine', browser: 'chromium' }] } as unknown as Plan;
  const elsewhere = foldersElsewhere(plan, there);
  assert.deepEqual(elsewhere, { targets: { mine: path.join(scratch, 'mine') }, clients: {} });
  assert.ok(vocabularyHere(whereTheyWere({ elsewhere }, host())).targets.includes('mine'));

  const gone = { targets: { mine: path.join(scratch, 'away/mine') }, clients: {} };
  assert.throws(
    () => whereTheyWere({ elsewhere: gone }, host()),
    (thrown: unknown) => {
      assert.ok(thrown instanceof EnvironmentError);
      assert.match(thrown.message, /target mine/);
      assert.match(thrown.remedy, /WIREFARE_TARGETS=/);
      return true;
    },
  );
  assert.equal(whereTheyWere({ elsewhere: gone }, there), there);
  assert.match(movedSince(gone, elsewhere)[0]!, /target mine in .*away\/mine, now in .*\/mine/);
  assert.deepEqual(movedSince(elsewhere, elsewhere), []);
});

test('a run of nothing but the project’s own has nothing to say of folders', () => {
  const plan = { sessions: [{ target: 'node', browser: 'jax-ws' }] } as unknown as Plan;
  assert.equal(foldersElsewhere(plan, host()), undefined);
  assert.deepEqual(movedSince(undefined, undefined), []);
});
