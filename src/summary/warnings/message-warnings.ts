// What may mislead whoever reads figures of messages: clocks that differ by as much as a latency, opening
// that takes longer than what is sent, the lab's own checking inside the time, a sender that fell behind its
// rate, order that was not kept.

import { shortFigure, shortPercent } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { WARNINGS, type WarningKind } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { isSequence } from '../../factors/cell.ts';
import { latencyQuantileMs } from '../../messages/latencies.ts';
import { mean } from '../../stats/samples/quantile.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import { type MessageSummary, messageFiguresInRows } from '../bill/message-summary.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { CellSummary, Summary } from '../summary.ts';
import { examples, sayCellCount } from './say-cells.ts';

/** A measured cell of messages with what its sequences have. */
interface Measured {
  readonly cell: CellSummary;
  readonly messages: MessageSummary;
  readonly figures: readonly MessageFigures[];
}

/** One of each kind at most: `says` tells of the cell that is worst. */
interface Finding {
  readonly kind: WarningKind;
  /** How far a cell is off; a warning above `above`. */
  readonly extent: (one: Measured) => number;
  readonly above: number;
  readonly says: (worst: Measured, extent: number, cells: string) => string;
}

const FINDINGS: readonly Finding[] = [
  {
    kind: 'clock-error',
    extent: ({ messages: { latencyMs } }) =>
      latencyMs === null ? 0 : latencyMs.clockErrorMs / latencyMs.p50,
    above: WARNINGS['clock-error'].bounds.shareOfMedian,
    says: ({ cell, messages }, _, cells) =>
      `latencies between the clocks of two ends are uncertain in ${cells}: by up to ` +
      `${shortFigure(messages.latencyMs!.clockErrorMs)} ms where the median is ${shortFigure(messages.latencyMs!.p50)} ms (${cell.id})`,
  },
  {
    kind: 'long-set-up',
    extent: ({ messages, figures }) => messages.setUpMs / wallMs(figures),
    above: WARNINGS['long-set-up'].bounds.setUpsPerSequence,
    says: ({ cell, messages, figures }, _, cells) =>
      `opening takes longer than the sequence that follows in ${cells}: ${shortFigure(messages.setUpMs)} ms before ` +
      `${shortFigure(wallMs(figures))} ms (${cell.id})`,
  },
  {
    kind: 'late-first-message',
    extent: ({ cell, messages, figures }) => (comeOneByOne(cell) ? messages.firstMs / wallMs(figures) : 0),
    above: WARNINGS['late-first-message'].bounds.share,
    says: ({ cell, messages, figures }, share, cells) =>
      `up to ${shortPercent(share)} of a sequence passes before its first message is there in ${cells}: ` +
      `${shortFigure(messages.firstMs)} ms of ${shortFigure(wallMs(figures))} ms (${cell.id})`,
  },
  {
    kind: 'checked-meanwhile',
    extent: ({ figures }) => mean(figures.map(({ checkMs }) => checkMs)) / wallMs(figures),
    above: WARNINGS['checked-meanwhile'].bounds.share,
    says: ({ cell }, share, cells) =>
      `the lab's own checks of messages take up to ${shortPercent(share)} of the time of ${cells} (${cell.id})`,
  },
  {
    kind: 'rate-not-reached',
    extent: ({ cell, figures }) => {
      const asked = ratePerSecond(cell);
      return asked === null ? 0 : 1 - rateReached(cell, figures, 0.5) / asked;
    },
    above: 1 - WARNINGS['rate-not-reached'].bounds.keptShare,
    says: ({ cell, figures }, _, cells) =>
      `the rate asked for was not kept in ${cells}: ${shortFigure(rateReached(cell, figures, 0))} messages a second ` +
      `of ${shortFigure(ratePerSecond(cell)!)} (${cell.id})`,
  },
  {
    kind: 'reordered',
    extent: ({ messages }) => messages.reorderedShare,
    above: WARNINGS.reordered.bounds.share,
    says: ({ cell }, share, cells) =>
      `up to ${shortPercent(share)} of the messages of ${cells} came after a later one (${cell.id})`,
  },
  {
    kind: 'items-overlap',
    extent: ({ cell }) => -(cell.phases.residual ?? 0) / cell.totalMs!.mean,
    above: WARNINGS['items-overlap'].bounds.share,
    says: ({ cell }, share, cells) =>
      `encoding, decoding and checking add up to more than the whole in ${cells}, by up to ${shortPercent(share)} (${cell.id})`,
  },
];

export function messageWarnings(times: RunTimes, summary: Summary): Warning[] {
  const measured = summary.cells.flatMap((cell): Measured[] => {
    const rows = times.cells.get(cell.id)?.samples.rows;
    if (cell.messages === undefined || rows === undefined) return [];
    return [{ cell, messages: cell.messages, figures: messageFiguresInRows(times.counted, rows) }];
  });
  return FINDINGS.flatMap((finding) => warnAboveExtent(finding, measured));
}

function warnAboveExtent({ kind, extent, above, says }: Finding, measured: readonly Measured[]): Warning[] {
  const affected = measured
    .map((one) => ({ one, extent: extent(one) }))
    .filter((each) => each.extent > above);
  if (affected.length === 0) return [];
  const worst = affected.reduce((a, b) => (b.extent > a.extent ? b : a));
  return [raise(kind, says(worst.one, worst.extent, sayCellCount(affected)))];
}

/**
 * Sequences that failed on the way, with the first one's reason: agents end it with how many messages were
 * delivered.
 */
export function failedSequences(times: RunTimes, summary: Summary): Warning[] {
  const cells = summary.cells.filter(
    ({ status, failures, factors }) => status === 'measured' && failures > 0 && isSequence(factors),
  );
  if (cells.length === 0) return [];
  const failures = cells.reduce((sum, cell) => sum + cell.failures, 0);
  const all = cells.reduce((sum, cell) => sum + cell.exchanges + cell.failures, 0);
  const reason = times.counted.cells.get(cells[0]!.id)!.failureReason;
  const what = `${failures} of ${all} ${plural(all, 'sequence')} of messages in ${sayCellCount(cells)} failed (${examples(cells)}): ${reason}`;
  const advice = 'the record has the reason of each, and how many messages were delivered';
  return [raise('cell-failed', what, { advice })];
}

function wallMs(figures: readonly MessageFigures[]): number {
  return mean(figures.map((each) => each.wallMs));
}

/**
 * Sequences whose messages reach the client as they come, as fast as they go. A poll's come all together,
 * however many they are; to the server the first one known to be there is the first that was acknowledged.
 */
function comeOneByOne({ factors }: CellSummary): boolean {
  if (!isSequence(factors)) return false;
  const { mode, direction, transport, n } = factors;
  return (
    mode.name === 'throughput' && direction !== 'client-to-server' && transport !== 'long-polling' && n > 1
  );
}

/** Of paced sequences; null of others. */
function ratePerSecond({ factors }: CellSummary): number | null {
  return isSequence(factors) ? factors.mode.ratePerSecond : null;
}

/**
 * A sequence ends when its last message is there, and the way of that one is no delay of the sender's: the
 * fastest one's (`p` 0), or, so that uneven ways are not taken for one, that of half of them (0.5).
 */
function rateReached({ factors }: CellSummary, figures: readonly MessageFigures[], p: number): number {
  const sendingMs = figures.map((each) => each.wallMs - (latencyQuantileMs(each.latencies, p) || 0));
  return (1000 * factors.n) / mean(sendingMs);
}
