// The two screenings of advice: sizes first, which are an answer within seconds; then the times of what
// carries the data.

import { formatsWith } from '../../advise/screening/advised-formats.ts';
import { withDictionaryLevels } from '../../advise/screening/dictionary-ways.ts';
import { keepRungs, levelsFor } from '../../advise/screening/levels.ts';
import { screen } from '../../advise/screening/screen.ts';
import type { Screened, ScreenedFormat } from '../../advise/screening/screened.ts';
import { timeScreened } from '../../advise/screening/time-screened.ts';
import type { TodayAsked } from '../../advise/today.ts';
import { grouped } from '../../base/figures/numbers.ts';
import type { Host } from '../../base/host.ts';
import { type Compression, spellCompression } from '../../factors/compression.ts';
import type { Payload } from '../../payload/payload.ts';

/** Share of the whole budget that times may take, and of that one of them. */
const TIMING_SHARE = 0.04;
const LONGEST_TIMING_MS = 40;
const MOST_TIMED_JSON_BYTES = 4_000_000;

export interface Screening {
  readonly screened: readonly Screened[];
  readonly levels: readonly Compression[];
}

/** `bytes`: of the payload as JSON; `today`: what must be among those tried, whatever it is. */
export async function screenSizes(
  payload: Payload,
  bytes: number,
  bodies: number,
  today: Pick<TodayAsked, 'format' | 'compression'> | null,
  host: Host,
): Promise<Screening> {
  const formats = formatsWith(today?.format ?? null);
  const ways = formats.reduce((sum, { encoders }) => sum + encoders.length, 0);
  const { tried } = levelsFor({ bytes, bodies, ways });
  const levels = withLevels(keepRungs(tried), today === null ? [] : [today.compression]);
  return { screened: await collected(screen(payload, { formats, levels }, host)), levels };
}

/** The same with times for the encoders that carry the data, and with the dictionary where there is one. */
export async function screenTimes(
  payload: Payload,
  { screened, levels }: Screening,
  budgetMs: number,
  host: Host,
): Promise<readonly Screened[]> {
  const timesEach = 3 + 2 * levels.length;
  const eachMs = (TIMING_SHARE * budgetMs) / Math.max(1, screened.filter(isCarried).length * timesEach);
  const timings = {
    compressions: levels,
    budgetMs: Math.min(LONGEST_TIMING_MS, eachMs),
    mostJsonBytes: MOST_TIMED_JSON_BYTES,
  };
  const timed = await collected(timeScreened(payload, screened, timings, host));
  const { clock, interrupted } = host;
  return withDictionaryLevels(payload, timed, { clock, interrupted, budgetMs: timings.budgetMs });
}

async function collected(results: AsyncIterable<Screened>): Promise<Screened[]> {
  const screened: Screened[] = [];
  for await (const each of results) screened.push(each);
  return screened;
}

function withLevels(tried: readonly Compression[], also: readonly Compression[]): readonly Compression[] {
  const known = new Set(tried.map(spellCompression));
  return [...tried, ...also.filter((each) => !known.has(spellCompression(each)))];
}

/**
 * The first answer:
 * `1 234 567 bytes as JSON; smallest avro 345 678, avro + br-9 45 678; 2 of 14 formats refused`.
 */
export function sayFirstAnswer(screened: readonly Screened[]): string {
  const carried = screened.filter(isCarried);
  const json = carried.find(({ format }) => format === 'json');
  const plain = carried.toSorted((a, b) => a.bytes - b.bytes)[0];
  const all = carried.flatMap(({ format, compressed }) => compressed.map((each) => ({ format, ...each })));
  const smallest = all.toSorted((a, b) => a.bytes - b.bytes)[0];
  const refused = new Set(screened.filter((each) => !isCarried(each)).map(({ format }) => format));
  for (const { format } of carried) refused.delete(format);
  return [
    ...(json === undefined ? [] : [`${grouped(json.bytes)} bytes as JSON`]),
    ...(plain === undefined ? [] : [`smallest as it is: ${plain.format}, ${grouped(plain.bytes)}`]),
    ...(smallest === undefined
      ? []
      : [`smallest of all: ${smallest.format} + ${spellCompression(smallest)}, ${grouped(smallest.bytes)}`]),
    ...(refused.size === 0 ? [] : [`cannot carry it: ${[...refused].join(', ')}`]),
  ].join(' · ');
}

function isCarried(each: Screened): each is ScreenedFormat {
  return each.kind === 'carried';
}
