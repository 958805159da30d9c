// wirefare sizes --dictionary: what an answer takes where both ends still have one from before, in the same
// format, as the dictionary of zstd (compression dictionary transport, RFC 9842).

import { type Carried, carry } from '../../advise/screening/carry.ts';
import { everyEncoder } from '../../advise/screening/screen.ts';
import { grouped, percent } from '../../base/figures/numbers.ts';
import { dczCompressor, dczDecompress } from '../../compression/dictionary-zstd.ts';
import { compressorOf } from '../../compression/node-zlib.ts';
import { ZSTD } from '../../compression/zstd.ts';
import type { Format } from '../../formats/format.ts';
import type { Payload } from '../../payload/payload.ts';
import { withDictionary } from '../../payload/with-dictionary.ts';
import { type Column, grid, wrapped } from '../../report/terminal/grid.ts';
import { paintFor } from '../../report/terminal/paint.ts';
import type { SizeChoices } from './sizes-choices.ts';

export interface DictionarySizes {
  /** What the dictionary is of, as it was named. */
  readonly source: string;
  readonly sizes: readonly DictionaryRow[];
}

export interface DictionaryRow {
  readonly format: string;
  readonly codec: string;
  /** Level of zstd, with and without the dictionary. */
  readonly level: number;
  readonly dictionaryBytes: number;
  /** Without compression. */
  readonly bytes: number;
  readonly zstdBytes: number;
  readonly dczBytes: number;
}

/**
 * At zstd's own level, or those that were asked for. Formats made from a schema have the schema of both
 * answers, as both ends would. Throws a UserError where the two are no answers of one kind.
 */
export async function dictionarySizes(
  payload: Payload,
  before: Payload,
  { formats, asked }: Pick<SizeChoices, 'formats' | 'asked'>,
): Promise<DictionarySizes> {
  const named = (asked ?? []).filter(({ coding: name }) => name === ZSTD.name).map(({ level }) => level!);
  const levels = named.length > 0 ? named : [ZSTD.defaultLevel!];
  const { schema } = withDictionary(payload, before, '--dictionary');
  const sizes: DictionaryRow[] = [];
  for (const { format, encoder } of firstEncoders(formats)) {
    const carried = await carry(format, encoder, schema, [payload.value, before.value]);
    sizes.push(...levels.flatMap((level) => dictionaryRows(format.name, encoder.name, level, carried)));
  }
  return { source: before.source, sizes: sizes.toSorted((a, b) => a.dczBytes - b.dczBytes) };
}

function firstEncoders(formats: readonly Format[]): ReturnType<typeof everyEncoder> {
  return everyEncoder(formats).filter(({ format, encoder }) => format.encoders[0] === encoder);
}

/** None where the format cannot carry both. */
function dictionaryRows(format: string, codec: string, level: number, carried: Carried): DictionaryRow[] {
  if (!carried.carries) return [];
  const [body, dictionary] = carried.bodies as [Uint8Array, Uint8Array];
  const compressed = dczCompressor(level, dictionary)(body);
  if (Buffer.compare(dczDecompress(compressed, dictionary), body) !== 0)
    throw new Error(`${format} by dcz-${level} comes back changed`);
  const zstdBytes = compressorOf({ coding: ZSTD.name, level })(body).length;
  const bytes = body.length;
  return [
    {
      format,
      codec,
      level,
      dictionaryBytes: dictionary.length,
      bytes,
      zstdBytes,
      dczBytes: compressed.length,
    },
  ];
}

const INDENT = '  ';

export function dictionaryTable(
  { source, sizes }: DictionarySizes,
  { columns: width, colour }: { readonly columns: number; readonly colour: boolean },
): string {
  const paint = paintFor(colour);
  const right = (title: string): Column => ({ title, align: 'right' });
  const columns: Column[] = [
    { title: 'bytes', align: 'left' },
    right('none'),
    right('level'),
    right('zstd'),
    right('dcz'),
    right('of zstd'),
  ];
  const rows = sizes.map(({ format, bytes, level, zstdBytes, dczBytes }) => [
    format,
    grouped(bytes),
    String(level),
    grouped(zstdBytes),
    grouped(dczBytes),
    percent(dczBytes / zstdBytes, 0),
  ]);
  const note =
    'dcz is zstd with that answer, in the same format, as dictionary; formats made from a schema have one for both answers. It needs HTTPS and a client that has kept the answer: Chromium keeps one, other browsers do not.';
  const lines = [
    paint.strong(`With ${source} as dictionary`),
    ...grid(columns, rows, paint.dim),
    '',
    ...wrapped(note, width - INDENT.length, '', '').map(paint.dim),
  ];
  return `${lines.map((line) => `${INDENT}${line}`.trimEnd()).join('\n')}\n`;
}
