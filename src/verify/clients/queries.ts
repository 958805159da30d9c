// The exchanges that the suite asks for, made from what a target says it can.

import { computationsForDataset } from '../../data/compute/computations.ts';
import { type About, type ExchangeQuery, exchangePath } from '../../wire/target-contract.ts';

/** No computation, no compression, the format's first encoder. */
export function plainQuery(about: About, dataset: string, n: number, format: string): ExchangeQuery {
  return {
    dataset,
    n,
    format,
    codec: about.features.formats[format]?.[0] ?? '',
    compression: 'none',
    level: null,
    compute: 'none',
    close: false,
    opaque: false,
  };
}

/** The plainest exchange of that many objects: first dataset, first format. */
export function anyQuery(about: About, n: number): ExchangeQuery {
  const { datasets, formats } = about.features;
  return plainQuery(about, datasets[0] ?? '', n, Object.keys(formats)[0] ?? '');
}

export function hasObjects({ features }: About): boolean {
  return features.datasets.length > 0 && Object.keys(features.formats).length > 0;
}

/** Path and query of a request that does a little: an exchange, or raw bytes where there are no objects. */
export function littlePath(about: About, serial: number, close = false): string {
  if (hasObjects(about)) return exchangePath({ ...anyQuery(about, 1), close }, serial);
  return `/bytes?n=1${close ? '&connection=close' : ''}&serial=${serial}`;
}

/** Those that something is computed on; nobody has published an order for the others. */
export function sortedDatasets(about: About): string[] {
  return about.features.datasets.filter((dataset) => computationsForDataset(dataset).length > 1);
}

/** Every format with each of its encoders. */
export function formatsAndEncoders(about: About): { format: string; codec: string }[] {
  return Object.entries(about.features.formats).flatMap(([format, codecs]) =>
    codecs.map((codec) => ({ format, codec })),
  );
}

/** Each compression once, at one level: 6 where it has it, else its first. */
export function compressionsOnce(about: About): { compression: string; level: number | null }[] {
  return Object.entries(about.features.compressions).map(([compression, levels]) => ({
    compression,
    level: levels.includes(6) ? 6 : (levels[0] ?? null),
  }));
}

/** The counts that are within what the target serves. */
export function counts(about: About, wanted: readonly number[]): number[] {
  const within = wanted.filter((n) => n <= about.features.maxN);
  return within.length > 0 ? within : [about.features.maxN];
}

/** `book n=10 json/JSON.stringify gzip-6 cm1`. */
export function sayQuery(query: ExchangeQuery): string {
  const { dataset, n, format, codec, compression, level, compute } = query;
  const parts = [`${dataset} n=${n} ${format}/${codec}`];
  if (compression !== 'none') parts.push(level === null ? compression : `${compression}-${level}`);
  if (compute !== 'none') parts.push(compute);
  return parts.join(' ');
}
