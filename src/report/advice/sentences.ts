// The advice in sentences, one a network: what to send, against what is sent today, and what is as good.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { listed, plural } from '../../base/figures/plurals.ts';
import { between, times } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { AdviceFacts } from '../../record/advice-facts.ts';
import type { RunFile } from '../../record/record.ts';
import { sayCopies } from '../../study/cells/repeated-payload.ts';
import type { MeasuredAdvice, NetworkAdvice, PredictedAdvice } from '../../summary/advice.ts';
import type { CellSummary, Comparison, Summary } from '../../summary/summary.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { condition, type LevelsOf, measuredLevels } from '../words/levels.ts';
import { wayName, wayNames } from './way-name.ts';

export function adviceAnswers(run: RunFile, summary: Summary): readonly Answer[] {
  const { advice } = summary;
  const facts = run.advice;
  if (advice === undefined || facts === undefined) return [];
  const levels = measuredLevels(summary.cells, run.study.networks);
  const sentences = advice.networks.map((one) => adviceSentence(one, summary, levels));
  const notes = [
    sayToday(facts, isResampled(run, facts)),
    ...sayPredictions(advice.networks),
    ...sayRefused(facts),
    ...sayOrder(facts),
    ...sayResampled(run, facts),
    ...sayDictionary(facts),
  ];
  return [
    { question: 'What to send?', part: '', sentences },
    { question: 'What is that held against?', part: '', sentences: notes.map(note) },
  ];
}

function adviceSentence(advice: NetworkAdvice, summary: Summary, levels: LevelsOf): Sentence {
  const where = condition('network', [advice.network], levels);
  const on = where.charAt(0).toUpperCase() + where.slice(1);
  const { kind, text } =
    advice.kind === 'measured'
      ? measuredSentence(advice, summary)
      : { kind: 'undecided' as const, text: predictedText(advice) };
  return { kind, where: '', text: `${on}: ${text}` };
}

function measuredSentence(advice: MeasuredAdvice, summary: Summary): Omit<Sentence, 'where'> {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const names = wayNames([...cells.values()].map(({ factors }) => recordedCell(factors)));
  const nameOf = (id: string) => names(recordedCell(cells.get(id)!.factors));
  const best = cells.get(advice.recommended)!;
  const also = alsoText(advice, nameOf);
  if (advice.recommended === advice.today) {
    const text = `as today, ${nameOf(best.id)}, ${ms(medianMs(best))}: nothing is`;
    return advice.undecided.length === 0
      ? { kind: 'tie', text: `${text} faster${also}` }
      : { kind: 'undecided', text: `perhaps ${text} found faster${also}` };
  }
  const what = `${nameOf(best.id)}, ${ms(medianMs(best))}`;
  if (advice.today === null) {
    const { todayPredictedMs } = advice;
    const held =
      todayPredictedMs === null ? '' : `, and about ${ms(todayPredictedMs)} as you send it today (predicted)`;
    // Held against nothing but each other: where that is open, so is the whole.
    const kind = advice.undecided.length > 0 ? 'undecided' : 'decided';
    return { kind, text: `${what}${held}${also}` };
  }
  const against = `${what} against ${ms(medianMs(cells.get(advice.today)!))} as you send it today`;
  const { kind, text } = saidOfGain(against, advice.gain);
  return { kind, text: `${text}${also}` };
}

/** null: too few sessions for a comparison. */
function saidOfGain(against: string, gain: Comparison | null): Omit<Sentence, 'where'> {
  if (gain === null) return { kind: 'undecided', text: `perhaps ${against}: not compared` };
  const figure = `${times(gain.ratio)} ${between(gain.interval)}`;
  if (gain.verdict === 'faster') return { kind: 'decided', text: `${against}, ${figure}` };
  if (gain.verdict === 'same') return { kind: 'tie', text: `${against}: as fast, ${figure}` };
  return { kind: 'undecided', text: `perhaps ${against}: undecided, ${figure}` };
}

/** Today's way is told of already. */
function alsoText({ ties, undecided, today }: MeasuredAdvice, nameOf: (id: string) => string): string {
  const [tied = [], open = []] = [ties, undecided].map((ids) => ids.filter((id) => id !== today).map(nameOf));
  return [
    ...(tied.length > 0 ? [`; ${listed(tied)} ${tied.length === 1 ? 'is a tie' : 'tie with it'}`] : []),
    ...(open.length > 0 ? [`; ${listed(open)} undecided`] : []),
  ].join('');
}

function predictedText({ why, recommended, today }: PredictedAdvice): string {
  const best = `${wayName(recommended)}, about ${ms(recommended.totalMs)}`;
  const held = `against about ${ms(today.totalMs)} as you send it today`;
  return `predicted, not measured: ${best} ${held}; ${why}`;
}

/**
 * From here on what is measured is not what the source takes: other white space, another form of the same
 * format.
 */
const OTHER_FORM = 0.1;

function sayResampled({ plan }: RunFile, { payload }: AdviceFacts): readonly string[] {
  if (payload.shape !== 'list') return [];
  return sayCopies(Math.max(0, ...plan.cells.map(({ factors: { n } }) => n)), payload.count);
}

/** Another number of records is another number of bytes, whatever their form. */
function isResampled({ plan }: RunFile, { payload }: AdviceFacts): boolean {
  return payload.shape === 'list' && plan.cells.some(({ factors: { n } }) => n !== payload.count);
}

function sayToday(facts: AdviceFacts, resampled: boolean): string {
  const form = resampled ? null : sayForm(facts);
  return form === null ? sayHow(facts) : `${sayHow(facts)} (${form})`;
}

/** The source's bytes where those measured in its place are others; null where they are about as many. */
function sayForm({ today, payload, ways }: AdviceFacts): string | null {
  if (today.from === 'asked' || payload.shape === 'messages') return null;
  const format = today.filter.format?.[0];
  const bytes = ways.find((way) => way.format === format && way.compression === 'none')?.bytes;
  if (bytes === undefined || Math.abs(bytes / payload.sourceBytes - 1) <= OTHER_FORM) return null;
  return `${grouped(bytes)} bytes as it is written here, ${grouped(payload.sourceBytes)} in the source`;
}

function sayHow({ today, payload }: AdviceFacts): string {
  const format = today.filter.format?.[0] ?? '';
  const compression = today.filter.compression?.[0] ?? 'none';
  const how = compression === 'none' ? `${format} without compression` : `${format} + ${compression}`;
  if (today.from === 'asked') return `today: ${how}, as --today says`;
  if (today.captured === null)
    return `today: ${how}, as ${payload.source} ${payload.shape === 'messages' ? 'are' : 'is'}; --today says how your server sends it`;
  const { contentEncoding, waitMs, transferMs } = today.captured;
  const coded = contentEncoding === '' ? 'without a content coding' : `as ${contentEncoding}`;
  return `today: ${how}; ${payload.source} answered ${coded}, ${ms(waitMs + transferMs)} from here`;
}

/** How far to trust the choice of contenders, and what was only predicted. */
function sayPredictions(networks: readonly NetworkAdvice[]): string[] {
  const errors = networks.flatMap((one) => (one.kind === 'measured' ? [one.predictionError] : []));
  if (errors.length === 0) return [];
  const most = percent(Math.max(...errors), 0);
  const off = errors.length === 1 ? `${most} (the median)` : `at most ${most} (medians of the networks)`;
  return [`what is measured here was chosen by prediction, which was off by ${off}`];
}

function sayRefused({ refused }: AdviceFacts): string[] {
  return [...Map.groupBy(refused, ({ format }) => format)].map(([, ways]) => `left out: ${ways[0]!.reason}`);
}

function sayOrder({ ways }: AdviceFacts): string[] {
  const losing = [...new Set(ways.filter(({ losesKeyOrder }) => losesKeyOrder).map(({ format }) => format))];
  return losing.length === 0
    ? []
    : [
        `the order of keys varies in these data; ${listed(losing)} ${plural(losing.length, 'brings', 'bring')} them in one order`,
      ];
}

function sayDictionary({ payload: { dictionary } }: AdviceFacts): string[] {
  if (dictionary === undefined) return [];
  return [
    `dcz: with ${dictionary} as dictionary, which the client must have kept from before; of browsers Chromium alone takes one, where page and server are of one site or third-party cookies are allowed`,
  ];
}

function note(text: string): Sentence {
  return { kind: 'note', where: '', text };
}

function medianMs({ totalMs }: CellSummary): number {
  return totalMs!.median;
}
