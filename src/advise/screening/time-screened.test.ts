import assert from 'node:assert/strict';
import test from 'node:test';
import { madePayload } from '../../../test/support/documents/made-payload.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import { screen } from './screen.ts';
import type { Screened } from './screened.ts';
import { timeScreened } from './time-screened.ts';

const GZIP = { coding: 'gzip', level: 6 };

test('what was screened for sizes gets its times without being screened again', async () => {
  const formats = [formatNamed('json'), formatNamed('csv'), formatNamed('msgpack')];
  const nested = madePayload([{ a: [1] }]);
  const around = {
    clock: { nowMs: () => performance.now(), date: () => new Date(0) },
    interrupted: new AbortController().signal,
  };
  const sizes: Screened[] = [];
  const levels = [{ coding: 'none', level: null }, GZIP];
  for await (const each of screen(nested, { formats, levels }, around)) sizes.push(each);
  const timings = { compressions: [GZIP], budgetMs: 2, mostJsonBytes: 10_000 };
  const timed: Screened[] = [];
  for await (const each of timeScreened(nested, sizes, timings, around)) timed.push(each);
  assert.deepEqual(timed.map(withoutTimes), sizes.map(withoutTimes));
  for (const each of timed) {
    if (each.kind === 'refused') continue;
    assert.ok(each.encodeMs! > 0 && each.decoders.every(({ decodeMs }) => decodeMs! > 0), each.format);
    assert.ok(each.compressed[1]!.compressMs! > 0 && each.compressed[1]!.decompressMs! > 0);
  }
  assert.ok(timed.some(({ kind }) => kind === 'refused'));
});

function withoutTimes(screened: Screened) {
  return JSON.stringify(screened, (key, value) => (key.endsWith('Ms') ? null : value));
}

test('an interruption ends it between two encoders', async () => {
  const stop = new AbortController();
  const payload = madePayload([{ a: 1 }]);
  const around = {
    clock: { nowMs: () => performance.now(), date: () => new Date(0) },
    interrupted: stop.signal,
  };
  const levels = [{ coding: 'none', level: null }];
  const sizes: Screened[] = [];
  for await (const each of screen(payload, { levels }, around)) sizes.push(each);
  const timed: Screened[] = [];
  for await (const each of timeScreened(
    payload,
    sizes,
    { compressions: [], budgetMs: 1, mostJsonBytes: 100 },
    around,
  )) {
    timed.push(each);
    stop.abort();
  }
  assert.equal(timed.length, 1);
  assert.ok(sizes.length > 1);
});
