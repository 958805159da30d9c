// Exchanges that stand still for 40 or 200 ms although nobody has anything to do.

import { shortFigure } from '../../base/figures/numbers.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { isSequence } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { serialisationMs } from '../../network/closed-form.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { RunFile } from '../../record/record.ts';
import type { NumberValues, SampleTable } from '../../record/sample-table.ts';
import { mayStandStill, standsStillMs } from '../../stats/samples/stands-still.ts';
import { urlNames } from '../../study/study.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';
import { isZeroThroughout } from '../samples/column-means.ts';
import { valuesInRows } from '../samples/counted-samples.ts';
import { examples, sayCellCount } from './say-cells.ts';

const { bytes: SMALL_BYTES, windowBytes: WINDOW_BYTES } = WARNINGS['late-body'].bounds;

/** One for each target. */
export function smallWaits({ study, sessions }: RunFile, { counted: { table }, cells }: RunTimes): Warning[] {
  const urls = urlNames(study);
  const checks = sessions.flatMap((session) => session.checks);
  const unsized = new Set(checks.flatMap(({ cell, withoutLength }) => (withoutLength === true ? cell : [])));
  const standing = [...cells.values()].flatMap((times) => {
    const { id, factors, twinOf } = times.cell;
    if (twinOf !== null || isSequence(factors)) return [];
    const isUrl = urls.includes(factors.target);
    // Whoever knows the length has made the answer; who does not may have begun with its head alone.
    const server = { isUrl, mayWorkOn: isUrl && unsized.has(id) };
    const standsMs = stillMs(times, table, study.networks, server);
    return standsMs === null ? [] : [{ cell: times.cell, standsMs, server }];
  });
  return [...Map.groupBy(standing, ({ cell }) => cell.factors.target)].map(([target, group]) => {
    const which = group.map(({ cell }) => cell);
    const ms = shortFigure(group[0]!.standsMs);
    const isHere = which.every(({ factors }) => factors.network === NO_NETWORK);
    const where = isHere ? 'over loopback' : 'beyond what the network takes';
    const mayBeWork = group.every(({ server }) => server.mayWorkOn);
    const why = mayBeWork ? 'with nothing to do, unless it works on after its head' : 'with nothing to do';
    return raise(
      'late-body',
      `small answers of ${target} stand still for about ${ms} ms ${where}, ${why} (${sayCellCount(which)}: ${examples(which)})`,
      mayBeWork ? { advice: `unless it works on after its head, ${WARNINGS['late-body'].advice}` } : {},
    );
  });
}

/** Of a cell. */
interface Server {
  /** Behind a URL. */
  readonly isUrl: boolean;
  /** Between its first byte and its last it may be at work. */
  readonly mayWorkOn: boolean;
}

function stillMs(
  times: CellTimes,
  table: SampleTable,
  networks: readonly NetworkProfile[],
  server: Server,
): number | null {
  const { network } = times.cell.factors;
  if (network === NO_NETWORK) return stillHereMs(times, table, server);
  const profile = networks.find(({ name }) => name === network);
  return profile === undefined ? null : stillBeyondMs(times, table, profile, server);
}

/** What the client waits for while somebody works: a target, or the server behind a URL and the front. */
const WORK_COLUMNS = ['serverComputeMs', 'encodeMs', 'compressMs', 'serverMs', 'frontMs'] as const;

/** Between first and last byte, or before the first beside all work of the server. */
function stillHereMs(
  { samples: { rows } }: CellTimes,
  table: SampleTable,
  { mayWorkOn }: Server,
): number | null {
  const { waitMs, transferMs, bytesEncoded } = table.numbers;
  const small = rowsBelow(bytesEncoded, rows, SMALL_BYTES);
  const betweenMs = standsStillMs(valuesInRows(transferMs, small), mayWorkOn);
  if (betweenMs !== null) return betweenMs;
  const idleMs = valuesInRows(waitMs, small);
  // Work only makes them shorter.
  if (!mayStandStill(idleMs)) return null;
  for (const name of WORK_COLUMNS) {
    // Asked for here alone: of a large record some are still in its file.
    const work = table.numbers[name];
    if (isZeroThroughout(work)) continue;
    for (let i = 0; i < small.length; i++) idleMs[i]! -= work[small[i]!]!;
  }
  return standsStillMs(idleMs);
}

/**
 * Between first and last byte, less what the wire takes. A target’s second write waits for an acknowledgement
 * that crosses the network; the server behind a URL waits for the front's, beside it.
 */
function stillBeyondMs(
  { samples: { rows } }: CellTimes,
  table: SampleTable,
  { downKbits, rttMs }: NetworkProfile,
  { isUrl, mayWorkOn }: Server,
): number | null {
  const { transferMs, bytesEncoded } = table.numbers;
  const small = rowsBelow(bytesEncoded, rows, WINDOW_BYTES);
  const wireMs = (row: number) => serialisationMs(bytesEncoded[row]!, downKbits) + (isUrl ? 0 : rttMs);
  return standsStillMs(
    Float64Array.from(small, (row) => transferMs[row]! - wireMs(row)),
    mayWorkOn,
  );
}

function rowsBelow(column: NumberValues, rows: Uint32Array, bound: number): Uint32Array {
  const below = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) if (column[rows[i]!]! < bound) below[count++] = rows[i]!;
  return below.subarray(0, count);
}
