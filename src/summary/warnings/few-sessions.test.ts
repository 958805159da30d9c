import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { summarise } from '../summarise.ts';

function fewSessions(options: Parameters<typeof syntheticRecord>[0]): readonly string[] {
  const { run, rows, probes } = syntheticRecord(options);
  const { warnings } = summarise(run, rows, probes);
  return warnings.filter(({ kind }) => kind === 'few-sessions').map(({ what }) => what);
}

test('the number of sessions is that of the heading, or says of which browsers and targets it is', () => {
  assert.match(fewSessions({ kind: 'quick', sessions: 2, blocks: 4 })[0]!, /^2 sessions: intervals are wide/);
  assert.match(
    fewSessions({ kind: 'opijac', sessions: 2, blocks: 4 })[0]!,
    /^2 sessions of each browser and target: intervals are wide/,
  );
  assert.match(fewSessions({ kind: 'quick', sessions: 1, blocks: 4 })[0]!, /^one session only: intervals/);
});

test('of URLs nothing is advised that `measure` does not take', () => {
  const { run, rows, probes } = syntheticRecord({ kind: 'quick', sessions: 2, blocks: 4 });
  const payloads = [{ url: { target: 'node' } }] as unknown as typeof run.study.payloads;
  const { warnings } = summarise({ ...run, study: { ...run.study, payloads } }, rows, probes);
  assert.equal(warnings.find(({ kind }) => kind === 'few-sessions')?.advice, 'give it more time (--budget)');
});

test('enough sessions are no warning', () => {
  assert.deepEqual(fewSessions({ kind: 'quick', sessions: 4, blocks: 4 }), []);
});
