import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { noTimeFor } from '../../plan/sessions/leave-out.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../summarise.ts';
import { withLeftOut } from './left-out-pairs.ts';

const { run: byDesign, rows, probes, truthMs } = syntheticRecord({ design: 'predicted', visits: 'now' });
const slower: Claim = {
  ...{ id: 'A', says: 'gzip is slower', published: [1, null], part: null, standIn: null },
  where: { format: ['json', 'protobuf'] },
  ...{ numerator: { compression: ['gzip-6'] }, denominator: { compression: ['none'] } },
};

/** What its design predicts was left out for that reason instead. */
function leftOut(claims: readonly Claim[], skip: string): RunFile {
  const cells = byDesign.plan.cells.map(({ role, ...cell }) =>
    role?.kind === 'predicted' ? { ...cell, skip } : cell,
  );
  const study = { ...byDesign.study, claims };
  return { ...byDesign, study, plan: { ...byDesign.plan, cells } };
}

function summarised(run: RunFile) {
  const measured = summarise(run, rows, probes);
  return { measured, summary: withLeftOut(run, rows, measured) };
}

test('pairs that there was no time for are predicted beside what was measured, which stays as it is', () => {
  const { measured, summary } = summarised(leftOut([slower], noTimeFor(30_000)));
  const [{ leftOut: found, ...claim }] = summary.claims as [(typeof summary.claims)[number]];
  assert.deepEqual(claim, measured.claims[0]);
  assert.deepEqual([claim.pairs.length, claim.pairsWanted], [4, 6]);
  assert.deepEqual([found!.predicted, found!.leftOut], [2, 2]);
  // Of JSON one side was measured, of Protobuf none.
  const truth = (id: string) => truthMs.get(`book n=100 ${id}`)!;
  const ofJson = truth('json/response.json gzip-6') / truth('json/response.json none');
  const ofProtobuf = truth('protobuf/protobufjs gzip-6') / truth('protobuf/protobufjs none');
  const mean = Math.sqrt(ofJson * ofProtobuf);
  const [low, high] = found!.interval;
  assert.ok(low < mean && mean < high, `${low} to ${high}, in truth ${mean}`);
});

test('nothing is predicted of what is missing for another reason, or of a part of the time', () => {
  const lacking = summarised(leftOut([slower], 'needs the link: none'));
  assert.equal(lacking.summary, lacking.measured);
  const decoding = summarised(leftOut([{ ...slower, metric: ['decode'] }], noTimeFor(30_000)));
  assert.equal(decoding.summary, decoding.measured);
});
