import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { noTimeFor } from '../../plan/sessions/leave-out.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';
import { isPartOfTime, measuringTimeMs, standsInForTime } from './measuring-time.ts';

const { run } = syntheticRecord();
const CLAIM: Claim = {
  id: 'A',
  says: 'XML is slower over a LAN',
  published: [1, null],
  part: null,
  where: { network: ['lan'], n: [1000], compression: ['none'] },
  numerator: { format: ['xml'] },
  denominator: { format: ['json'] },
  standIn: { network: ['none'] },
};

/** The same cells over another network beside its own, left out for this reason. */
function without(skip: string): RunFile {
  const more = run.plan.cells
    .filter(({ twinOf }) => twinOf === null)
    .map((cell) => ({ ...cell, id: `${cell.id} lan`, factors: { ...cell.factors, network: 'lan' }, skip }));
  return { ...run, plan: { ...run.plan, cells: [...run.plan.cells, ...more] } };
}

test('what was left out for want of time takes time, and nothing else does', () => {
  const noTime = without(noTimeFor(30_000));
  assert.ok(isPartOfTime(noTime, CLAIM) && standsInForTime(noTime, CLAIM));
  const ms = measuringTimeMs(noTime, [CLAIM])!;
  assert.ok(ms > 1_000 && ms < 600_000, `${ms}`);
  const noLink = without('needs the link: no namespaces');
  assert.ok(!isPartOfTime(noLink, CLAIM) && !standsInForTime(noLink, CLAIM));
  assert.equal(measuringTimeMs(noLink, [{ ...CLAIM, standIn: null }]), null);
  assert.equal(measuringTimeMs(noTime, []), 0);
});
