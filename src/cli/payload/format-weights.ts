// wirefare list formats --weights: what each decoder adds to a page, and how long a first visit waits for it.

import { firstVisitMs, type LibraryWeight, libraryWeights } from '../../advise/library-weight.ts';
import { grouped } from '../../base/figures/numbers.ts';
import { FORMATS } from '../../formats/catalogue.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { type Column, grid, wrapped } from '../../report/terminal/grid.ts';
import { type Paint, paintFor } from '../../report/terminal/paint.ts';

const SHOWN_NETWORKS: readonly NetworkProfile[] = NETWORKS.filter(({ name }) =>
  ['10mbit', '4g', '3g'].includes(name),
).sort((a, b) => a.rttMs - b.rttMs);

const INDENT = '  ';
const BYTES_PER_KB = 1_000;

export interface DecoderWeight {
  readonly format: string;
  readonly codec: string;
  /** null where the platform has all of it. */
  readonly library: LibraryWeight | null;
  /** Milliseconds by network; 0 where there is nothing to load. */
  readonly firstVisitMs: Readonly<Record<string, number>>;
}

/** Of every decoder, in the catalogue's order. */
export async function decoderWeights(): Promise<readonly DecoderWeight[]> {
  const decoders = FORMATS.flatMap((format) => format.codecs.map((codec) => ({ format, codec })));
  const weights = await libraryWeights(decoders.map(({ codec }) => codec));
  return decoders.map(({ format, codec }, i) => {
    const library = weights[i]!;
    const visits = SHOWN_NETWORKS.map((network): [string, number] => [
      network.name,
      library === null ? 0 : firstVisitMs(library, network),
    ]);
    return { format: format.name, codec: codec.name, library, firstVisitMs: Object.fromEntries(visits) };
  });
}

/** In lines of `width`. */
export function weightsTable(rows: readonly DecoderWeight[], width: number, colour: boolean): string {
  const paint = paintFor(colour);
  const notes = [...legend(rows), versions(rows)].flatMap((note) =>
    wrapped(note, width - INDENT.length, '', ''),
  );
  const lines = [...table(rows, paint), '', ...notes.map(paint.dim)];
  return `${lines.map((line) => `${INDENT}${line}`.trimEnd()).join('\n')}\n`;
}

function table(rows: readonly DecoderWeight[], paint: Paint): readonly string[] {
  const right = (title: string): Column => ({ title, align: 'right' });
  const columns: Column[] = [
    { title: 'format', align: 'left' },
    { title: 'decoder', align: 'left' },
    right('kB'),
    right('gzip'),
    right('br'),
    ...SHOWN_NETWORKS.map(({ name }) => right(name)),
  ];
  const cells = rows.map(({ format, codec, library, firstVisitMs: visits }, i) => [
    rows[i - 1]?.format === format ? '' : format,
    codec,
    ...(library === null
      ? [paint.dim('–')]
      : [
          ...[library.minifiedBytes, library.gzipBytes, library.brotliBytes].map(kilobytes),
          ...SHOWN_NETWORKS.map(({ name }) => grouped(visits[name]!)),
        ]),
  ]);
  return grid(columns, cells, paint.dim);
}

function kilobytes(bytes: number): string {
  return grouped(bytes / BYTES_PER_KB, 1);
}

function legend(rows: readonly DecoderWeight[]): string[] {
  const networks = SHOWN_NETWORKS.map((network) => `${network.name} (${sayNetwork(network)})`);
  return [
    'kB: the library, minified, cut down to what decoding takes from it; not the few lines that a program writes around it, nor code made for one schema by a compiler. gzip: by gzip 9. br: by brotli 11.',
    `Times, in ms: a first visit waits so long for it, gzipped, over a connection just opened (its window starts at 10 segments, 14 kB), by TCP's arithmetic: ${networks.join(', ')}.`,
    ...(rows.some(({ library }) => library === null) ? ['–: the platform has all of it.'] : []),
  ];
}

function versions(rows: readonly DecoderWeight[]): string {
  const named = rows.flatMap(({ library }) =>
    library === null ? [] : [`${library.name} ${library.version}`],
  );
  return `Libraries: ${[...new Set(named)].join(', ')}.`;
}
