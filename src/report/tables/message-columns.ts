// The columns of samples that only sequences of messages have. Latencies stand as three quantiles of each
// sequence, for a look, and as the bins they come from, `[[460,999],[512,1]]`: quantiles of several sequences
// are not made of theirs.

import { SEQUENCE_COLUMNS } from '../../items/columns.ts';
import { latencyQuantileMs } from '../../messages/latencies.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import type { SampleColumn } from './sample-columns.ts';

type Figures = ReadonlyMap<number, MessageFigures>;

const WHOLE = ['delivered', 'reordered'] as const;
const NUMBERS = [
  'setUpMs',
  'firstMs',
  'wallMs',
  ...SEQUENCE_COLUMNS,
  'serverCpuMs',
  'wireBytesUp',
  'wireBytesDown',
  'clockErrorMs',
] as const;
const QUANTILES = { latencyP50Ms: 0.5, latencyP99Ms: 0.99, latencyMaxMs: 1 } as const;

/** A table of requests alone is without them. */
export function messageColumns(messages: Figures): readonly SampleColumn[] {
  const figure = (name: (typeof WHOLE)[number] | (typeof NUMBERS)[number]) => (row: number) =>
    messages.get(row)?.[name] ?? null;
  return [
    ...WHOLE.map((name) => ({ name, kind: 'whole-figure' as const, of: figure(name) })),
    ...NUMBERS.map((name) => ({ name, kind: 'figure' as const, of: figure(name) })),
    ...Object.entries(QUANTILES).map(([name, p]) => ({
      name,
      kind: 'figure' as const,
      of: (row: number) => latencyQuantile(messages.get(row), p),
    })),
    { name: 'latencies', kind: 'text', values: latencyBins(messages) },
  ];
}

function latencyQuantile(figures: MessageFigures | undefined, p: number): number | null {
  return figures === undefined || figures.latencies.length === 0
    ? null
    : latencyQuantileMs(figures.latencies, p);
}

function latencyBins(messages: Figures): ReadonlyMap<number, string> {
  const told = [...messages].filter(([, { latencies }]) => latencies.length > 0);
  return new Map(told.map(([row, { latencies }]) => [row, JSON.stringify(latencies)]));
}

/** What the columns of a row hold, read back; null of a request. Quantiles are made of the bins again. */
export function messageFigures(row: Readonly<Record<string, unknown>>): MessageFigures | null {
  if (row.delivered == null) return null;
  const figures = Object.fromEntries([...WHOLE, ...NUMBERS].map((name) => [name, row[name] ?? null]));
  const latencies = typeof row.latencies === 'string' ? (JSON.parse(row.latencies) as unknown) : [];
  return { ...figures, latencies } as MessageFigures;
}
