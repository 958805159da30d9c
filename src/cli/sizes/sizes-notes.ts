// What stands below the table of sizes: what cannot carry the data and why, what is changed and changed back,
// what was not tried.

import { refusedWays } from '../../advise/screening/screened.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { type Compression, spellCompression } from '../../factors/compression.ts';
import { wrapped } from '../../report/terminal/grid.ts';
import type { Paint } from '../../report/terminal/paint.ts';
import { sayOfferedPath } from '../payload/offered-path.ts';
import type { SizesFound } from './sizes-found.ts';

/** Of one kind, for several formats; the rest is in `--json`. */
const MOST_OF_A_KIND = 6;

/** Sections of lines, without indentation. */
export function sizesNotes(found: SizesFound, width: number, paint: Paint): readonly (readonly string[])[] {
  const section = (title: string, notes: readonly string[]) =>
    notes.length === 0
      ? []
      : [paint.strong(title), ...notes.flatMap((note) => wrapped(note, width, '', '    '))];
  return [
    section('Refused', refusals(found)),
    section('Written in another way, and turned back', mappings(found)),
    section('To know', [...found.payload.notes, ...losses(found), ...levelNotes(found)]),
  ];
}

/** A line for each reason, with all that refuse for it; and the path to a list that some of them carry. */
function refusals({ screened, offered }: SizesFound): readonly string[] {
  const refused = refusedWays(screened).map(({ format, reason }) => ({ who: format, what: reason }));
  return [...byReason(refused), ...(offered == null ? [] : [sayOfferedPath(offered)])];
}

function mappings({ screened }: SizesFound): readonly string[] {
  const carried = screened.filter((each) => each.kind === 'carried');
  const lines = byReason(
    carried.flatMap(({ format, mapped }) => mapped.map((what) => ({ who: format, what }))),
  );
  const more = lines.length - MOST_OF_A_KIND;
  return more > 0 ? [...lines.slice(0, MOST_OF_A_KIND), `and ${more} more (--json has all)`] : lines;
}

function losses({ screened }: SizesFound): readonly string[] {
  const carried = screened.filter((each) => each.kind === 'carried');
  const losing = unique(carried.filter((each) => each.losesKeyOrder).map(({ format }) => format));
  const keyOrder =
    losing.length === 0 ? [] : [`${listed(losing)}: keys come back in the schema’s order, not in their own`];
  const decoders = carried.flatMap(({ format, refusedDecoders }) =>
    refusedDecoders.map(({ codec, reason }) => ({ who: format, what: `not for ${codec}: ${reason}` })),
  );
  return [...keyOrder, ...byReason(decoders)];
}

function levelNotes({ levels }: SizesFound): readonly string[] {
  if (levels.leftOut.length === 0) return [];
  const tried = sayLevels(levels.tried.filter(({ level }) => level !== null));
  return [`tried: ${tried}; --levels all tries ${count(levels.leftOut.length, 'other')} too`];
}

/** `gzip 1 6 9, br 5` */
function sayLevels(levels: readonly Compression[]): string {
  const byName = [...Map.groupBy(levels, ({ coding: name }) => name)];
  return listed(
    byName.map(([name, some]) =>
      some.length === 1 ? spellCompression(some[0]!) : `${name} ${some.map(({ level }) => level).join(' ')}`,
    ),
  );
}

function byReason(all: readonly { readonly who: string; readonly what: string }[]): readonly string[] {
  const grouped = [...Map.groupBy(all, ({ what }) => what)];
  return grouped.map(([what, some]) => `${unique(some.map(({ who }) => who)).join(', ')}: ${what}`);
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
