// What a way of sending needs, in words.

import { grouped } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import type { WayNeeds } from '../../summary/advice/needs.ts';

/** `nothing to install`; `needs protobufjs (24 kB), a schema and eval` */
export function sayNeeds(needs: WayNeeds): string {
  const things = listThings(needs);
  return things.length === 0 ? 'nothing to install' : `needs ${listed(things)}`;
}

export function listThings({ library, schema, eval: needsEval, dictionary }: WayNeeds): readonly string[] {
  return [
    ...(library === null ? [] : [`${library.name} (${grouped(library.gzipBytes / 1_000)} kB)`]),
    ...(schema ? ['a schema'] : []),
    ...(needsEval ? ['eval'] : []),
    ...(dictionary ? ['an answer kept from before'] : []),
  ];
}
