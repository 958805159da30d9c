// Whatever the data, a format brings them back exactly or refuses them beforehand: every document with every
// encoder and every decoder that runs here. The formats come from the catalogue, so a new one is held to this
// at once.

import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { arbitraryDocuments } from '../../test/support/documents/arbitrary-documents.ts';
import { bodyFor } from '../../test/support/documents/body-in-node.ts';
import { DOCUMENTS } from '../../test/support/documents/documents.ts';
import { firstDifference } from '../data/equal.ts';
import { inferSchema } from '../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../data/schema.ts';
import { FORMATS } from './catalogue.ts';
import type { Encoder, Format } from './format.ts';
import { whyRefused } from './shared/refusal.ts';

const PAIRS = FORMATS.flatMap((format) => format.encoders.map((encoder) => ({ format, encoder })));

/** What comes back changed, as lines `msgpackr → @msgpack/msgpack: [3].price: …`; empty where all is well. */
function changes(format: Format, encoder: Encoder, schema: DataSchema, value: DataValue): string[] {
  const encode = encoder.bind(schema);
  const bytes = encode(value);
  const copy = Uint8Array.from(bytes);
  encode(value);
  const reused = Buffer.compare(bytes, copy) === 0 ? [] : [`${encoder.name} overwrites what it gave before`];
  const decoders = format.codecs.filter(({ needs }) => !needs.includes('dom'));
  const changed = decoders.flatMap((codec) => {
    const decode = codec.bind(schema);
    const difference = twice(() => firstDifference(decode(bodyFor(codec, bytes)), value, format));
    return difference === null ? [] : [`${encoder.name} → ${codec.name}: ${difference}`];
  });
  return [...reused, ...changed];
}

/** What was thrown and where: an error that is no refusal is one of ours. */
function firstLines(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return (thrown.stack ?? thrown.message).split('\n').slice(0, 3).join('');
}

/** The second time too: no body may lean on one before it. */
function twice(compare: () => string | null): string | null {
  return compare() ?? compare();
}

for (const { format, encoder } of PAIRS) {
  test(`every document comes back from ${format.name} by ${encoder.name} as it was, or is refused`, () => {
    const problems = DOCUMENTS.flatMap(({ name, value }) => {
      try {
        const schema = inferSchema(name, value);
        if (whyRefused(encoder, schema, [value]) !== null) return [];
        return changes(format, encoder, schema, value).map((change) => `${name}: ${change}`);
      } catch (thrown) {
        return [`${name}: ${firstLines(thrown)}`];
      }
    });
    assert.deepEqual(problems, []);
  });
}

test('a refusal names the format and says why', () => {
  for (const { format, encoder } of PAIRS) {
    for (const { name, value } of DOCUMENTS) {
      const reason = whyRefused(encoder, inferSchema(name, value), [value]);
      if (reason !== null) assert.match(reason, /^\S.* cannot carry \S+/, `${format.name}, ${name}`);
    }
  }
});

test('formats that need no schema carry all but what their libraries would change', () => {
  const refused = (formatName: string) => {
    const encoder = FORMATS.find((format) => format.name === formatName)!.encoders[0]!;
    return DOCUMENTS.filter(
      ({ name, value }) => whyRefused(encoder, inferSchema(name, value), [value]) !== null,
    ).map(({ name }) => name);
  };
  const surrogates = ['half a surrogate pair', 'half a surrogate pair in a key'];
  const mark = 'a text with a byte order mark';
  const proto = ['key __proto__', 'key __proto__ with a plain value'];
  assert.deepEqual(refused('json'), []);
  assert.deepEqual(refused('msgpack'), [...surrogates, mark, ...proto]);
  assert.deepEqual(refused('cbor'), [...surrogates, mark, ...proto]);
  assert.deepEqual(refused('msgpack-records'), [...surrogates, mark, ...proto, 'keys that libraries use']);
  assert.deepEqual(refused('bson'), [
    ...surrogates,
    mark,
    'a key with NUL',
    'keys that libraries use',
    'a pointer beside an id',
  ]);
});

test('whole numbers beyond 2^53 in records are refused by no format', () => {
  const { name, value } = DOCUMENTS.find((each) => each.name === 'whole numbers beyond 2^53 in records')!;
  const refusals = PAIRS.map(({ encoder }) => whyRefused(encoder, inferSchema(name, value), [value]));
  assert.deepEqual(
    refusals.filter((reason) => reason !== null),
    [],
  );
});

for (const { format, encoder } of PAIRS) {
  test(`any value comes back from ${format.name} by ${encoder.name} as it was, or is refused`, () => {
    const property = fc.property(arbitraryDocuments, (value) => {
      const schema = inferSchema('Anything', value);
      if (whyRefused(encoder, schema, [value]) !== null) return;
      assert.deepEqual(changes(format, encoder, schema, value), []);
    });
    fc.assert(property, { numRuns: 300, seed: 20261122 });
  });
}
