import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { onFullDisk } from '../../../test/support/host/full-disk.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { StudyShelf } from './study-shelf.ts';

const temp = mkdtempSync(join(tmpdir(), 'wirefare-studies-'));
after(() => rmSync(temp, { recursive: true }));

const MINE = 'study: mine\ntitle: <b>Mine</b>\nquestion: Which\n  is faster?\nfactors: {}\n';

let count = 0;
let own: string;
let shelf: StudyShelf;
beforeEach(() => {
  own = join(temp, `own${++count}`);
  const shipped = join(temp, `shipped${count}`);
  for (const dir of [own, shipped]) mkdirSync(dir);
  writeFileSync(join(own, 'mine.yaml'), MINE);
  writeFileSync(join(shipped, 'quick.yaml'), 'study: quick\ntitle: Quick\nquestion: Fast?\n');
  shelf = new StudyShelf(own, shipped);
});

test('lists one’s own first, with their questions, and passes over YAML that is no study', () => {
  writeFileSync(join(own, 'ci.yaml'), 'jobs:\n  study: no\n');
  writeFileSync(join(own, 'broken.yml'), 'study: [\ntitle: {\n');
  assert.deepEqual(shelf.list(), [
    { id: 'broken.yml', title: '', question: '', isOwn: true },
    { id: 'mine.yaml', title: '<b>Mine</b>', question: 'Which is faster?', isOwn: true },
    { id: 'quick', title: 'Quick', question: 'Fast?', isOwn: false },
  ]);
});

test('opens what it lists and nothing else, whatever the name', () => {
  assert.equal(shelf.read('mine.yaml').text, MINE);
  assert.equal(shelf.read('quick').digest, null);
  for (const id of ['../mine.yaml', '/etc/passwd', 'quick.yaml', '', '__proto__'])
    assert.throws(() => shelf.read(id), /is no study of this list/, id);
});

test('a pipe, a link and a file of ten megabytes are no studies', () => {
  execFileSync('mkfifo', [join(own, 'pipe.yaml')]);
  symlinkSync('/etc/passwd', join(own, 'link.yaml'));
  writeFileSync(join(own, 'huge.yaml'), `study: huge\n${'#'.repeat(10_000_000)}`);
  assert.deepEqual(
    shelf.list().map(({ id }) => id),
    ['mine.yaml', 'quick'],
  );
});

test('saves what was opened here, and never over what somebody else wrote meanwhile', () => {
  const { digest } = shelf.read('mine.yaml');
  const saved = shelf.save('mine.yaml', `${MINE}# one\n`, digest);
  assert.throws(() => shelf.save('mine.yaml', 'two', digest), /was changed since it was opened/);
  shelf.save('mine.yaml', `${MINE}# two\n`, saved.digest);
  assert.equal(readFileSync(join(own, 'mine.yaml'), 'utf8'), `${MINE}# two\n`);
  assert.throws(() => shelf.save('mine.yaml', 'new', null), /is there already/);
  shelf.save('new.yaml', MINE, null);
  assert.equal(shelf.read('new.yaml').text, MINE);
});

test('saves nowhere else', () => {
  symlinkSync('/etc/passwd', join(own, 'link.yaml'));
  for (const id of ['../a.yaml', '/tmp/a.yaml', 'a.json', '.yaml', '-rf.yaml', `${'a'.repeat(90)}.yaml`])
    assert.throws(() => shelf.save(id, MINE, null), /is no name of a study file/, id);
  assert.throws(() => shelf.save('link.yaml', MINE, null), /is there already/);
});

test('a file that the lab may not read, or that is gone by then, keeps nobody from the others', () => {
  for (const id of ['denied.yaml', 'gone.yaml']) writeFileSync(join(own, id), MINE);
  let reads = 0;
  const there = new StudyShelf(own, join(temp, `shipped${count}`), (path) => {
    if (path.endsWith('denied.yaml')) throw new Error('EACCES: permission denied');
    if (path.endsWith('gone.yaml') && ++reads === 3) throw new Error('ENOENT: no such file or directory');
    return readFileSync(path, 'utf8');
  });
  assert.deepEqual(
    there.list().map(({ id }) => id),
    ['gone.yaml', 'mine.yaml', 'quick'],
  );
  assert.throws(() => there.read('gone.yaml'), /gone\.yaml: is no study of this list/);
  assert.equal(there.read('mine.yaml').text, MINE);
  assert.throws(() => there.read('denied.yaml'), /is no study of this list/);
  assert.throws(() => there.save('denied.yaml', MINE, 'of what it was'), /was changed since it was opened/);
});

test('a full disk is told as one when a study is saved, and nothing of it stays', () => {
  assert.throws(
    () => onFullDisk(() => shelf.save('new.yaml', MINE, null)),
    (thrown) => {
      assert.ok(thrown instanceof EnvironmentError, String(thrown));
      assert.equal(thrown.message, 'new.yaml cannot be saved');
      assert.match(thrown.tried[0]!, /ENOSPC/);
      assert.ok(thrown.remedy.includes(`make room in ${own}`));
      return true;
    },
  );
  assert.deepEqual(readdirSync(own), ['mine.yaml']);
});
