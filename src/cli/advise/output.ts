// What `wirefare advise --json` prints.

import type { Screened } from '../../advise/screening/screened.ts';
import { spellCompression } from '../../factors/compression.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import type { HowToSend } from '../../report/advice/how/how.ts';
import type { ReportInput } from '../../report/report.ts';
import type { NetworkAdvice, OtherWay } from '../../summary/advice/advice.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';

/** `how`: null where nobody asked for it. */
export function adviceJson(
  input: ReportInput,
  screened: readonly Screened[],
  how: readonly HowToSend[] | null,
): string {
  return `${recordedJson(adviceDocument(input, screened, how), 1)}\n`;
}

export type AdviceDocument = ReturnType<typeof adviceDocument>;

function adviceDocument(
  { run, summary }: ReportInput,
  screened: readonly Screened[],
  how: readonly HowToSend[] | null,
) {
  const { advice: facts } = run;
  return {
    payload: facts?.payload,
    today: facts?.today,
    advice: summary.advice?.networks.map((one) => networkJson(one, summary)),
    screened,
    how: how ?? undefined,
    summary,
  };
}

function networkJson(advice: NetworkAdvice, { cells }: Summary) {
  if (advice.kind === 'predicted') return advice;
  const told = (id: string | null) => cellJson(cells.find((cell) => cell.id === id));
  const { kind, network, gain, predictionError } = advice;
  return {
    kind,
    network,
    recommended: told(advice.recommended),
    fastest: told(advice.fastest),
    today: told(advice.today),
    todayPredictedMs: advice.todayPredictedMs,
    ratio: gain?.ratio ?? null,
    interval: gain?.interval ?? null,
    verdict: gain?.verdict ?? null,
    needs: advice.needs,
    faster: otherJson(advice.faster, told),
    plain: otherJson(advice.plain, told),
    forAll: otherJson(advice.forAll, told),
    epsilonMs: advice.epsilonMs,
    settled: advice.settled,
    provisional: advice.provisional,
    alarm: advice.alarm?.twin ?? null,
    ties: advice.ties.map(told),
    open: advice.open.map(told),
    predictionError,
  };
}

function otherJson<T>(other: OtherWay | null, told: (id: string) => T) {
  if (other === null) return null;
  const { cell, extraMs, needs, open } = other;
  return { ...told(cell), extraMs, needs, open: open?.map(told) };
}

function cellJson(cell: CellSummary | undefined) {
  if (cell === undefined) return null;
  const { id, factors, totalMs, bytes } = cell;
  const { format, codec, encoder, compression } = factors;
  return {
    cell: id,
    format,
    codec,
    encoder,
    compression: spellCompression(compression),
    medianMs: totalMs?.median,
    bytes: bytes?.encoded,
  };
}
