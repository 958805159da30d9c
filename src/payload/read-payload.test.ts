import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { UserError } from '../base/errors.ts';
import { findMismatch } from '../data/mismatch.ts';
import { readPayload } from './read-payload.ts';
import { readSchema } from './read-schema.ts';
import type { ReadOptions, ReadSurroundings } from './source.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-payload-'));
after(() => rmSync(dir, { recursive: true }));

function surroundingsWith(stdin: Uint8Array | null = null): ReadSurroundings {
  return {
    clock: { nowMs: () => performance.now(), date: () => new Date() },
    cwd: dir,
    stdin: () =>
      stdin === null
        ? null
        : (async function* () {
            for (let at = 0; at < stdin.length; at += 7) yield stdin.subarray(at, at + 7);
          })(),
    interrupted: new AbortController().signal,
  };
}

function file(name: string, content: string | Uint8Array): string {
  mkdirSync(join(dir, name, '..'), { recursive: true });
  writeFileSync(join(dir, name), content);
  return name;
}

const read = (names: string | string[], options: ReadOptions = {}, stdin?: string) =>
  readPayload([names].flat(), options, surroundingsWith(stdin === undefined ? null : Buffer.from(stdin)));

async function problemsOf(names: string | string[], options?: ReadOptions, stdin?: string): Promise<string> {
  try {
    await read(names, options, stdin);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    return thrown.message;
  }
  return assert.fail('nothing was wrong');
}

test('an array is a list, anything else a document', async () => {
  const list = await read(file('My Orders (2).json', '[{"id":1},{"id":2}]'));
  assert.deepEqual([list.name, list.shape, list.source], ['my-orders-2', 'list', 'My Orders (2).json']);
  assert.equal(findMismatch(list.schema, list.value), null);
  assert.deepEqual(list.today, { format: 'json', compression: 'none', sourceBytes: 19, captured: null });
  for (const text of ['{"a":1}', '{}', '5', '"x"', 'null', 'false', '-0']) {
    const document = await read(file('a.json', text));
    assert.equal(document.shape, 'document');
    assert.deepEqual(document.value, text === '-0' ? 0 : JSON.parse(text));
  }
});

test('nothing to measure is said to be nothing', async () => {
  assert.match(await problemsOf(file('empty.json', '')), /^empty\.json: is empty/);
  assert.match(await problemsOf(file('blank.json', ' \n\t')), /is empty/);
  assert.match(await problemsOf(file('none.json', '[]')), /the list is empty: at least one record/);
  assert.match(await problemsOf(file('in.json', '{"a":[]}'), { path: 'a' }), /--path a: the list is empty/);
  assert.match(await problemsOf(file('head.csv', 'a,b\n')), /has no records/);
  assert.match(await problemsOf(file('mark.ndjson', '\ufeff\n\n')), /is empty/);
});

test('kinds are known by name, by --from, and else by content', async () => {
  const rows = [
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
  ];
  const texts = {
    json: '[{"a":1,"b":"x"},{"a":2,"b":"y"}]',
    ndjson: '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n',
    csv: 'a,b\n1,x\n2,y\n',
    tsv: 'a\tb\n1\tx\n2\ty\n',
    xml: '<rows><row><a>1</a><b>x</b></row><row><a>2</a><b>y</b></row></rows>',
  };
  for (const [kind, text] of Object.entries(texts)) {
    assert.deepEqual((await read(file(`rows.${kind}`, text))).value, rows, kind);
    assert.deepEqual((await read('-', {}, text)).value, rows, `${kind} by content`);
    assert.deepEqual((await read('-', {}, `\ufeff${text}`)).value, rows, `${kind} with a byte order mark`);
    assert.deepEqual(
      (await read(file('rows.data', text), { from: kind as 'csv' })).value,
      rows,
      `${kind} as said`,
    );
  }
  assert.deepEqual((await read('-', {}, '"a","b"\n1,x\n')).value, [{ a: 1, b: 'x' }]);
  assert.deepEqual((await read('-', {}, '{\n"a": [\n1]}')).value, { a: [1] });
  assert.match(await problemsOf('-', {}, 'hello world'), /standard input: cannot be recognised.*--from/);
  assert.match(await problemsOf('-', {}, '<!DOCTYPE html><p>'), /web page/);
  assert.match(await problemsOf('-'), /standard input: is a terminal/);
});

test('a .json file that is NDJSON is said to be', async () => {
  assert.match(
    await problemsOf(file('lines.json', '{"a":1}\n{"a":2}\n')),
    /line 2, column 1: not JSON: more text.*--from ndjson/,
  );
});

test('other encodings are refused with how to convert them', async () => {
  assert.match(await problemsOf(file('u16.json', Buffer.from('\ufeff[1]', 'utf16le'))), /UTF-16.*iconv/);
  assert.match(await problemsOf(file('u16b.json', Buffer.from('[1,2]', 'utf16le'))), /UTF-16LE.*iconv/);
  const latin = file('latin.json', Buffer.from('{"a":"x",\n"city":"M\xfcnchen"}', 'latin1'));
  assert.match(await problemsOf(latin), /line 2, column 10: is not UTF-8 here \(byte 0xfc\)/);
  const late = Buffer.concat([
    Buffer.from(`["${'ä€😀'.repeat(50_000)}","`),
    Buffer.from([0xe2, 0x82]),
    Buffer.from('"]'),
  ]);
  assert.match(await problemsOf(file('late.json', late)), /column 150006: is not UTF-8 here/);
  assert.match(await problemsOf(file('z.json', Buffer.from([0x1f, 0x8b, 8, 0]))), /compressed \(gzip\)/);
});

test('a byte order mark is skipped', async () => {
  assert.deepEqual((await read(file('bom.json', '\ufeff[1]'))).value, [1]);
});

test('all problems of a file are told at once, with the lines they stand on', async () => {
  const text = '{"id": 12345678901234567890,\n "a": 1,\n "a": 2,\n "b": [1e999],\n "c" 3}';
  const told = await problemsOf(file('many.json', text), { exact: true });
  assert.match(told, /many\.json: line 1, column 8: at id: 12345678901234567890 is a whole number/);
  assert.match(told, /line 3, column 2: the key "a" is there already, on line 2, column 2/);
  assert.match(told, /line 4, column 8: at b\[0\]: 1e999 is beyond/);
  assert.match(
    told,
    /line 5, column 6: not JSON: a colon is missing after the key\n {4}5 │ {2}"c" 3}\n {6}│ {6}\^/,
  );
});

test('what is read in another way is told', async () => {
  const { value, notes } = await read(file('notes.json', '{"a":[-0,-0.0,1],"__proto__":-0,"s":"\\ud800"}'));
  assert.deepEqual(Object.entries(value as object), [
    ['a', [0, 0, 1]],
    ['__proto__', 0],
    ['s', '\ud800'],
  ]);
  assert.ok(Object.is((value as { a: number[] }).a[0], 0));
  assert.match(notes.join('\n'), /3 numbers are −0 and read as 0/);
  assert.match(notes.join('\n'), /1 string has half of a surrogate pair/);
});

const TWEETS = '[{"id":1},\n {"id":505874924095815681,"x":0.10000000000000000001},{"id":505874924095815700}]';

test('whole numbers beyond 2^53 are read as browsers read them, counted, the first with its place', async () => {
  const { value, notes, schema } = await read(file('tweets.json', TWEETS));
  assert.deepEqual(value, JSON.parse(TWEETS));
  assert.equal(findMismatch(schema, value), null);
  assert.deepEqual(notes, [
    '2 whole numbers are beyond 2^53 and read as the nearest double, as browsers do: 505874924095815681 as 505874924095815680 at [1].id (line 2, column 8); as texts they would keep every digit',
    '1 number has more digits than a double keeps and read as the nearest: 0.10000000000000000001 as 0.1 at [1].x (line 2, column 31)',
  ]);
  const lines = await read(file('tweets.ndjson', '{"id":1}\n\n{"id":9007199254740993}\n9007199254740995'));
  assert.match(lines.notes.join(), /^2 whole numbers .* at id \(line 3, column 7\)/);
});

test('--exact refuses them, each with its place, also where NDJSON is looked through', async () => {
  const told = await problemsOf(file('tweets.json', TWEETS), { exact: true });
  assert.match(
    told,
    /^tweets\.json: line 2, column 8: at \[1\]\.id: 505874924095815681 is a whole number that a double would change to 505874924095815680; write it as a string/,
  );
  assert.match(told, /at \[2\]\.id: 505874924095815700/);
  assert.doesNotMatch(told, /: 0\.1000/);
  const lines = file('exact.ndjson', '{"id":1}\n{"id":9007199254740993}\n');
  for (const reading of [readPayload, readSchema])
    await assert.rejects(
      async () => reading([lines], { exact: true }, surroundingsWith()),
      /line 2, column 7: at id: 9007199254740993/,
    );
  const small = file('small.json', '[9007199254740992, -1, 1e21, 0.10000000000000000001]');
  assert.deepEqual((await read(small, { exact: true })).value, [2 ** 53, -1, 1e21, 0.1]);
});

test('--path picks the data, and tells what there is where it leads nowhere', async () => {
  const name = file(
    'deep.json',
    '{"data":{"items":[{"rows":[{"id":1}]}],"unit price":{"a.b":[1]},"total":1}}',
  );
  const at = async (path: string) => (await read(name, { path })).value;
  assert.deepEqual(await at('data.items[0].rows'), [{ id: 1 }]);
  assert.deepEqual(await at('$.data.items'), [{ rows: [{ id: 1 }] }]);
  assert.deepEqual(await at('data["unit price"]["a.b"]'), [1]);
  assert.match(
    await problemsOf(name, { path: 'data.itmes' }),
    /--path data: there is no "itmes" here \(allowed: items, unit price, total; did you mean items\?\)/,
  );
  assert.match(
    await problemsOf(name, { path: 'data.items[3]' }),
    /--path data\.items: the array has 1 value/,
  );
  assert.match(await problemsOf(name, { path: 'data.items.rows' }), /an array of 1 stands here/);
  assert.match(await problemsOf(name, { path: 'data.total.x' }), /1 stands here, which has nothing inside/);
  assert.match(await problemsOf(name, { path: 'data..x' }), /is no path/);
  assert.match(await problemsOf(name, { path: 'data.constructor' }), /there is no "constructor"/);
});

test('several files, or a folder of them, are messages', async () => {
  const names = [
    file('m/b.json', '{"id":2,"x":"y"}'),
    file('m/a.json', '{"id":1}'),
    file('m/readme.txt', 'no'),
  ];
  const two = await read(names.slice(0, 2));
  assert.deepEqual([two.shape, two.name, two.source], ['messages', 'messages', '2 files']);
  assert.deepEqual(two.value, [{ id: 2, x: 'y' }, { id: 1 }]);
  const folder = await read('m');
  assert.deepEqual([folder.shape, folder.name], ['messages', 'm']);
  assert.deepEqual(folder.value, [{ id: 1 }, { id: 2, x: 'y' }]);
  assert.equal(folder.today.sourceBytes, 24);
  assert.match(await problemsOf([names[0]!, file('m.csv', 'a\n1\n')]), /all be of one kind.*json and csv/);
  const bad = await problemsOf([file('m/x.json', '{'), names[0]!, file('m/y.json', '[1,]')]);
  assert.match(bad, /^m\/x\.json: line 1, column 2: [\s\S]*\nm\/y\.json: line 1, column 4: /, 'of all files');
  mkdirSync(join(dir, 'nothing'));
  assert.match(await problemsOf('nothing'), /the folder has no files that are read/);
});

test('of XML files and under --path the root’s content is read as it is', async () => {
  const names = [file('x/1.xml', '<l><v>1</v><v>2</v></l>'), file('x/2.xml', '<l><v>3</v></l>')];
  assert.deepEqual((await read(names)).value, [{ v: [1, 2] }, { v: 3 }]);
  assert.deepEqual((await read(names[0]!, { path: 'v' })).value, [1, 2]);
  assert.deepEqual((await read(names[0]!)).value, [1, 2]);
});

test('notes that many messages have are told once', async () => {
  const names = Array.from({ length: 30 }, (_, i) => file(`z/${i}.json`, i === 3 ? '[1]' : '[-0]'));
  assert.deepEqual((await read(names)).notes, [
    'z/0.json and 28 more: 1 number is −0 and read as 0, which JSON writers send',
  ]);
  const bad = Array.from({ length: 30 }, (_, i) => file(`y/${i}.json`, '['));
  const told = (await problemsOf(bad)).split('\n').filter((line) => line.startsWith('y/'));
  assert.equal(told.length, 20);
  assert.match(await problemsOf(bad), /30 files: 10 more have problems/);
});

test('files that are not there, or cannot be, are the user’s to mend', async () => {
  assert.match(await problemsOf('no-such.json'), /^no-such\.json: no such file/);
  assert.match(await problemsOf(['rows.json/x']), /no such file/);
  assert.match(await problemsOf([`${'x'.repeat(300)}.json`]), /cannot be read: ENAMETOOLONG/);
});

test('names are small letters, digits and hyphens', async () => {
  const nameOf = async (name: string) => (await read(file(name, '{}'))).name;
  assert.equal(await nameOf('Übersicht_2024.json'), 'ubersicht-2024');
  assert.equal(await nameOf('漢.json'), 'payload');
  assert.equal(await nameOf(`${'long-name-'.repeat(9)}.json`), 'long-name-long-name-long-name-long-name');
  assert.equal((await read(file('x.json', '{}'), { name: 'mine' })).name, 'mine');
  assert.match(
    await problemsOf('x.json', { name: 'My Name' }),
    /--name: "My Name" is no name.*did you mean my-name/,
  );
});

test('NDJSON is looked through without keeping it, to the same schema', async () => {
  const lines = Array.from({ length: 300 }, (_, i) =>
    JSON.stringify({ id: i, state: i % 2 ? 'a' : 'b', ...(i % 3 ? { x: i / 2 } : {}) }),
  );
  const text = `\ufeff${lines.join('\n')}`;
  const name = file('log.ndjson', text);
  const whole = await read(name);
  const found = await readSchema([name], {}, surroundingsWith());
  assert.deepEqual(found.schema, whole.schema);
  assert.deepEqual(
    [found.name, found.shape, found.count, found.sourceBytes],
    ['log', 'list', 300, Buffer.byteLength(text)],
  );
  const piped = await readSchema(['-'], { from: 'ndjson', name: 'log' }, surroundingsWith(Buffer.from(text)));
  assert.deepEqual(piped.schema, whole.schema);
  await assert.rejects(
    readSchema([file('bad.ndjson', '{"a":1}\n{"a":}\n')], {}, surroundingsWith()),
    /line 2, column 6/,
  );
});

test('standard input that sends nothing is given up when interrupted', async () => {
  const interruption = new AbortController();
  const reading = readPayload(
    ['-'],
    {},
    { ...surroundingsWith(), stdin: () => new PassThrough(), interrupted: interruption.signal },
  );
  interruption.abort();
  await assert.rejects(reading, { name: 'AbortError' });
});
