// What `wirefare sizes` has found, and its answers: which is the smallest, without compression and with.

import { summariseSizes, valuesByBody } from '../../advise/screening/bodies.ts';
import { firstPart } from '../../advise/screening/first-part.ts';
import type { Levels } from '../../advise/screening/levels.ts';
import type { OfferedPath } from '../../advise/screening/offered-path.ts';
import { everyEncoder, screen } from '../../advise/screening/screen.ts';
import type { Screened, ScreenedCompression, ScreenedFormat } from '../../advise/screening/screened.ts';
import type { Host } from '../../base/host.ts';
import type { Compression } from '../../factors/compression.ts';
import type { Format } from '../../formats/format.ts';
import type { Payload } from '../../payload/payload.ts';
import { withN } from '../payload/payload-n.ts';
import type { SizeChoices } from './sizes-choices.ts';

export interface SizesFound {
  readonly payload: Payload;
  /** What `--path` names, where it does: the source is more than the payload then. */
  readonly path?: string | undefined;
  /** The list in a document, where formats that refuse the document would carry it. */
  readonly offered?: OfferedPath | null;
  /** Records of a list, or messages, that sizes are of; null for a document. */
  readonly count: number | null;
  /** How many there are, where sizes are of the first only, since all would take minutes; null else. */
  readonly firstOf: number | null;
  readonly today: {
    /** What one exchange costs as the source has it; of several messages, their mean. */
    readonly bytes: number;
    /** Records of the source, where sizes are of another number; null where they are of all of it. */
    readonly count: number | null;
  };
  /** As compact JSON, whether that is among the formats or not; of several messages, their mean. */
  readonly jsonBytes: number;
  readonly levels: Levels;
  /** Compressions asked for by name; null where none was. */
  readonly asked: readonly Compression[] | null;
  readonly screened: readonly Screened[];
}

/**
 * `n`: of so many records, resampled; null: of the payload as it is, or of its first records where it is
 * large.
 */
export async function findSizes(
  source: Payload,
  n: number | null,
  choices: SizeChoices,
  host: Pick<Host, 'interrupted' | 'err' | 'errIsTerminal' | 'onStep'>,
): Promise<SizesFound> {
  const payload = n === null ? firstPart(source) : withN(source, n);
  const values = valuesByBody(payload);
  const lengths = values.map((value) => Buffer.byteLength(JSON.stringify(value)));
  const ways = everyEncoder(choices.formats).length;
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  const levels = choices.levelsOf({ bytes, bodies: values.length, ways });
  return {
    payload,
    count: countObjects(payload),
    firstOf: n === null && payload !== source ? countObjects(source) : null,
    today: describeToday(source, payload),
    jsonBytes: summariseSizes(lengths, payload).bytes,
    levels,
    asked: choices.asked,
    screened: await screenedWith(payload, choices.formats, levels, host),
  };
}

function countObjects({ shape, value }: Payload): number | null {
  return shape === 'document' ? null : (value as readonly unknown[]).length;
}

function describeToday(source: Payload, payload: Payload): SizesFound['today'] {
  const { captured, sourceBytes, answeredBytes = sourceBytes } = source.today;
  const count = countObjects(source);
  const bodies = source.shape === 'messages' ? count! : 1;
  return {
    bytes: captured === null ? answeredBytes / bodies : captured.bytesEncoded,
    count: source.shape === 'messages' || count === countObjects(payload) ? null : count,
  };
}

/** Tells how far it is on stderr, where that is a terminal. Interrupted: what was found until then. */
async function screenedWith(
  payload: Payload,
  formats: readonly Format[],
  { tried }: Levels,
  host: Pick<Host, 'interrupted' | 'err' | 'errIsTerminal' | 'onStep'>,
): Promise<readonly Screened[]> {
  const tell = (text: string) => {
    if (host.errIsTerminal) host.err(`\r\x1b[2K${text}`);
  };
  const ways = everyEncoder(formats).length;
  const screened: Screened[] = [];
  try {
    for await (const each of screen(payload, { formats, levels: tried }, host)) {
      screened.push(each);
      tell(`  ${screened.length} of ${ways} …`);
    }
  } finally {
    tell('');
  }
  return screened;
}

/** One format with all encoders that give the same sizes. */
export interface SizeRow {
  /** `protobuf`; `protobuf/protobuf-es` where encoders of a format differ. */
  readonly label: string;
  readonly bytes: number;
  readonly compressed: readonly ScreenedCompression[];
  /** Of all, `none` included; the first of equal ones. */
  readonly smallest: ScreenedCompression;
}

/** The smallest first; equal ones by their size without compression, then as they come. */
export function sizeRows(screened: readonly Screened[]): readonly SizeRow[] {
  const carried = screened.filter((each) => each.kind === 'carried');
  const byFormat = [...Map.groupBy(carried, ({ format }) => format).values()];
  return byFormat
    .flatMap(rowsOfFormat)
    .toSorted((a, b) => a.smallest.bytes - b.smallest.bytes || a.bytes - b.bytes);
}

function rowsOfFormat(encoders: readonly ScreenedFormat[]): readonly SizeRow[] {
  const alike = [...Map.groupBy(encoders, sizesKey).values()];
  return alike.map((same) => {
    const { format, encoder, bytes, compressed } = same[0]!;
    const label = alike.length === 1 ? format : `${format}/${encoder}`;
    return { label, bytes, compressed, smallest: findSmallest(compressed) };
  });
}

function sizesKey({ compressed }: ScreenedFormat): string {
  return compressed.map(({ bytes }) => bytes).join(' ');
}

function findSmallest(compressed: readonly ScreenedCompression[]): ScreenedCompression {
  return compressed.reduce((a, b) => (b.bytes < a.bytes ? b : a));
}

/** All rows that have the least of some size. */
export function rowsWithLeast(
  rows: readonly SizeRow[],
  sizeOf: (row: SizeRow) => number,
): readonly SizeRow[] {
  const least = Math.min(...rows.map(sizeOf));
  return rows.filter((row) => sizeOf(row) === least);
}
