import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSampleTable, rowAt } from '../../src/record/sample-table.ts';
import { looksUpTo } from '../../src/stats/answers/looks.ts';
import type { GateRule } from '../../src/study/gate/gate-rules.ts';
import { judgeGate } from '../../src/summary/gate/judged-rules.ts';
import { summarise } from '../../src/summary/summarise.ts';
import { syntheticRecord } from '../support/records/synthetic.ts';

// How often a gate raises a false alarm, and how often it sees what it is there for, in simulated runs of two
// targets in the same sessions, which drift by 12 % from session to session and from block to block. What a
// start makes of a target is its own, and all cells of that target have it.

const RULE: GateRule = {
  says: 'total slower: 1%',
  item: 'total',
  limit: { kind: 'grows', share: 0.01 },
  level: 'fail',
  where: {},
  line: null,
};

/** As many sessions as two minutes are planned for, and the looks of a run as long. */
const SIZE = { sessions: 15, blocks: 12 };

interface Situation {
  /** How many times as long the head takes. */
  readonly slower: number;
  readonly startSd: number;
  /** One has its twin in both servers, and what is judged of it alone rests on cell and twin. */
  readonly about: 'all cells' | 'one cell';
}

/** What the first look says that decides. */
function verdictAt({ slower, startSd, about }: Situation, seed: number) {
  const { run: made, rows, probes } = syntheticRecord({ kind: 'targets', seed, startSd, ...SIZE });
  // The study of a gate compares nothing: its rules do.
  const study = { ...made.study, comparisons: [] };
  const run = { ...made, study, looks: looksUpTo(SIZE.sessions) };
  const targets = new Map(run.plan.cells.map(({ id, factors }) => [id, factors.target]));
  const samples = makeSampleTable(
    Array.from({ length: rows.length }, (_, at) => {
      const row = rowAt(rows, at);
      return { ...row, totalMs: row.totalMs * (targets.get(row.cell) === 'copy' ? slower : 1) };
    }),
  );
  const single = run.plan.cells.filter(({ twinOf }) => twinOf === null);
  const of = (target: string) => single.filter(({ factors }) => factors.target === target);
  const all = of('base').map((base, i) => ({ base: base.id, head: of('copy')[i]!.id }));
  const hasTwin = (cell: string) => run.plan.cells.some(({ twinOf }) => twinOf === cell);
  const one = all.find(({ base, head }) => hasTwin(base) && hasTwin(head))!;
  const pairs = about === 'one cell' ? [one] : all;
  assert.equal(all.length, 4);
  const record = { run, samples, probes, summary: summarise(run, samples, probes) };
  return judgeGate(record, [{ rule: RULE, pairs }]).verdict;
}

/** How many runs broke the rule. */
function broken(runs: number, situation: Situation): number {
  const verdicts = Array.from({ length: runs }, (_, at) => verdictAt(situation, at + 1));
  return verdicts.filter((verdict) => verdict === 'broken').length;
}

for (const about of ['all cells', 'one cell'] as const)
  for (const startSd of [0, 0.2])
    test(`of 2 000 runs of the same at most 2 % break a rule of 1 % about ${about}, starts ${startSd} apart`, (t) => {
      const alarms = broken(2_000, { slower: 1, startSd, about });
      t.diagnostic(`${alarms} of 2 000 runs of the same were broken`);
      assert.ok(alarms <= 40, `${alarms} of 2 000`);
    });

test('five per cent more break a rule of 1 % in at least 18 of 20 such runs', (t) => {
  const seen = broken(100, { slower: 1.05, startSd: 0, about: 'all cells' });
  t.diagnostic(`${seen} of 100 runs with five per cent more were broken`);
  assert.ok(seen >= 90, `${seen} of 100`);
});
