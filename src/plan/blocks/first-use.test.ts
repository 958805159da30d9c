import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCell, requestCell, sequenceCell, type Words } from '../../../test/support/cells/made-cells.ts';
import type { PlannedCell, PlannedSession } from '../plan.ts';
import { firstUseCells } from './first-use.ts';

const CODES: readonly Words[] = [
  { format: 'json', codec: 'JSON.parse', encoder: 'JSON.stringify' },
  { format: 'xml', codec: 'saxes', encoder: 'wirefare-xml' },
  { format: 'protobuf', codec: 'protobufjs', encoder: 'protobufjs' },
];
const cells: readonly PlannedCell[] = CODES.flatMap((words) =>
  [10, 100, 1_000, 10_000].map((n) => planned(`${words.format} ${n}`, requestCell({ ...words, n }))),
);
const sessions = Array.from({ length: 16 }, (_, index) => session(index));

function planned(id: string, factors: PlannedCell['factors']): PlannedCell {
  return { id, part: 'main', factors, twinOf: null, skip: null };
}

function session(index: number): PlannedSession {
  const place = { browser: 'chromium', target: 'node', place: 'loopback' } as const;
  return { index, ...place, seed: 100 + index, panels: [], durationMs: 1_000 };
}

const first = (of: readonly PlannedCell[], index: number) =>
  firstUseCells(of, sessions[index]!, { seed: 7, sessions }, { networks: [], payloads: [] }).map(
    ({ id }) => id,
  );

test('a session exchanges one cell of each code, so that none finds its code warm', () => {
  for (const { index } of sessions) {
    const formats = first(cells, index).map((id) => id.split(' ')[0]);
    assert.deepEqual(formats.toSorted(), ['json', 'protobuf', 'xml']);
  }
});

test('the cells of a code take turns', () => {
  const ids = sessions.flatMap(({ index }) => first(cells, index));
  const counts = Map.groupBy(ids, (id) => id);
  assert.equal(counts.size, cells.length);
  assert.ok([...counts.values()].every((each) => each.length === 4));
});

test('the order is another in each session, and the same for the same seeds', () => {
  const orders = sessions.map(({ index }) =>
    first(cells, index)
      .map((id) => id.split(' ')[0])
      .join(' '),
  );
  assert.equal(new Set(orders).size, 6);
  assert.deepEqual(first(cells, 3), first(cells, 3));
});

test('where two cells share an encoder or a codec, only the earlier one is cold', () => {
  const shared = [
    planned('one', requestCell({ format: 'xml', codec: 'saxes', encoder: 'wirefare-xml' })),
    planned('two', requestCell({ format: 'xml', codec: 'domparser', encoder: 'wirefare-xml' })),
  ];
  const seen = sessions.map(({ index }) => first(shared, index));
  assert.ok(seen.every((ids) => ids.length === 1));
  assert.deepEqual([...new Set(seen.flat())].toSorted(), ['one', 'two']);
});

test('twins, calls, sequences of messages, what needs a dictionary and what takes long anyway have none', () => {
  const others = [
    planned('dictionary', requestCell({ compression: 'dcz-3' })),
    { ...cells[0]!, id: 'twin', twinOf: cells[0]!.id },
    planned('long', requestCell({ n: 1_000_000 })),
    planned('call', callCell()),
    planned('messages', sequenceCell()),
  ];
  assert.deepEqual(first(others, 0), []);
});
