// A run in words and figures: what stands large, what stands beside it, and the row of the table.

import { sayExactBytes } from '../../../base/figures/bytes.ts';
import { grouped, threeDigits } from '../../../base/figures/numbers.ts';
import { sayInBestUnit } from '../../../base/figures/times.ts';
import { DIRECTION_WORDS } from '../offers.ts';
import { type PageOrder, type PageRun, saySize } from '../page-run.ts';
import { computeFigures, failureReason, type RunFigures } from './figures.ts';

/** `websocket · client → server · throughput · 1 000 × 100 B text` */
export function sayOrder(order: PageOrder): string {
  return [...describeWay(order), sayAmount(order)].join(' · ');
}

/** `1 000 × 100 B text` */
function sayAmount({ spec }: PageOrder): string {
  return `${grouped(spec.messages)} × ${saySize(spec.content.size, grouped)} ${spec.content.body}`;
}

/** Everything but how many and how long. */
export function describeWay({ transport, protocol, spec }: PageOrder): readonly string[] {
  return [
    transport,
    DIRECTION_WORDS[spec.direction],
    spec.mode === 'paced' ? `paced ${rate(spec.ratePerSecond ?? 0)}/s` : spec.mode,
    ...(spec.compression === 'none' ? [] : [spec.compression]),
    ...(protocol === 'http1' ? [] : [protocol]),
  ];
}

/** What one of them is called: both ways a message and its return are timed together. */
export function messageNoun({ spec }: PageOrder): string {
  return spec.direction === 'both-ways' ? 'pair' : 'message';
}

/** What the large figure is. */
export function largeFigureMeaning(order: PageOrder): string {
  const noun = messageNoun(order);
  return order.spec.mode === 'paced' ? `mean latency of a ${noun}` : `a ${noun}`;
}

export interface Fact {
  readonly name: string;
  readonly figure: string;
  /** What is to be known of it; empty: nothing. */
  readonly note: string;
}

/** Everything beside the large figure. */
export function listFacts(order: PageOrder, figures: RunFigures): readonly Fact[] {
  const noun = messageNoun(order);
  const fact = (name: string, figure: string, note = ''): Fact => ({ name, figure, note });
  const { latency, reordered, clockErrorMs, checkMs } = figures;
  return [
    fact(`${noun}s a second`, perSecond(figures.perSecond)),
    ...(latency === null ? [] : latencyFacts(latency, clockErrorMs, fact)),
    fact(`first ${noun}`, sayInBestUnit(figures.firstMs), 'from the beginning'),
    fact('set-up', sayInBestUnit(figures.setUpMs), 'before anything is timed'),
    ...byteFacts(figures, noun, fact),
    ...(figures.serverCpuMs === null
      ? []
      : [fact(`server CPU a ${noun}`, sayInBestUnit(figures.serverCpuMs))]),
    ...(reordered === 0 ? [] : [fact('out of order', grouped(reordered))]),
    ...(checkMs === 0 ? [] : [fact(`checking a ${noun}`, sayInBestUnit(checkMs), 'ours, inside the time')]),
  ];
}

type MakeFact = (name: string, figure: string, note?: string) => Fact;

function latencyFacts(
  latency: NonNullable<RunFigures['latency']>,
  clockErrorMs: number,
  fact: MakeFact,
): Fact[] {
  const { p50Ms, p99Ms, maxMs } = latency;
  const error = clockErrorMs === 0 ? '' : `clocks ±${sayInBestUnit(clockErrorMs)}`;
  return [
    fact('latency p50', sayInBestUnit(p50Ms), error),
    fact('p99', sayInBestUnit(p99Ms)),
    fact('max', sayInBestUnit(maxMs)),
  ];
}

function byteFacts({ wireBytes, overheadBytes }: RunFigures, noun: string, fact: MakeFact): Fact[] {
  if (wireBytes === null || overheadBytes === null) return [];
  const { up, down } = wireBytes;
  const saves = overheadBytes < 0;
  return [
    fact(
      `wire bytes a ${noun}`,
      sayExactBytes(up + down),
      `${sayExactBytes(up)} up, ${sayExactBytes(down)} down`,
    ),
    fact(
      `${saves ? 'saved' : 'overhead'} a ${noun}`,
      sayExactBytes(Math.abs(overheadBytes)),
      saves ? 'by compression, all told' : 'beyond the messages',
    ),
  ];
}

/** `from 110 µs to 131 µs in 5 repetitions`; empty of a single one. */
export function saySpread(run: PageRun, { spreadMs }: RunFigures): string {
  if (spreadMs === null) return '';
  return `median of ${run.outcomes.length}; from ${sayInBestUnit(spreadMs[0])} to ${sayInBestUnit(spreadMs[1])}`;
}

/** The answer as a sentence, for those who listen. */
export function sayAnswer(run: PageRun): string {
  const figures = computeFigures(run);
  if (figures === null) return `${sayOrder(run.order)}: failed: ${failureReason(run) ?? ''}`;
  return `${sayOrder(run.order)}: ${sayInBestUnit(figures.perMessageMs)} ${largeFigureMeaning(run.order)}, ${perSecond(figures.perSecond)} a second`;
}

export function perSecond(value: number): string {
  return threeDigits(value);
}

function rate(value: number): string {
  return grouped(value, Number.isInteger(value) ? 0 : Math.min(3, String(value).split('.')[1]?.length ?? 0));
}
