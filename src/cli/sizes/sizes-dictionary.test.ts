import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { dczCompressor } from '../../compression/dictionary-zstd.ts';
import { compressorOf } from '../../compression/node-zlib.ts';
import { runCli } from '../program.ts';
import type { DictionarySizes } from './sizes-dictionary.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-dictionary-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const orders = (day: number) =>
  Array.from({ length: 200 }, (_, i) => ({
    id: 1_000 + i,
    customer: `Person ${(i * 7_919) % 1_000}`,
    stock: (i * day) % 13,
    ...(day === 1 && i === 0 ? { note: 'only then' } : {}),
  }));
const TEXTS = { 'yesterday.json': orders(1), 'today.json': orders(2), 'document.json': { a: 1 } };
for (const [name, value] of Object.entries(TEXTS)) writeFileSync(join(dir, name), JSON.stringify(value));

async function printed(...args: string[]): Promise<string> {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(['sizes', ...args], host), 0);
  return host.printed();
}

async function dictionarySizes(...args: string[]): Promise<DictionarySizes> {
  const text = await printed('today.json', '--dictionary', 'yesterday.json', '--json', ...args);
  return (readOutput('sizes', text) as { readonly dictionary: DictionarySizes }).dictionary;
}

test('JSON takes what zstd with the answer before as dictionary takes, head included', async () => {
  const { source, sizes } = await dictionarySizes('--formats', 'json');
  const [today, yesterday] = [orders(2), orders(1)].map((value) => Buffer.from(JSON.stringify(value)));
  assert.equal(source, 'yesterday.json');
  assert.deepEqual(sizes, [
    {
      format: 'json',
      codec: 'JSON.stringify',
      level: 3,
      dictionaryBytes: yesterday!.length,
      bytes: today!.length,
      zstdBytes: compressorOf({ coding: 'zstd', level: 3 })(today!).length,
      dczBytes: dczCompressor(3, yesterday!)(today!).length,
    },
  ]);
});

test('formats made from a schema have one that describes both answers', async () => {
  const { sizes } = await dictionarySizes('--formats', 'json,protobuf,arrow');
  assert.deepEqual(sizes.map(({ format }) => format).toSorted(), ['arrow', 'json', 'protobuf']);
  for (const { dczBytes, zstdBytes, format } of sizes) assert.ok(dczBytes < zstdBytes, format);
});

test('the levels of zstd that are asked for are those of dcz', async () => {
  const { sizes } = await dictionarySizes('--formats', 'json', '--compression', 'gzip,zstd-1,zstd-19');
  assert.deepEqual(
    sizes.map(({ level }) => level).toSorted((a, b) => a - b),
    [1, 19],
  );
});

test('the table stands below the other and within 80 columns', async () => {
  const text = await printed('today.json', '--dictionary', 'yesterday.json', '--formats', 'json,msgpack');
  assert.match(
    text,
    /\n\n {2}With yesterday\.json as dictionary\n {2}bytes +none +level +zstd +dcz +of zstd\n/,
  );
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
});

test('without a dictionary nothing is said of one', async () => {
  assert.doesNotMatch(await printed('today.json', '--formats', 'json'), /dictionary/);
  assert.doesNotMatch(await printed('today.json', '--formats', 'json', '--json'), /dictionary/);
});

test('a dictionary of another shape, of several messages, or with a schema of their own is refused', async () => {
  const wrong: [string, string[]][] = [
    ['no answers of one kind', ['today.json', '--dictionary', 'document.json']],
    ['several messages', ['document.json', 'document.json', '--dictionary', 'document.json']],
    ['holds the same data', ['today.json', '--dictionary', 'today.json', '--n', '300']],
    ['not with --schema', ['today.json', '--dictionary', 'yesterday.json', '--schema', 'own.proto']],
  ];
  for (const [why, args] of wrong) {
    await assert.rejects(printed(...args), (thrown) => {
      assert.ok(thrown instanceof UserError, String(thrown));
      assert.match(thrown.problems[0]!.what, new RegExp(why));
      return true;
    });
  }
});
