import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { flatRecords, madePayload } from '../../../test/support/documents/made-payload.ts';
import { compressorOf } from '../../compression/node-zlib.ts';
import type { DataValue } from '../../data/schema.ts';
import { FORMATS, formatNamed } from '../../formats/catalogue.ts';
import type { Codec, Encoder, Format } from '../../formats/format.ts';
import type { Payload } from '../../payload/payload.ts';
import { ALL_LEVELS } from './levels.ts';
import { everyEncoder, type ScreenOptions, screen } from './screen.ts';
import type { RefusedFormat, Screened, ScreenedFormat } from './screened.ts';

const NONE = { coding: 'none', level: null };
const GZIP = { coding: 'gzip', level: 6 };
const SIZES: ScreenOptions = { levels: [NONE, GZIP] };
const JSON_FORMAT = formatNamed('json');

async function screened(payload: Payload, options: Partial<ScreenOptions>, surroundings = {}) {
  const found: Screened[] = [];
  const around = { interrupted: new AbortController().signal, ...surroundings };
  for await (const each of screen(payload, { ...SIZES, ...options }, around)) found.push(each);
  return found;
}

async function only(payload: Payload, format: Format): Promise<Screened> {
  const [one] = await screened(payload, { formats: [format] });
  return one!;
}

function jsonLike(given: { encoder?: Partial<Encoder>; codecs?: Codec[]; keyOrder?: 'schema' }): Format {
  const { encoder, codecs = JSON_FORMAT.codecs, keyOrder = 'kept' } = given;
  return { ...JSON_FORMAT, keyOrder, codecs, encoders: [{ ...JSON_FORMAT.encoders[0]!, ...encoder }] };
}

function decoderThat(name: string, changes: (value: DataValue) => DataValue): Codec {
  const bind = () => (text: string) => changes(JSON.parse(text) as DataValue);
  return { name, takes: 'text', needs: [], library: null, bind };
}

test('whoever waits for this process is heard of between two decoders', async () => {
  let turns = 0;
  const turnsAt: number[] = [];
  const decoder = decoderThat('it', (value) => {
    turnsAt.push(turns);
    return value;
  });
  const waiting = (async () => {
    for (; turnsAt.length < 2; turns++) await nextTurn();
  })();
  const format = jsonLike({ codecs: [decoder, decoder] });
  await screened(madePayload(flatRecords(3)), { formats: [format] });
  await waiting;
  assert.ok(turnsAt[1]! > turnsAt[0]!, `${turnsAt}`);
});

test('every encoder of every format has its bytes, and what was compressed is what zlib makes of them', async () => {
  const payload = madePayload(flatRecords(50));
  const found = await screened(payload, { formats: FORMATS });
  assert.deepEqual(
    found.map(({ format, encoder }) => `${format}/${encoder}`),
    everyEncoder(FORMATS).map(({ format, encoder }) => `${format.name}/${encoder.name}`),
  );
  for (const each of found) {
    assert.equal(each.kind, 'carried', JSON.stringify(each));
    const { format, encoder, bytes, compressed, decoders } = each as ScreenedFormat;
    const way = formatNamed(format).encoders.find(({ name }) => name === encoder)!;
    const body = way.bind(payload.schema)(payload.value);
    assert.equal(bytes, body.length);
    assert.deepEqual(
      compressed.map((one) => one.bytes),
      [body.length, compressorOf(GZIP)(body).length],
    );
    assert.ok(decoders.length > 0, format);
  }
});

test('of several messages the mean is told, with the smallest and the largest', async () => {
  const values = [[1], [1, 2, 3], [1, 2, 3, 4, 5]];
  const found = (await only(madePayload(values, 'messages'), JSON_FORMAT)) as ScreenedFormat;
  assert.equal(found.bytes, (3 + 7 + 11) / 3);
  assert.deepEqual(found.bytesRange, [3, 11]);
  const [, gzip] = found.compressed;
  const lengths = values.map((value) => compressorOf(GZIP)(Buffer.from(JSON.stringify(value))).length);
  assert.equal(gzip!.bytes, lengths.reduce((a, b) => a + b) / 3);
  assert.deepEqual(gzip!.bytesRange, [Math.min(...lengths), Math.max(...lengths)]);
});

test('what a format cannot say is refused with its reason, and at which message', async () => {
  const payload = madePayload([['fine'], ['lone \ud800']], 'messages');
  const refused = (await only(payload, formatNamed('protobuf'))) as RefusedFormat;
  assert.equal(refused.kind, 'refused');
  assert.match(refused.reason, /Protobuf/);
  const late = jsonLike({
    encoder: { refuse: () => (value) => assert.notDeepEqual(value, ['lone \ud800']) },
  });
  const { reason } = (await only(payload, late)) as RefusedFormat;
  assert.match(reason, /^JSON.stringify fails: message 2: /);
});

test('an encoder that throws is refused with what it said', async () => {
  const bind = () => () => {
    throw new Error('buffer full');
  };
  const { kind, reason } = (await only(madePayload([1]), jsonLike({ encoder: { bind } }))) as RefusedFormat;
  assert.deepEqual([kind, reason], ['refused', 'JSON.stringify fails: buffer full']);
});

test('data that come back changed are refused with the first difference', async () => {
  const codecs = [decoderThat('rounding', () => [{ price: 12 }])];
  const { kind, reason } = (await only(
    madePayload([{ price: 12.25 }]),
    jsonLike({ codecs }),
  )) as RefusedFormat;
  assert.equal(kind, 'refused');
  assert.equal(reason, 'rounding brings it back changed: [0].price: 12, expected 12.25');
});

test('a decoder that changes data is named, where another one brings them back', async () => {
  const codecs = [...JSON_FORMAT.codecs, decoderThat('dropping', () => [])];
  const found = (await only(madePayload([1, 2]), jsonLike({ codecs }))) as ScreenedFormat;
  assert.deepEqual(found.refusedDecoders, [{ codec: 'dropping', reason: '0 values, expected 2' }]);
  assert.deepEqual(
    found.decoders.map(({ codec }) => codec),
    ['JSON.parse'],
  );
});

test('keys in another order are a loss of formats that declare it, and a refusal of others', async () => {
  const payload = madePayload([
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ]);
  const codecs = [
    decoderThat('sorting', () => [
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ]),
  ];
  const declared = await only(payload, jsonLike({ codecs, keyOrder: 'schema' }));
  assert.equal((declared as ScreenedFormat).losesKeyOrder, true);
  assert.equal((await only(payload, jsonLike({ codecs }))).kind, 'refused');
  const kept = await only(payload, jsonLike({ keyOrder: 'schema' }));
  assert.equal((kept as ScreenedFormat).losesKeyOrder, false);
});

test('what is written in another way is told', async () => {
  const format: Format = { ...JSON_FORMAT, mapped: () => ['a-b is written a_b'] };
  const found = (await only(madePayload([1]), format)) as ScreenedFormat;
  assert.deepEqual(found.mapped, ['a-b is written a_b']);
});

test('an interruption ends it after the encoder at work', async () => {
  const stop = new AbortController();
  const encoder = { refuse: () => () => stop.abort() };
  const formats = [jsonLike({ encoder }), JSON_FORMAT];
  const found = await screened(madePayload([1]), { formats }, { interrupted: stop.signal });
  assert.deepEqual(found, []);
});

test('sizes that fail where nobody waits for them any more end nothing', async () => {
  const stop = new AbortController();
  const encoder = { refuse: () => () => stop.abort() };
  const levels = [{ coding: 'gzip', level: 99 }] as const;
  const formats = [JSON_FORMAT, jsonLike({ encoder })];
  assert.deepEqual(await screened(madePayload([1]), { formats, levels }, { interrupted: stop.signal }), []);
  // What nobody has caught by then ends the process.
  await nextTurn();
});

test('with all levels every compression at every level is there, none first', async () => {
  const [found] = (await screened(madePayload(flatRecords(5)), {
    formats: [JSON_FORMAT],
    levels: ALL_LEVELS.tried,
  })) as ScreenedFormat[];
  assert.deepEqual(
    found!.compressed.map(({ coding, level }) => ({ coding, level })),
    ALL_LEVELS.tried,
  );
});

test('text is taken as a page takes it: a byte order mark that a format writes in front is lost', async () => {
  const encoder: Partial<Encoder> = { bind: () => (value) => Buffer.from(String(value)) };
  const asText: Codec = { name: 'text', takes: 'text', needs: [], library: null, bind: () => (text) => text };
  const format = jsonLike({ encoder, codecs: [asText] });
  assert.equal((await only(madePayload('plain', 'document'), format)).kind, 'carried');
  assert.equal((await only(madePayload('\ufeffmarked', 'document'), format)).kind, 'refused');
});
