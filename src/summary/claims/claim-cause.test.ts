// What a bill says of a claim, held to a record whose items are known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { normaliseWeights } from '../../study/study-index.ts';
import { summarise } from '../summarise.ts';
import type { Summary } from '../summary.ts';
import { type ClaimCause, claimCause } from './claim-cause.ts';

const { run, rows, probes } = syntheticRecord();
const summary = summarise(run, rows, probes);
const cell = (format: string, n = 1000) =>
  summary.cells.find(({ id }) => id.includes(`n=${n} ${format}/`) && id.endsWith(' none'))!.id;
const XML_OVER_JSON = [{ numerator: cell('xml'), denominator: cell('json') }];

function itemsOf(cause: ClaimCause) {
  assert.ok(cause.kind === 'items');
  return new Map(cause.items.map((item) => [item.item, item]));
}

test('the items of a claim about whole times add up to the difference, each with its own ratio', () => {
  const cause = claimCause(run, summary, {}, XML_OVER_JSON);
  const items = itemsOf(cause);
  const decode = items.get('decode')!;
  // 9.004 ms against 1.504 ms of about 4.4 ms.
  assert.ok(Math.abs(decode.ratio! / (9.004 / 1.504) - 1) < 0.05, `${decode.ratio}`);
  assert.ok(decode.difference > 1.4 && decode.difference < 2, `${decode.difference}`);
  const [xml, json] = XML_OVER_JSON.flatMap((pair) => [pair.numerator, pair.denominator]).map(
    (id) => summary.cells.find((each) => each.id === id)!.totalMs!.mean,
  );
  const sum = [...items.values()].reduce((all, { difference }) => all + difference, 0);
  assert.ok(Math.abs(sum - (xml! / json! - 1)) < 0.001, `${sum}`);
  const sumMs = [...items.values()].reduce((all, { differenceMs }) => all + differenceMs!, 0);
  assert.ok(Math.abs(sumMs - (xml! - json!)) < 0.001, `${sumMs}`);
  // The longest of several pairs would be the mean of them.
  const several = itemsOf(claimCause(run, summary, {}, [...XML_OVER_JSON, ...XML_OVER_JSON]));
  assert.equal(several.get('decode')!.differenceMs, null);
  assert.ok(cause.kind === 'items' && Math.abs(cause.bytesRatio! - 505_060 / 330_060) < 0.001);
});

test('download leaves the client’s own work out; an item and bytes are themselves', () => {
  const download = itemsOf(claimCause(run, summary, { metric: ['download'] }, XML_OVER_JSON));
  assert.ok(download.has('transfer') && !download.has('decode'));
  assert.deepEqual(claimCause(run, summary, { metric: ['encode'] }, XML_OVER_JSON), {
    kind: 'itself',
    metric: 'encode',
    published: null,
  });
  assert.deepEqual(claimCause(run, summary, { metric: ['size'] }, XML_OVER_JSON), {
    kind: 'itself',
    metric: 'size',
    published: null,
  });
});

test('beside an item by itself stands the same of the published table', () => {
  const [xml, json] = [['xml'], ['json']].map((format) => ({ of: { format }, figures: [1, 15] }));
  const rows = [{ ...xml!, figures: [6, 300] }, json!];
  const publishedFigures = [{ title: 'T', metrics: ['decode', 'size'] as const, rows }];
  const published = { ...run, study: { ...run.study, publishedFigures } };
  const cause = (metric: 'decode' | 'size' | 'encode') =>
    claimCause(published, summary, { metric: [metric] }, XML_OVER_JSON) as { published: number | null };
  assert.ok(Math.abs(cause('decode').published! - 6) < 1e-9);
  assert.ok(Math.abs(cause('size').published! - 20) < 1e-9);
  assert.equal(cause('encode').published, null);
});

test('a share is told by what the items are of the whole', () => {
  const [same] = XML_OVER_JSON.map(({ numerator }) => ({ numerator, denominator: numerator }));
  const cause = claimCause(run, summary, { metric: ['decode'], shareOf: 'total' }, [same!]);
  assert.ok(cause.kind === 'shares');
  const all = cause.items.reduce((sum, { share }) => sum + share, 0);
  assert.ok(Math.abs(all - 1) < 0.001, `${all}`);
  const decode = cause.items.find(({ item }) => item === 'decode')!;
  assert.ok(decode.share > 0.6 && decode.share < 0.85, `${decode.share}`);
});

test('an index is told by what each weight adds, beside the same of the published table', () => {
  const study = {
    ...run.study,
    index: {
      ...normaliseWeights([
        ['encode', 1],
        ['decode', 1],
      ])!,
      baseline: { format: ['json'] },
    },
    publishedFigures: [
      {
        title: 'T',
        metrics: ['encode' as const],
        rows: [
          { of: { format: ['json'] }, figures: [2] },
          { of: { format: ['xml'] }, figures: [15] },
        ],
      },
    ],
  };
  const weighed = { ...run, study };
  const items = itemsOf(
    claimCause(weighed, summarise(weighed, rows, probes), { metric: ['index'] }, XML_OVER_JSON),
  );
  assert.equal(items.get('encode')!.published!.toFixed(6), '7.500000');
  assert.equal(items.get('decode')!.published, null);
  assert.ok(Math.abs(items.get('decode')!.ratio! / (9.004 / 1.504) - 1) < 0.05);
});

test('cells without a bill tell nothing', () => {
  const cells = summary.cells.map((each) => ({ ...each, totalMs: null }));
  const bare: Pick<Summary, 'cells' | 'index'> = { cells };
  assert.deepEqual(claimCause(run, bare, {}, XML_OVER_JSON), { kind: 'unknown' });
  assert.deepEqual(claimCause(run, bare, { metric: ['index'] }, XML_OVER_JSON), { kind: 'unknown' });
});
