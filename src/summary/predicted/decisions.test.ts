import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { BROTLI, NOT_BROTLI, withBrotli } from '../../../test/support/records/with-brotli.ts';
import type { RequestCell } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import { type Decision, decisionsFor } from './decisions.ts';

const { run, rows } = syntheticRecord({ sessions: 4, blocks: 6 });
const isBrotli = ({ compression }: RequestCell) => compression.coding === 'br';

function changed(of: RunFile, change: Partial<RequestCell>): RunFile {
  const cells = of.plan.cells.map((cell) => ({
    ...cell,
    factors: { ...(cell.factors as RequestCell), ...change },
  }));
  return { ...of, plan: { ...of.plan, cells } };
}

test('what its browser asks for on loopback alone is weighed over no network, and the map says why', () => {
  const [decision] = decisionsFor(withBrotli(run), rows) as readonly Decision[];
  const { ways, notOffered, maps, whatIf } = decision!;
  assert.ok(ways.length > 1 && !ways.some(isBrotli));
  assert.equal(whatIf.rows.length, ways.length);
  assert.deepEqual(
    notOffered.map(({ factors, reason }) => [isBrotli(factors), reason]),
    [[true, NOT_BROTLI]],
  );
  for (const { n, refused } of maps)
    assert.deepEqual(
      refused.map(({ factors, reason }) => [factors.n, isBrotli(factors), reason]),
      [[n, true, NOT_BROTLI]],
    );
});

test('over HTTPS its browser asks for it everywhere', () => {
  const [decision] = decisionsFor(
    changed(withBrotli(run), { protocol: 'https1' }),
    rows,
  ) as readonly Decision[];
  assert.ok(decision!.ways.some(isBrotli));
  assert.deepEqual(decision!.notOffered, []);
});

test('a record with nothing else to choose from says why it decides nothing', () => {
  const none = decisionsFor(changed(run, { compression: BROTLI }), rows);
  assert.deepEqual(none, { reasons: [NOT_BROTLI] });
});
