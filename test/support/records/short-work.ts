// A synthetic record in which decoding ten objects takes about as long as two steps of the clock, and a fifth
// of that in batches, as on caches that are warm.

import type { PlannedCell } from '../../../src/plan/plan.ts';
import type { ProbeRow } from '../../../src/record/record.ts';
import { makeSampleTable, rowAt } from '../../../src/record/sample-table.ts';
import type { GateRecord } from '../../../src/summary/gate/judged-rules.ts';
import { summarise } from '../../../src/summary/summarise.ts';
import { type SyntheticOptions, syntheticRecord } from './synthetic.ts';

/** Ten objects as JSON take 19 µs, and can be told from 24. */
const CLOCK_STEP_US = 12;
const BATCH_SHARE = 0.2;

export interface ShortWorkOptions extends SyntheticOptions {
  /** Decoding takes so many times as long there, in exchanges and in batches. */
  readonly longer?: (cell: PlannedCell) => number;
  /** Nothing was measured alone; default false. */
  readonly withoutBatches?: boolean;
}

export function shortWorkRecord({
  longer = () => 1,
  withoutBatches = false,
  ...options
}: ShortWorkOptions): GateRecord {
  const made = syntheticRecord({ sessions: 6, blocks: 10, sessionSd: 0.03, ...options });
  const factors = new Map(made.run.plan.cells.map((cell) => [cell.id, longer(cell)]));
  const factorOf = (cell: string) => factors.get(cell) ?? 1;
  const sessions = made.run.sessions.map((facts) => ({
    ...facts,
    agent: { ...facts.agent!, clockStepUs: CLOCK_STEP_US },
  }));
  const run = { ...made.run, sessions };
  const samples = makeSampleTable(
    Array.from({ length: made.rows.length }, (_, at) => {
      const row = rowAt(made.rows, at);
      const moreMs = row.decodeMs * (factorOf(row.cell) - 1);
      return { ...row, decodeMs: row.decodeMs + moreMs, totalMs: row.totalMs + moreMs };
    }),
  );
  const probes = made.probes.map((probe): ProbeRow => {
    const isMeasured = probe.decodeMs !== null && !withoutBatches;
    return {
      ...probe,
      decodeMs: isMeasured ? probe.decodeMs! * BATCH_SHARE * factorOf(probe.cell) : null,
    };
  });
  return { run, samples, probes, summary: summarise(run, samples, probes) };
}
