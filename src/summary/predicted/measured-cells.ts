// The record as a model takes it: each request that was measured, with its bytes and, session by session, the
// medians of what it took. And why a record, or a part of it, can be no ground for predictions.

import { median } from '../../base/figures/median.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import type { MeasuredCell, SessionTimes } from '../../model/measured.ts';
import { whyUnpredictable } from '../../model/unpredictable.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { ByteColumn, NumberColumn } from '../../record/sample-table.ts';
import { meanBytes } from '../samples/bytes.ts';
import { meanOfColumn } from '../samples/column-means.ts';
import type { CountedSamples, SessionSamples } from '../samples/counted-samples.ts';

export interface Ground {
  readonly cells: readonly MeasuredCell[];
  /** Why cells were left out, each reason once; empty where all are in. */
  readonly leftOut: readonly string[];
}

/** A clock with longer steps sees nothing of most items. */
const COARSEST_CLOCK_US = 500;

/** `name` tells the sessions of several records apart. */
export function groundFor(run: RunFile, counted: CountedSamples, name = ''): Ground {
  const cells: Omit<MeasuredCell, 'sessions'>[] = [];
  const parts: SessionSamples[][] = [];
  const leftOut = new Set<string>();
  for (const cell of run.plan.cells) {
    const samples = counted.cells.get(cell.id);
    if (cell.twinOf !== null || samples === undefined || samples.rows.length === 0) continue;
    const whyNot = whyNoGround(run, cell);
    const { factors } = cell;
    if (whyNot !== null || factors.kind !== 'request') {
      leftOut.add(whyNot ?? '');
      continue;
    }
    const { encoded, decoded } = meanBytes(counted, cell, samples);
    const { requests } = DONE_BY[factors.procedure];
    const sessions = samples.sessions.filter(({ session }) => !isCoarse(run, session));
    if (sessions.length < samples.sessions.length) leftOut.add(COARSE);
    if (sessions.length === 0 || encoded === 0) continue;
    cells.push({
      id: cell.id,
      factors,
      bytes: { encoded: encoded / requests, decoded: decoded / requests },
    });
    parts.push(sessions);
  }
  const times = timesOfParts(counted, parts.flat()).values();
  const sessionsOf = (own: readonly SessionSamples[]) =>
    new Map(own.map(({ session }) => [`${name}${session}`, times.next().value!]));
  return {
    cells: cells.map((cell, i) => ({ ...cell, sessions: sessionsOf(parts[i]!) })),
    leftOut: [...leftOut],
  };
}

const COARSE = `clocks of more than ${COARSEST_CLOCK_US / 1000} ms a step see too little of the items`;

function whyNoGround({ study, link }: RunFile, { factors }: PlannedCell): string | null {
  const isModelled =
    link?.networks.find(({ profile }) => profile.name === factors.network)?.engine === 'modelled';
  const unpredictable = whyUnpredictable(factors, study.networks);
  return unpredictable ?? (isModelled ? 'modelled links are arithmetic already' : null);
}

function isCoarse(run: RunFile, session: number): boolean {
  const facts = run.sessions.find((each) => each.session === session);
  return (facts?.agent?.clockStepUs ?? 0) > COARSEST_CLOCK_US;
}

/** In their order. One column after the other, so that no more than one of a large record is in memory. */
function timesOfParts(counted: CountedSamples, parts: readonly SessionSamples[]): SessionTimes[] {
  const middles = (name: Exclude<NumberColumn, ByteColumn>) => {
    const valuesOf = name === 'totalMs' ? counted.totalsMs : counted.sumsOf([name]);
    return parts.map(({ rows }) =>
      meanOfColumn(counted.table, name, rows) === 0 ? 0 : median(valuesOf(rows)),
    );
  };
  const totalMs = middles('totalMs');
  const encodeMs = middles('encodeMs');
  const compressMs = middles('compressMs');
  const serverComputeMs = middles('serverComputeMs');
  const clientComputeMs = middles('clientComputeMs');
  const deliveryMs = middles('deliveryMs');
  const decodeMs = middles('decodeMs');
  return parts.map((_, i) => ({
    totalMs: totalMs[i]!,
    encodeMs: encodeMs[i]!,
    compressMs: compressMs[i]!,
    serverComputeMs: serverComputeMs[i]!,
    clientComputeMs: clientComputeMs[i]!,
    decodeMs: deliveryMs[i]! + decodeMs[i]!,
  }));
}
