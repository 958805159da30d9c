// The advice in sentences, one a network, and one for all of several: what to send, against what is sent
// today, and what is as good.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { listed, plural } from '../../base/figures/plurals.ts';
import { between, times } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { AdviceFacts } from '../../record/advice-facts.ts';
import type { RunFile } from '../../record/record.ts';
import { sayCopies } from '../../study/cells/repeated-payload.ts';
import type {
  MeasuredAdvice,
  NetworkAdvice,
  OtherWay,
  PredictedAdvice,
} from '../../summary/advice/advice.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { costsMore, sayExtras } from '../price/answers.ts';
import { condition, type LevelsOf, measuredLevels } from '../words/levels.ts';
import { listThings, sayNeeds } from './needs-words.ts';
import { isSure, overNetworks } from './over-networks.ts';
import { wayName, wayNames } from './way-name.ts';

export function adviceAnswers(run: RunFile, summary: Summary): readonly Answer[] {
  const { advice } = summary;
  const facts = run.advice;
  if (advice === undefined || facts === undefined) return [];
  const levels = measuredLevels(summary.cells, run.study.networks);
  const ofAll = overNetworks(advice, summary);
  const ofEach = advice.networks.map((one) => adviceSentence(one, summary, levels));
  const sentences = ofAll === null ? ofEach : [ofAll, ...ofEach];
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
      : { kind: 'open' as const, text: predictedText(advice) };
  return { kind, where: '', text: `${on}: ${text}` };
}

/** As a colleague would say it: what to send, what that takes, and what another way would gain or cost. */
function measuredSentence(advice: MeasuredAdvice, summary: Summary): Omit<Sentence, 'where'> {
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  const names = wayNames([...cells.values()].map(({ factors }) => recordedCell(factors)));
  const nameOf = (id: string) => names(recordedCell(cells.get(id)!.factors));
  const best = cells.get(advice.recommended)!;
  const today = advice.today === null ? null : cells.get(advice.today)!;
  const isToday = best === today;
  const takes = isToday
    ? `${nameOf(best.id)}, ${ms(medianMs(best))}: nothing is known to be faster by more than ${ms(advice.epsilonMs)}`
    : `${sayNeeds(advice.needs)}, ${ms(medianMs(best))}${insteadOf(advice, today)}`;
  const ways = [
    ...sayOther(advice.faster, nameOf, isToday),
    ...(advice.plain?.cell === advice.faster?.cell ? [] : sayOther(advice.plain, nameOf, isToday)),
  ];
  const more = [
    ...sayForAll(advice, nameOf, today?.id ?? null),
    ...sayCheaper(advice, summary, nameOf),
    ...sayOpenWays(advice, nameOf),
  ];
  const text = (what: string) => [[what, ...ways].join('; '), ...more].join('. ');
  const found = isToday ? `as today, ${takes}` : `${nameOf(best.id)}: ${takes}`;
  if (advice.alarm !== null) {
    const why = `${advice.alarm.twin.cell} and its twin, which are the same, differ in this run`;
    return { kind: 'open', text: `nothing to build on: ${why}; it found ${text(found)}` };
  }
  if (isSure(advice)) return { kind: isToday ? 'tie' : 'decided', text: text(found) };
  if (isToday) return { kind: 'open', text: text(`for now as today, ${takes}`) };
  const soFar = isTodayOpen(advice)
    ? `today’s ${nameOf(today!.id)} may be as good as ${nameOf(best.id)}, the best so far: ${takes}`
    : `${nameOf(best.id)} is the best so far: ${takes}`;
  return { kind: 'open', text: text(soFar) };
}

/** Whoever is to change asks for that first. */
function isTodayOpen({ open, today }: MeasuredAdvice): boolean {
  return today !== null && open.includes(today);
}

/** ` instead of 429 ms, 16.5× [15.2, 17.9]` */
function insteadOf({ gain, todayPredictedMs }: MeasuredAdvice, today: CellSummary | null): string {
  if (today === null)
    return todayPredictedMs === null ? '' : ` instead of about ${ms(todayPredictedMs)} (predicted)`;
  const instead = ` instead of ${ms(medianMs(today))}`;
  return gain === null
    ? `${instead}, not compared`
    : `${instead}, ${times(gain.ratio)} ${between(gain.interval)}`;
}

/** `avro + zstd-9 would save 7 ms more and needs avsc (30 kB), a schema and eval` */
function sayOther(
  other: OtherWay | null,
  nameOf: (id: string) => string,
  isToday: boolean,
): readonly string[] {
  if (other === null) return [];
  const { cell, extraMs, needs } = other;
  const things = listThings(needs);
  const asks = things.length === 0 ? 'needs nothing' : `needs ${listed(things)}`;
  const name = nameOf(cell);
  return extraMs <= 0
    ? [`${name} would save ${ms(-extraMs)}${isToday ? '' : ' more'} and ${asks}`]
    : [`${name} ${asks} and takes ${ms(extraMs)} longer`];
}

/** `WebKit does not take it: json + br-5 there, 2 ms longer`; within ε about as fast. */
function sayForAll(
  { needs, forAll, epsilonMs }: MeasuredAdvice,
  nameOf: (id: string) => string,
  today: string | null,
): readonly string[] {
  const { notTakenBy } = needs;
  if (notTakenBy.length === 0) return [];
  const who = listed(notTakenBy.map((browser) => BROWSER_NAMES[browser] ?? browser));
  const refuse = `${who} ${plural(notTakenBy.length, 'does', 'do')} not take it`;
  if (forAll === null) return [refuse];
  const { cell, extraMs, open = [] } = forAll;
  const than = Math.abs(extraMs) <= epsilonMs ? 'about as fast' : sayExtra(extraMs);
  const things = listThings(forAll.needs);
  const asks = things.length === 0 ? '' : `, which needs ${listed(things)}`;
  const isOpen = open.length === 0 ? '' : ` (${sayWhich(open, nameOf, today)} may be as good there)`;
  return [`${refuse}: ${sayOwn(cell, nameOf, today)} there, ${than}${asks}${isOpen}`];
}

/** `json + br-5 costs $0.021 [0.018, 0.024] less a million answers and takes 12 ms longer` */
function sayCheaper(
  { recommended, epsilonMs, open }: MeasuredAdvice,
  { price, cells }: Summary,
  nameOf: (id: string) => string,
): readonly string[] {
  const group = price?.groups.find(({ rows }) => rows.some(({ cell }) => cell === recommended));
  const cost = group?.rows.find(({ cell }) => cell === recommended);
  if (price === undefined || cost === undefined || group?.cheapest == null || !costsMore(cost)) return [];
  const takesMs = (id: string) => medianMs(cells.find((cell) => cell.id === id)!);
  const extraMs = takesMs(group.cheapest) - takesMs(recommended);
  const isAlike = Math.abs(extraMs) <= epsilonMs;
  const alike = open.includes(group.cheapest) ? 'may be about as fast' : 'is about as fast';
  const than = isAlike ? alike : `takes ${sayExtra(extraMs)}`;
  const less = sayExtras([cost.extra!], price);
  return [`Money says otherwise: ${nameOf(group.cheapest)} costs ${less} less a million answers and ${than}`];
}

function sayExtra(extraMs: number): string {
  return `${ms(Math.abs(extraMs))} ${extraMs < 0 ? 'less' : 'longer'}`;
}

const BROWSER_NAMES: Readonly<Record<string, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};

function sayOpenWays(advice: MeasuredAdvice, nameOf: (id: string) => string): readonly string[] {
  const { open, today, provisional, alarm } = advice;
  // Today's stands in front of all that, but where nothing is to be built on.
  const isSaid = isTodayOpen(advice) && alarm === null;
  const others = isSaid ? open.filter((id) => id !== today) : open;
  return [
    ...(others.length === 0
      ? []
      : [`${sayWhich(others, nameOf, today)} may be as good${isSaid ? ' too' : ''}`]),
    ...(provisional ? ['Provisional, with fewer than four sessions'] : []),
  ];
}

function sayOwn(id: string, nameOf: (id: string) => string, today: string | null): string {
  return id === today ? `today’s ${nameOf(id)}` : nameOf(id);
}

/** Of more, how many: the table of cells has all of them. */
const MOST_NAMED = 3;

/** `today’s json + gzip-6, avro + br-4 and 4 other ways` */
function sayWhich(open: readonly string[], nameOf: (id: string) => string, today: string | null): string {
  const ordered = open.toSorted((a, b) => Number(b === today) - Number(a === today));
  const shown = open.length > MOST_NAMED ? ordered.slice(0, MOST_NAMED - 1) : ordered;
  const more = open.length - shown.length;
  const names = shown.map((id) => sayOwn(id, nameOf, today));
  return listed([...names, ...(more === 0 ? [] : [`${more} other ways`])]);
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
