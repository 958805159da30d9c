// The sizes of the data in every format, the smallest first, and what cannot carry them.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { compressionNamed, readTypedCompression } from '../../compression/catalogue.ts';
import { spellCompression } from '../../factors/compression.ts';
import { isOpen, type JobSnapshot } from '../jobs/snapshot.ts';
import { make } from '../shell/dom.ts';
import { type TodayChosen, todayFlag } from './asked.ts';

/** What `wirefare sizes --json` says, as far as it is shown, and what else may be asked of the same data. */
export interface SizesDocument {
  readonly payload: {
    readonly name: string;
    readonly records: number | null;
    /** What is meant of the source; null: all of it. */
    readonly path: string | null;
    readonly firstOf: number | null;
    readonly jsonBytes: number;
    readonly today: Today;
    readonly notes: readonly string[];
  };
  readonly sizes: readonly (SizeRow | RefusedRow)[];
  /** Of a HAR, the paths whose answers may be meant, the one with most bytes first; empty: it is none. */
  readonly paths: readonly string[];
  /** The list in a document that formats which refuse the document would carry. */
  readonly offeredPath?: OfferedPart | null;
}

interface OfferedPart {
  readonly path: string;
  readonly records: number;
  readonly formats: readonly string[];
}

export interface SizesFor {
  /** What the form says of today. */
  readonly today: TodayChosen;
  takePart(path: string): void;
}

interface Today {
  readonly format: string;
  readonly compression: string;
  readonly bytes: number;
  /** In those bytes, where sizes are of another number; null else. */
  readonly records: number | null;
}

interface SizeRow {
  readonly format: string;
  readonly codec: string;
  readonly compression: string;
  readonly level: number | null;
  readonly bytes: number;
}

interface RefusedRow {
  readonly format: string;
  readonly codec: string;
  readonly refused: string;
}

export interface FormatSizes {
  readonly format: string;
  readonly plain: number;
  /**
   * At the level that servers use unless told otherwise, as advice means it; else at the best of those tried.
   */
  readonly gzip: number | null;
  readonly least: number;
  /** `br-5` */
  readonly leastBy: string;
}

const USUAL_GZIP = compressionNamed('gzip').defaultLevel;

/** By format, the smallest of its libraries each; the format with the least bytes first. */
export function sizesByFormat({ sizes }: Pick<SizesDocument, 'sizes'>): readonly FormatSizes[] {
  const carried = sizes.filter((row): row is SizeRow => 'bytes' in row);
  return [...Map.groupBy(carried, ({ format }) => format)]
    .map(([format, rows]) => {
      const least = rows.reduce((a, b) => (b.bytes < a.bytes ? b : a));
      const leastWith = (compression: string) =>
        rows.filter((row) => row.compression === compression).map(({ bytes }) => bytes);
      const usual = rows.filter((row) => row.compression === 'gzip' && row.level === USUAL_GZIP);
      const gzip = usual.length === 0 ? leastWith('gzip') : usual.map(({ bytes }) => bytes);
      return {
        format,
        plain: Math.min(...leastWith('none')),
        gzip: gzip.length === 0 ? null : Math.min(...gzip),
        least: least.bytes,
        leastBy: least.level === null ? least.compression : `${least.compression}-${least.level}`,
      };
    })
    .toSorted((a, b) => a.least - b.least || a.plain - b.plain);
}

/** What cannot carry the data, each format once, unless another of its libraries can. */
export function refusals({ sizes }: Pick<SizesDocument, 'sizes'>): readonly (readonly [string, string])[] {
  const carried = new Set(sizes.filter((row) => 'bytes' in row).map(({ format }) => format));
  const refused = sizes.filter((row): row is RefusedRow => 'refused' in row && !carried.has(row.format));
  return [...new Map(refused.map(({ format, refused: why }) => [format, why]))];
}

/** Of sizes that are not there (yet). */
export function sayWaitingSizes({ state, waitsFor }: Pick<JobSnapshot, 'state' | 'waitsFor'>): string {
  if (state === 'stopped') return 'The sizes were stopped.';
  return state === 'waiting' && waitsFor !== null ? `Sizes wait for ${waitsFor} …` : 'Sizes …';
}

/** The same, with what can be done about it. */
export function openSizesView(
  document: Document,
  job: Pick<JobSnapshot, 'state' | 'waitsFor'>,
  press: { stop(): void; again(): void },
): readonly HTMLElement[] {
  const [text, act] = isOpen(job) ? ['Stop', press.stop] : ['Ask again', press.again];
  const button = make(document, 'button', { type: 'button', class: 'other' }, text);
  button.addEventListener('click', act);
  return [make(document, 'p', { class: 'soft', role: 'status' }, sayWaitingSizes(job)), button];
}

/**
 * The same data as the form says that they are sent today; null where it leaves that to what came. `bytes` is
 * null where that way was not tried.
 */
function saidToday(
  { payload, sizes }: SizesDocument,
  chosen: TodayChosen,
): { readonly way: string; readonly bytes: number | null } | null {
  const flag = todayFlag(chosen, payload.today);
  if (flag === '') return null;
  const [format, typed = 'none'] = flag.split('+') as [string, string?];
  const compression = readTypedCompression(typed);
  const { coding, level } = compression ?? { coding: typed, level: null };
  const bytes = sizes.flatMap((row) =>
    'bytes' in row && row.format === format && row.compression === coding && row.level === level
      ? [row.bytes]
      : [],
  );
  const way =
    coding === 'none'
      ? format
      : `${format} + ${compression === null ? typed : spellCompression(compression)}`;
  return { way, bytes: bytes.length === 0 ? null : Math.min(...bytes) };
}

export function sizesView(document: Document, found: SizesDocument, to: SizesFor): readonly Node[] {
  const { payload } = found;
  const said = saidToday(found, to.today);
  // What came is more than what the sizes are of: a share of that would say how large the part is.
  const isPart = payload.path !== null || payload.today.records !== null;
  const whole = said?.bytes ?? (isPart ? payload.jsonBytes : payload.today.bytes);
  const shareOf =
    said?.bytes != null ? 'of today' : isPart ? 'of JSON' : said === null ? 'of today' : 'of what came';
  const rows = sizesByFormat(found);
  const most = Math.max(...rows.map(({ plain }) => plain));
  const head = ['format', 'as it is, bytes', 'with gzip', 'at its smallest', 'by', shareOf].map((title, i) =>
    make(document, 'th', { scope: 'col', ...(i > 0 && i !== 4 ? { class: 'num' } : {}) }, title),
  );
  const num = (text: string, kind = 'num') => make(document, 'td', { class: kind }, text);
  const body = rows.map(({ format, plain, gzip, least, leastBy }, i) =>
    make(
      document,
      'tr',
      i === 0 ? { class: 'most' } : {},
      make(document, 'th', { scope: 'row' }, format),
      num(grouped(plain)),
      num(gzip === null ? '' : grouped(gzip)),
      num(grouped(least)),
      make(document, 'td', { class: 'soft' }, leastBy === 'none' ? 'no compression' : leastBy),
      num(percent(least / whole)),
    ),
  );
  const { records, firstOf, jsonBytes } = payload;
  const objects = records === null ? '' : `${count(records, 'record')}, `;
  const asJson = isPart ? `${count(jsonBytes, 'byte')} as JSON; ` : '';
  const told = [
    `${objects}${asJson}${sayToday(payload)}`,
    ...(firstOf === null ? [] : [`sizes are of the first ${grouped(records ?? 0)} of ${grouped(firstOf)}`]),
    ...(said?.bytes == null ? [] : [`${count(said.bytes, 'byte')} as “Sent today as” says (${said.way})`]),
    ...payload.notes,
  ];
  const refused = refusals(found).map(([format, why]) =>
    make(document, 'li', {}, make(document, 'b', {}, format), ` ${why}`),
  );
  return [
    make(document, 'h2', {}, `Sizes of ${payload.name}`),
    ...told.map((text) => make(document, 'p', { class: 'note' }, text)),
    make(
      document,
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Sizes in every format' },
      make(
        document,
        'table',
        { class: 'shown' },
        make(document, 'thead', {}, make(document, 'tr', {}, ...head)),
        make(document, 'tbody', {}, ...(most > 0 ? body : [])),
      ),
    ),
    ...(refused.length === 0
      ? []
      : [
          make(document, 'p', { class: 'note' }, 'Cannot carry these data:'),
          make(document, 'ul', { class: 'why' }, ...refused),
        ]),
    ...(found.offeredPath == null ? [] : [offerPart(document, found.offeredPath, to)]),
  ];
}

function offerPart(document: Document, { path, records, formats }: OfferedPart, to: SizesFor): HTMLElement {
  const take = make(document, 'button', { type: 'button', class: 'link' }, `Take the part ${path} alone`);
  take.addEventListener('click', () => to.takePart(path));
  const why = ` (a list of ${count(records, 'record')}): then ${listed(formats)} can take part.`;
  return make(document, 'p', { class: 'note' }, take, why);
}

/** `1 234 bytes as they came (json + gzip, of 40 records, with more than data.items)` */
function sayToday({ today, path }: SizesDocument['payload']): string {
  const { format, compression, bytes, records } = today;
  const what = [
    compression === 'none' ? format : `${format} + ${compression}`,
    ...(records === null ? [] : [`of ${count(records, 'record')}`]),
    ...(path === null ? [] : [`with more than ${path}`]),
  ];
  return `${count(bytes, 'byte')} as they came (${what.join(', ')})`;
}
