import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { datasetNamed, generateRecords } from '../catalogue.ts';
import { firstDifference } from '../equal.ts';
import { cacheDirectory } from './cache-directory.ts';
import { RECORDS_PER_CHUNK } from './chunk.ts';
import { loadDataset } from './store.ts';

const BOOKS = generateRecords(datasetNamed('book'), 3 * RECORDS_PER_CHUNK);
const COUNT = 2 * RECORDS_PER_CHUNK + 17;

function temporaryDirectory(context: TestContext): string {
  const path = fs.mkdtempSync(join(tmpdir(), 'wirefare-store-'));
  context.after(() => fs.rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Loads Books, demands that they are the true ones and that nobody had to be told of trouble. */
function loadTrueBooks(n: number, dir: string | null): void {
  const records = loadDataset('book', n, dir, (what) => assert.fail(what));
  assert.equal(firstDifference(records, BOOKS.slice(0, n)), null);
}

const filesIn = (dir: string) =>
  fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.chunk'));

const bytesOf = (dir: string) => filesIn(dir).map((name) => fs.readFileSync(join(dir, name)));

test('n records are the first n, made or loaded, whatever was asked for before', (context) => {
  const dir = temporaryDirectory(context);
  for (const n of [10, COUNT, 0, 1, RECORDS_PER_CHUNK, RECORDS_PER_CHUNK + 1, 3 * RECORDS_PER_CHUNK, COUNT]) {
    loadTrueBooks(n, dir);
  }
  loadTrueBooks(COUNT, null);
});

test('records that are told apart by their index alone go on counting from one file to the next', (context) => {
  const dir = temporaryDirectory(context);
  for (const where of [dir, dir, null]) {
    assert.deepEqual(loadDataset('file', RECORDS_PER_CHUNK + 2, where).slice(RECORDS_PER_CHUNK - 1), [
      ...generateRecords(datasetNamed('file'), RECORDS_PER_CHUNK + 2).slice(-3),
    ]);
  }
  const last = loadDataset('file', RECORDS_PER_CHUNK + 1, dir).at(-1);
  assert.equal(last!.name, `filename${RECORDS_PER_CHUNK}.extension`);
});

test('a load touches only the files it needs', (context) => {
  const dir = temporaryDirectory(context);
  loadTrueBooks(10, dir);
  assert.equal(filesIn(dir).length, 1);
  loadTrueBooks(COUNT, dir);
  assert.equal(filesIn(dir).length, 3);
  const read = context.mock.method(fs, 'readFileSync');
  loadTrueBooks(RECORDS_PER_CHUNK, dir);
  assert.equal(read.mock.callCount(), 1);
});

test('a second load writes nothing and leaves nothing but the chunks', (context) => {
  const dir = temporaryDirectory(context);
  loadTrueBooks(COUNT, dir);
  const write = context.mock.method(fs, 'writeFileSync');
  loadTrueBooks(COUNT, dir);
  assert.equal(write.mock.callCount(), 0);
  const folder = join(dir, fs.readdirSync(dir)[0]!);
  assert.ok(fs.readdirSync(folder).every((name) => name.endsWith('.chunk')));
});

test('whatever is wrong with a file, the records are right and the file is made again', (context) => {
  const dir = temporaryDirectory(context);
  loadTrueBooks(COUNT, dir);
  const whole = bytesOf(dir);
  const files = filesIn(dir).map((name) => join(dir, name));
  const damages: ((path: string, bytes: Buffer) => void)[] = [
    (path) => fs.writeFileSync(path, ''),
    (path) => fs.writeFileSync(path, 'x'),
    (path, bytes) => fs.writeFileSync(path, bytes.subarray(0, bytes.length - 1)),
    (path, bytes) => fs.writeFileSync(path, bytes.subarray(0, 70)),
    (path, bytes) => fs.writeFileSync(path, bytes.fill(0, 1_000, 1_001)),
    (path, bytes) => fs.writeFileSync(path, bytes.fill(0x30, 0, 64)),
    (path, bytes) => fs.writeFileSync(path, Buffer.concat([bytes, Buffer.from(' ')])),
    (path) => fs.rmSync(path),
    // A whole chunk in the wrong place.
    (path) => fs.writeFileSync(path, whole[path === files[0] ? 1 : 0]!),
  ];
  for (const damage of damages) {
    for (const [i, path] of files.entries()) {
      damage(path, Buffer.from(whole[i]!));
      loadTrueBooks(COUNT, dir);
      assert.deepEqual(bytesOf(dir), whole);
    }
  }
});

test('a file of another dataset is not taken for this one', (context) => {
  const dir = temporaryDirectory(context);
  loadDataset('video', 10, dir);
  const [video] = filesIn(dir);
  loadTrueBooks(10, dir);
  const book = filesIn(dir).find((name) => name !== video)!;
  fs.copyFileSync(join(dir, video!), join(dir, book));
  loadTrueBooks(10, dir);
});

test('a full disk costs the saving, not the run, and is told once', (context) => {
  const dir = temporaryDirectory(context);
  let writes = 0;
  context.mock.method(fs, 'writeFileSync', () => {
    writes += 1;
    throw new Error('ENOSPC: no space left on device, write');
  });
  const troubles: string[] = [];
  const records = loadDataset('book', COUNT, dir, (what) => troubles.push(what));
  assert.equal(firstDifference(records, BOOKS.slice(0, COUNT)), null);
  assert.equal(writes, 1);
  assert.equal(troubles.length, 1);
  assert.match(troubles[0]!, /book could not be kept in .*: ENOSPC/);
});

test('a directory that cannot be made costs the saving, not the run', (context) => {
  const dir = temporaryDirectory(context);
  const file = join(dir, 'a-file');
  fs.writeFileSync(file, '');
  const troubles: string[] = [];
  const records = loadDataset('book', 10, join(file, 'below'), (what) => troubles.push(what));
  assert.equal(firstDifference(records, BOOKS.slice(0, 10)), null);
  assert.match(troubles.join(), /ENOTDIR/);
});

test('what a killed process left behind is removed after an hour, not before', (context) => {
  const dir = temporaryDirectory(context);
  loadTrueBooks(10, dir);
  const folder = join(dir, fs.readdirSync(dir)[0]!);
  const abandoned = join(folder, 'staging-old');
  const inUse = join(folder, 'staging-new');
  for (const each of [abandoned, inUse]) {
    fs.mkdirSync(each);
    fs.writeFileSync(join(each, 'chunk'), 'half');
  }
  const longAgo = new Date(fs.statSync(inUse).mtimeMs - 2 * 3_600_000);
  fs.utimesSync(abandoned, longAgo, longAgo);
  loadTrueBooks(COUNT, dir);
  assert.equal(fs.existsSync(abandoned), false);
  assert.equal(fs.existsSync(inUse), true);
});

test('processes that fill the same directory at once all get the true records', async (context) => {
  const dir = temporaryDirectory(context);
  const store = fileURLToPath(new URL('./store.ts', import.meta.url));
  const program = `
    import { loadDataset } from ${JSON.stringify(store)};
    const troubles = [];
    const records = loadDataset('book', ${COUNT}, ${JSON.stringify(dir)}, (what) => troubles.push(what));
    console.log(records.length, records.at(-1).title, troubles.length);`;
  const children = [0, 1, 2].map(() => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
    });
    return once(child, 'close').then(() => said.trim());
  });
  const expected = `${COUNT} ${BOOKS[COUNT - 1]!.title} 0`;
  assert.deepEqual(await Promise.all(children), [expected, expected, expected]);
  loadTrueBooks(COUNT, dir);
});

test('a count that is none is refused', () => {
  for (const n of [-1, 1.5, 1_000_001, Number.NaN]) {
    assert.throws(() => loadDataset('book', n, null), /from 0 to 1000000/);
  }
});

test('the cache is where the environment says, in the order of the documentation', () => {
  const all = { WIREFARE_CACHE: '/a', XDG_CACHE_HOME: '/b', HOME: '/c' };
  assert.equal(cacheDirectory(all), '/a');
  assert.equal(cacheDirectory({ ...all, WIREFARE_CACHE: '' }), '/b/wirefare');
  assert.equal(cacheDirectory({ XDG_CACHE_HOME: 'relative', HOME: '/c' }), '/c/.cache/wirefare');
  assert.equal(cacheDirectory({}), null);
});
