// What a client must have for a decoder: a schema, a page that allows eval, a library.

import { parseCompression } from '../factors/compression.ts';
import { codecNamed, formatNamed } from '../formats/catalogue.ts';
import { needsDictionary } from '../wire/target-contract.ts';

export interface PlatformNeeds {
  readonly schema: boolean;
  readonly eval: boolean;
  /** The package; null if the platform has everything. */
  readonly packageName: string | null;
}

export function platformNeeds(format: string, codec: string): PlatformNeeds {
  const { needs, library } = codecNamed(format, codec);
  return {
    schema: formatNamed(format).needsSchema,
    eval: needs.includes('eval'),
    packageName: library?.packageName ?? null,
  };
}

/** Whether the platform alone is enough. It is not for a dictionary, which the client must have kept. */
export function isPlain({
  format,
  codec,
  compression,
}: {
  readonly format: string;
  readonly codec: string;
  readonly compression: string;
}): boolean {
  if (needsDictionary(parseCompression(compression)!.coding)) return false;
  const needs = platformNeeds(format, codec);
  return !needs.schema && !needs.eval && needs.packageName === null;
}
