import assert from 'node:assert/strict';
import test from 'node:test';
import { flatRecords, madePayload } from '../../../test/support/documents/made-payload.ts';
import { dczCompressor } from '../../compression/dictionary-zstd.ts';
import type { DataRecord } from '../../data/schema.ts';
import { encoderNamed, formatNamed } from '../../formats/catalogue.ts';
import type { Payload } from '../../payload/payload.ts';
import { withDictionary } from '../../payload/with-dictionary.ts';
import { isPlain } from '../needs.ts';
import { withDictionaryLevels } from './dictionary-ways.ts';
import { screen } from './screen.ts';
import type { Screened } from './screened.ts';

const AROUND = {
  clock: { nowMs: () => performance.now(), date: () => new Date(0) },
  interrupted: new AbortController().signal,
  budgetMs: 1,
};

const today = madePayload(flatRecords(80));
const cheaper = (flatRecords(80) as DataRecord[]).map((each) => ({ ...each, price: Number(each.price) / 2 }));
const both = withDictionary(today, madePayload(cheaper), '--dictionary');

async function screened(payload: Payload, names: readonly string[]): Promise<readonly Screened[]> {
  const all: Screened[] = [];
  const options = { formats: names.map(formatNamed), levels: [{ coding: 'zstd', level: 3 }] };
  for await (const each of screen(payload, options, AROUND)) all.push(each);
  return withDictionaryLevels(payload, all, AROUND);
}

test('each way that carries the data gets dcz at two levels, with the bytes of its own body and dictionary', async () => {
  const all = await screened(both, ['json', 'protobuf', 'arrow']);
  for (const each of all) {
    assert.ok(each.kind === 'carried', each.format);
    const encode = encoderNamed(each.format, each.encoder).bind(both.schema);
    const [zstd, ...dcz] = each.compressed;
    assert.deepEqual(
      dcz.map(({ coding: name, level, bytes }) => [name, level, bytes]),
      [3, 9].map((level) => ['dcz', level, dczCompressor(level, encode(cheaper))(encode(both.value)).length]),
    );
    for (const { bytes, compressMs, decompressMs } of dcz) {
      assert.ok(bytes < zstd!.bytes, `${each.format}: ${bytes} of ${zstd!.bytes}`);
      assert.ok(compressMs! > 0 && decompressMs! > 0);
    }
  }
});

test('without a dictionary nothing is added', async () => {
  for (const each of await screened(today, ['json'])) {
    assert.ok(each.kind === 'carried');
    assert.deepEqual(
      each.compressed.map(({ coding: name }) => name),
      ['zstd'],
    );
  }
});

test('what carries the data and not the answer before is refused, with the reason', async () => {
  const control = madePayload([{ title: 'a control \u0001' }]);
  const plain = madePayload([{ title: 'plain' }]);
  const [xml] = await screened(withDictionary(plain, control, '--dictionary'), ['xml']);
  assert.ok(xml!.kind === 'refused');
  assert.match(xml!.reason, /^the answer before: /);
});

test('a dictionary is something that a client has to have kept', () => {
  const way = { format: 'json', codec: 'JSON.parse' };
  assert.equal(isPlain({ ...way, compression: 'zstd-3' }), true);
  assert.equal(isPlain({ ...way, compression: 'dcz-3' }), false);
});
