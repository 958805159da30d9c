import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { type Field, MAP_MBITS, MAP_RTTS_MS } from '../../model/choices/map.ts';
import type { Decision } from '../../summary/predicted/decisions.ts';
import type { Summary } from '../../summary/summary.ts';
import { decisionViews, mapTables } from './map-view.ts';

const WAYS = ['json', 'protobuf', 'xml'].map((format) => requestCell({ format, codec: `${format}/codec` }));

/** A map at each of these numbers of objects, the ways in `refused` not weighed there. */
function viewOf(
  maps: readonly { n: number; field: (column: number) => Field; refused?: readonly number[] }[],
) {
  const cells = maps.flatMap(({ n }) =>
    WAYS.map((way) => ({ factors: { ...way, n }, status: 'measured', twinOf: null })),
  );
  const decision = {
    ways: WAYS,
    refusedNetworks: ['5g'],
    maps: maps.map(({ n, field, refused = [] }) => ({
      n,
      places: [],
      refused: refused.map((place) => ({ factors: { ...WAYS[place]!, n }, reason: 'no cell tells it' })),
      fields: refused.length > 1 ? null : MAP_RTTS_MS.map(() => MAP_MBITS.map((_, column) => field(column))),
    })),
  } as unknown as Decision;
  return decisionViews({ cells, networks: [] } as unknown as Summary, [decision])[0]!;
}

test('the way that wins on most fields has the first letter, one that is never among the best has none', () => {
  const { contenders, others, notes } = viewOf([{ n: 10, field: (column) => (column < 5 ? [1] : [0]) }]);
  assert.deepEqual(
    contenders.map(({ letter, label }) => `${letter} ${label}`),
    ['A json', 'B protobuf'],
  );
  assert.deepEqual(others, ['xml']);
  assert.match(notes.at(-1)!, /^Nothing is said of 5g, /);
});

test('a way that is not weighed is told as that, and not as one that loses', () => {
  const first = { n: 10, field: (): Field => [0, 1] };
  const { leftOut, others } = viewOf([
    { ...first, refused: [2] },
    { ...first, n: 100 },
  ]);
  assert.deepEqual(leftOut, ['Not weighed at 10 objects: xml (no cell tells it).']);
  assert.deepEqual(others, []);
  const everywhere = viewOf([{ ...first, refused: [2] }]);
  assert.deepEqual(everywhere.leftOut, ['Not weighed: xml (no cell tells it).']);
});

test('a map without fields says why', () => {
  const view = viewOf([{ n: 10, field: () => [0], refused: [0, 1, 2] }]);
  assert.equal(view.maps[0]!.refusal, 'Nothing can be said: json, protobuf and xml (no cell tells it).');
});

test('the table has ranges of bandwidth, and round trips that are alike in one band', () => {
  const { maps } = viewOf([{ n: 10, field: (column) => (column < 16 ? [1] : [0, 1]) }]);
  const [, everywhere] = mapTables(maps[0]!);
  assert.deepEqual(everywhere!.rows, [
    ['0.1 to 1000 ms', '0.1 to 7.5 Mbit/s', 'protobuf'],
    ['0.1 to 1000 ms', '10 to 1000 Mbit/s', 'json or protobuf'],
  ]);
});

test('a part of which nothing can be said is told as such', () => {
  const { maps } = viewOf([{ n: 10, field: (column) => (column < 16 ? [1] : []) }]);
  assert.deepEqual(
    maps[0]!.bands.map(({ ranges }) => ranges.map(({ best }) => best)),
    [['protobuf', 'nothing can be said']],
  );
});
