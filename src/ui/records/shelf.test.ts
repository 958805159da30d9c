import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { onFullDisk } from '../../../test/support/host/full-disk.ts';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { lockRecord } from '../../record/lock.ts';
import { said } from '../../report/answers/answer.ts';
import { makeTables } from '../../report/words/groups.ts';
import { allAnswers } from '../../report/words/sentences.ts';
import { writeLine } from './line-beside.ts';
import { type Listed, Shelf } from './shelf.ts';

const { run, summary } = syntheticInput({ sessions: 4, blocks: 6 });
const root = mkdtempSync(join(tmpdir(), 'wirefare-shelf-'));
after(() => rmSync(root, { recursive: true }));
const cache = join(root, 'cache');
let runs: string;
let count = 0;
beforeEach(() => {
  runs = join(root, `runs-${++count}`);
  mkdirSync(runs);
});

function write(name: string, files: Readonly<Record<string, string>>): string {
  const dir = join(runs, name);
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
  return dir;
}

const whole = () => ({ 'run.json': recordedJson(run, 1), 'summary.json': recordedJson(summary, 1) });

/** As it is when all were read. */
async function listed(shelf = new Shelf(runs, cache, '1')): Promise<Listed[]> {
  const all = new Map<string, Listed>();
  for await (const each of shelf.list()) all.set(each.name, each);
  return [...all.values()];
}

test('a record stands there with the first answer of its report, its machine and who measured it', async () => {
  write('one', whole());
  const [one] = await listed();
  assert.ok(one !== undefined && 'line' in one);
  const [first] = allAnswers(run, summary, makeTables(summary, run.study));
  // What more time would tell stands in the report.
  const answer = said(first!.sentences.find(({ kind }) => kind !== 'note')!);
  assert.equal(one.line.answer!.text, answer.split('; ')[0]);
  assert.equal(one.line.title, run.study.title);
  assert.equal(one.line.startedAt, run.startedAt);
  assert.ok(one.line.machine.startsWith(run.host.cpu));
  assert.deepEqual(one.line.sessions, { complete: 4, planned: run.plan.sessions.length });
});

test('all are named before the first is read, and come once more as they are read', async () => {
  for (const name of ['one', 'two', 'three']) write(name, whole());
  const shelf = new Shelf(runs, null, '1');
  const told = async () => {
    const all: string[] = [];
    for await (const each of shelf.list()) all.push(`${each.name} ${'line' in each ? 'read' : 'named'}`);
    return all;
  };
  const names = ['two', 'three', 'one'];
  assert.deepEqual(
    await told(),
    ['named', 'read'].flatMap((how) => names.map((name) => `${name} ${how}`)),
  );
  assert.deepEqual(
    await told(),
    names.map((name) => `${name} read`),
    'from then on they are known at once',
  );
});

test('a record that has its line beside it is listed without being read', async () => {
  const dir = write('one', whole());
  writeLine(dir, run, summary, '1');
  const [before] = await listed(new Shelf(runs, null, '1'));
  // As long, and of the same second: nobody can have read it.
  for (const file of ['run.json', 'summary.json']) {
    const path = join(dir, file);
    const { size, atime, mtime } = statSync(path);
    writeFileSync(path, 'x'.repeat(size));
    utimesSync(path, atime, mtime);
  }
  const first = async (version: string, isMeasuring = false) => {
    for await (const each of new Shelf(runs, null, version).list(() => isMeasuring)) return each;
    return null;
  };
  assert.deepEqual(await first('1'), before);
  assert.deepEqual(await first('1', true), before, 'nor does that disturb what is measured');
  assert.ok('isUnread' in (await first('2'))!, 'another version has words of its own');
  const letGo = lockRecord(dir);
  assert.ok('isUnread' in (await first('1'))!, 'somebody goes on with it');
  letGo();
  writeFileSync(join(dir, 'samples.ndjson'), '');
  assert.ok('isUnread' in (await first('1'))!, 'it has other samples now');
});

test('while something is measured no record is read: what is known stands there, the others are named', async () => {
  write('one', whole());
  const shelf = new Shelf(runs, null, '1');
  const [before] = await listed(shelf);
  write('one', { 'run.json': recordedJson({ ...run, study: { ...run.study, title: 'Later' } }, 1) });
  write('two', whole());
  const during: Listed[] = [];
  for await (const each of shelf.list(() => true)) during.push(each);
  assert.deepEqual(during[1], before);
  assert.deepEqual(during[0], { name: 'two', tags: [], isUnread: true });
  shelf.tag('one', ['baseline']);
  shelf.tag('two', ['later']);
  const tagged: Listed[] = [];
  for await (const each of shelf.list(() => true)) tagged.push(each);
  assert.deepEqual(tagged, [
    { ...during[0], tags: ['later'] },
    { ...during[1], tags: ['baseline'] },
  ]);
  const [two, one] = await listed(shelf);
  assert.deepEqual([two!.tags, one!.tags], [['later'], ['baseline']]);
  assert.ok('line' in two!);
  assert.ok('line' in one! && one.line.title === 'Later');
});

test('of a run that was gone on with since, the summary of what it was before is no answer', async () => {
  const answer = async (changed: Partial<typeof run>) => {
    write('one', { ...whole(), 'run.json': recordedJson({ ...run, ...changed }, 1) });
    const [one] = await listed(new Shelf(runs, null, '1'));
    return one !== undefined && 'line' in one ? one.line.answer : undefined;
  };
  assert.ok((await answer({})) !== null, 'of just this run');
  assert.equal(await answer({ status: 'interrupted' }), null);
  assert.equal(await answer({ sessions: run.sessions.slice(1) }), null);
  assert.equal(
    await answer({ plan: { ...run.plan, sessions: [...run.plan.sessions, ...run.plan.sessions] } }),
    null,
  );
});

test('a record without a summary has no answer yet, and a folder that is not there has no records', async () => {
  write('bare', { 'run.json': recordedJson(run, 1) });
  const [bare] = await listed();
  assert.ok(bare !== undefined && 'line' in bare && bare.line.answer === null);
  assert.deepEqual(await listed(new Shelf(join(root, 'nowhere'), null, '1')), []);
});

test('what somebody edited by hand is told, and the others stand there all the same', async () => {
  write('good', whole());
  write('no-json', { 'run.json': 'nonsense' });
  write('<img src=x onerror=alert(1)>', { 'run.json': '{"version":1}' });
  write('other-summary', { ...whole(), 'summary.json': '{"cells":7}' });
  write('large', { 'run.json': '' });
  truncateSync(join(runs, 'large/run.json'), 2 ** 31);
  write('pipe', {});
  execFileSync('mkfifo', [join(runs, 'pipe/run.json')]);
  write('linked', {});
  symlinkSync('/dev/zero', join(runs, 'linked/run.json'));
  symlinkSync('/', join(runs, 'outward'));
  write('no-record', { 'notes.txt': 'x' });
  mkdirSync(join(write('locked by hand', whole()), 'writing.lock'));
  const told = new Map(
    (await listed()).map((each) => [each.name, 'problem' in each ? each.problem : 'good']),
  );
  assert.equal(told.get('good'), 'good');
  assert.match(told.get('no-json')!, /^run\.json is not JSON/);
  assert.match(told.get('<img src=x onerror=alert(1)>')!, /^run\.json is damaged: study, plan/);
  assert.match(told.get('other-summary')!, /^is damaged: /);
  assert.match(told.get('large')!, /far more than a run leaves/);
  assert.equal(told.get('pipe'), 'run.json is not a file');
  assert.equal(told.get('linked'), 'run.json is not a file');
  assert.equal(told.get('locked by hand'), 'good');
  assert.equal(told.size, 8, 'no links out of the folder, and no folders without a record');
});

test('what was read is kept for the next start, for as long as its files have the same size and time', async () => {
  const dir = write('one', whole());
  const path = join(dir, 'run.json');
  const title = async () => {
    const [one] = await listed();
    return one !== undefined && 'line' in one ? one.line.title : '';
  };
  const { title: before } = run.study;
  const then = new Date('2026-11-01T00:00:00Z');
  utimesSync(path, then, then);
  assert.equal(await title(), before);
  const other = before.replaceAll(/\w/g, 'x');
  const text = recordedJson({ ...run, study: { ...run.study, title: other } }, 1);
  writeFileSync(path, text);
  utimesSync(path, then, then);
  assert.equal(await title(), before, 'nothing was read again');
  utimesSync(path, then, new Date(then.getTime() + 1_000));
  assert.equal(await title(), other);
});

test('what was kept for the next start and is nothing of that any more is read again', async () => {
  write('one', whole());
  const own = join(root, `cache-${count}`);
  const names = async () => (await listed(new Shelf(runs, own, '1'))).map(({ name }) => name);
  assert.deepEqual(await names(), ['one']);
  const [file] = globSync('records/*.json', { cwd: own });
  for (const text of ['{}', '[1]', 'nonsense', 'null']) {
    writeFileSync(join(own, file!), text);
    assert.deepEqual(await names(), ['one'], text);
  }
});

test('samples that were changed by hand take the answer away, and to copy a record does not', async () => {
  const dir = write('one', { ...whole(), 'samples.ndjson': 'x'.repeat(5_000), 'probes.ndjson': '' });
  const seconds = (file: string, at: number) => utimesSync(join(dir, file), at, at);
  const answer = async () => {
    const [one] = await listed();
    return one !== undefined && 'line' in one ? one.line.answer : undefined;
  };
  seconds('summary.json', 1_000);
  for (const file of ['samples.ndjson', 'probes.ndjson']) {
    seconds('samples.ndjson', 990);
    seconds('probes.ndjson', 990);
    assert.ok((await answer()) !== null, 'made of them');
    seconds(file, 1_001);
    assert.ok((await answer()) !== null, 'copied just after it');
    seconds(file, 1_060);
    assert.equal(await answer(), null, file);
  }
});

test('500 records that were read before are listed within 500 ms', async () => {
  const bare = { 'run.json': recordedJson(run, 0) };
  for (let i = 0; i < 500; i++) write(`r${i}`, bare);
  await listed();
  const took: number[] = [];
  for (let i = 0; i < 3; i++) {
    const startMs = performance.now();
    assert.equal((await listed()).length, 500);
    took.push(performance.now() - startMs);
  }
  assert.ok(Math.min(...took) < 500, `${took}`);
});

test('tags are kept beside the record, each once', async () => {
  write('one', whole());
  const shelf = new Shelf(runs, null, '1');
  shelf.tag('one', ['baseline', 'before <b>']);
  assert.deepEqual((await listed(shelf))[0]!.tags, ['baseline', 'before <b>']);
  writeFileSync(join(runs, 'one/tags.json'), '{"tags":[1,{}]}');
  assert.deepEqual((await listed(shelf))[0]!.tags, []);
});

test('a record goes with all its files; one that is being written, and whatever is none, stay', async () => {
  const dir = write('one', whole());
  write('two', whole());
  const shelf = new Shelf(runs, null, '1');
  const letGo = lockRecord(join(runs, 'two'));
  assert.throws(() => shelf.remove('two'), /being written by another wirefare/);
  letGo();
  for (const name of ['..', '.', '', '../runs', 'three', 'one/..'])
    assert.throws(() => shelf.remove(name), UserError, name);
  shelf.remove('one');
  assert.ok(!existsSync(dir));
  assert.deepEqual(
    (await listed(shelf)).map(({ name }) => name),
    ['two'],
  );
});

test('the folder of records may be a link to another disk', async () => {
  write('one', whole());
  const link = join(root, `link-${count}`);
  symlinkSync(runs, link);
  assert.deepEqual(
    (await listed(new Shelf(link, null, '1'))).map(({ name }) => name),
    ['one'],
  );
  rmSync(runs, { recursive: true });
  await assert.rejects(listed(new Shelf(link, null, '1')), /cannot be listed: ENOENT/);
});

test('a record that somebody is writing goes on, and was interrupted only when nobody does any more', async () => {
  const dir = write('one', { 'run.json': recordedJson({ ...run, status: 'running' }, 1) });
  const statusOf = async () => {
    const [one] = await listed();
    return one !== undefined && 'line' in one ? one.line?.status : null;
  };
  const release = lockRecord(dir);
  assert.equal(await statusOf(), 'running');
  release();
  assert.equal(await statusOf(), 'interrupted');
});

test('a disk that is full or refuses is told as one, with what mends it', () => {
  const dir = write('one', whole());
  const shelf = new Shelf(runs, null, '1');
  const gapOf = (act: () => void) => {
    try {
      act();
    } catch (thrown) {
      assert.ok(thrown instanceof EnvironmentError, String(thrown));
      return [thrown.message, ...thrown.tried, thrown.remedy].join('\n');
    }
    return 'nothing was refused';
  };
  assert.match(
    gapOf(() => onFullDisk(() => shelf.tag('one', ['baseline']))),
    /^the tags of one cannot be saved\nENOSPC.*\nmake room in /,
  );
  // Somebody takes it away while it is being deleted.
  shelf.folder = () => {
    rmSync(dir, { recursive: true });
    return dir;
  };
  assert.match(
    gapOf(() => shelf.remove('one')),
    /^one cannot be deleted\nENOENT.*\nget leave to write in .*, or remove the folder .*\/one by hand$/,
  );
});
