// What records of an earlier wirefare lack of today's, filled in where a record is read, and nowhere else.

import { messageOf } from '../base/errors.ts';
import { parseShare } from '../base/units-as-typed.ts';
import { cellFromRecord, type RecordedCell } from '../factors/recorded-cell.ts';
import { NETWORKS } from '../network/profiles.ts';
import type { Panel, Plan } from '../plan/plan.ts';
import { DEFAULTS } from '../study/defaults.ts';
import type { Protocol } from '../study/study.ts';
import { EMPTY_CELL } from '../wire/sample.ts';
import type { RunFile } from './record.ts';
import { finishedRotations } from './rotations.ts';

type Damaged = (what: string) => Error;

/** Throws what `damaged` makes of a cell that cannot be read. */
export function asOfToday(run: RunFile, damaged: Damaged): RunFile {
  return withDesign(withPlaces(withPayloads(withNetworks(withTypedCells(run, damaged)))));
}

/** What the protocol and the plan of a record said before visits settled. */
interface FormerProtocol extends Omit<Protocol, 'warmup'> {
  readonly warmupMs: number;
}
interface FormerPlan extends Plan {
  readonly exchangesPerVisit: number;
  /** Numbers of rotations at which the run might end: planned, where today looks are taken as they come. */
  readonly looks: readonly number[];
}

/**
 * Records of the former protocol: warm-up by time, the same number of exchanges in every visit and none of
 * them to settle, looks that were planned.
 */
function withDesign(run: RunFile): RunFile {
  if ((run.plan.design as number | undefined) !== undefined) return run;
  const { exchangesPerVisit = 1, looks: planned = [], ...plan } = run.plan as FormerPlan;
  const { warmupMs = 0, ...protocol } = run.study.protocol as unknown as FormerProtocol;
  const { precision = parseShare(DEFAULTS.protocol.precision)! } = protocol;
  const counts = {
    settlingPerVisit: 0,
    countedPerVisit: exchangesPerVisit,
    warmupBlocks: 1,
    blocksPerEmpties: 1,
  } as const;
  const finished = finishedRotations(run);
  return {
    ...run,
    looks: planned.filter((look) => look <= finished),
    study: {
      ...run.study,
      protocol: { ...protocol, precision, warmup: { exchanges: 0, leastMs: warmupMs } },
    },
    plan: {
      ...plan,
      design: 1,
      sessions: plan.sessions.map((session) => ({
        ...session,
        panels: session.panels.map((panel) => ({ ...counts, ...panel })),
      })),
    },
  };
}

/** The words of its cells as levels; an earlier wirefare did not know all of today's factors. */
function withTypedCells(run: RunFile, damaged: Damaged): RunFile {
  const typed = (cell: unknown) => {
    try {
      return cellFromRecord(cell as RecordedCell);
    } catch (thrown) {
      throw damaged(messageOf(thrown));
    }
  };
  const typedCells = ({ cells }: Plan) => cells.map((cell) => ({ ...cell, factors: typed(cell.factors) }));
  const { study, plan, held } = run;
  return {
    ...run,
    study: {
      ...study,
      parts: study.parts.map((part) => ({ ...part, cells: part.cells.map(typed) })),
    },
    plan: {
      ...plan,
      cells: typedCells(plan),
      sessions: plan.sessions.map((session) => ({ ...session, panels: session.panels.map(withEmpties) })),
    },
    ...(held !== undefined && {
      held: { ...held, plan: { ...held.plan, cells: typedCells(held.plan) } },
    }),
  };
}

/** Before cold cells there was one kind of empty exchange. */
function withEmpties(panel: Panel): Panel {
  return { ...panel, empties: panel.empties ?? [EMPTY_CELL] };
}

/** Records of an earlier wirefare name networks without their figures; the catalogue's were the only ones. */
function withNetworks(run: RunFile): RunFile {
  const { study } = run;
  // Absent in such a file, whatever the type says.
  if ((study.networks as unknown) !== undefined) return run;
  const named = new Set(study.parts.flatMap(({ cells }) => cells.map(({ network }) => network)));
  return { ...run, study: { ...study, networks: NETWORKS.filter(({ name }) => named.has(name)) } };
}

/** Records of an earlier wirefare know no data but the generated ones. */
function withPayloads(run: RunFile): RunFile {
  return { ...run, study: { ...run.study, payloads: run.study.payloads ?? [] } };
}

/**
 * Records of an earlier wirefare know no link: all their sessions were on loopback, and no blocks were
 * counted.
 */
function withPlaces(run: RunFile): RunFile {
  const { plan, sessions } = run;
  return {
    ...run,
    link: run.link ?? null,
    plan: {
      ...plan,
      sessions: plan.sessions.map((session) => ({ ...session, place: session.place ?? 'loopback' })),
    },
    sessions: sessions.map((facts) => ({
      ...facts,
      blocks: facts.blocks ?? null,
      checks: facts.checks.map((check) => ({ ...check, compared: check.compared ?? 1 })),
      voidedBlocks: facts.voidedBlocks.map((voided) => ({ ...voided, cause: voided.cause ?? 'agent' })),
    })),
  };
}
