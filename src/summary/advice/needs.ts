// What a way asks of whoever takes it, and which of several is the simplest.

import type { Cell } from '../../factors/cell.ts';
import type { AdviceFacts } from '../../record/advice-facts.ts';
import type { RunFile } from '../../record/record.ts';
import { browsersThatTake } from '../../study/cells/not-offered.ts';
import { needsDictionary } from '../../wire/target-contract.ts';
import { isModelled } from '../bill/modelled-cells.ts';
import type { CellSummary } from '../summary.ts';

export interface WayNeeds {
  /** Package and its size, minified and gzipped; null where the platform has all of it. */
  readonly library: { readonly name: string; readonly gzipBytes: number } | null;
  /** Both ends share a schema. */
  readonly schema: boolean;
  /** The page must allow `unsafe-eval`. */
  readonly eval: boolean;
  /** The client must have kept an answer from before. */
  readonly dictionary: boolean;
  /** Browsers that do not take its compression over that network and protocol. */
  readonly notTakenBy: readonly string[];
}

export function needsOfWay(run: RunFile, { needs }: AdviceFacts, { factors }: CellSummary): WayNeeds {
  const own = needs.find(({ format, codec }) => format === factors.format && codec === factors.codec);
  const library = own?.library ?? null;
  return {
    library: library && { name: library.name, gzipBytes: library.gzipBytes },
    schema: own?.schema ?? false,
    eval: own?.eval ?? false,
    dictionary: needsDictionary(factors.compression.coding),
    notTakenBy: browsersThatDoNotTake(run, factors),
  };
}

export function needsNothing(needs: WayNeeds): boolean {
  return countThings(needs) === 0;
}

/** What has to be there: library, schema, eval, dictionary. */
function countThings({ library, schema, eval: needsEval, dictionary }: WayNeeds): number {
  return Number(library !== null) + Number(schema) + Number(needsEval) + Number(dictionary);
}

/**
 * Of the ways within ε the one with the lowest place is recommended, of several in one place the quickest.
 */
type Places = ReadonlyMap<string, number>;

/**
 * Cell id → its place, from 0 on. What is sent today comes first: it is there already. Then the fewest
 * things, then the lighter library, then what more browsers take; what is alike in all of it has one place.
 */
export function placesOfWays(
  ways: readonly CellSummary[],
  needs: (way: CellSummary) => WayNeeds,
  today: CellSummary | null,
): Places {
  const burdens = ways.map((way) => {
    const own = needs(way);
    const isNew = Number(way !== today);
    return {
      id: way.id,
      burden: [isNew, countThings(own), own.library?.gzipBytes ?? 0, own.notTakenBy.length],
    };
  });
  const places = new Map<string, number>();
  let place = -1;
  let before: readonly number[] | null = null;
  for (const { id, burden } of burdens.toSorted((a, b) => inOrder(a.burden, b.burden))) {
    if (before === null || inOrder(before, burden) !== 0) place++;
    before = burden;
    places.set(id, place);
  }
  return places;
}

export function simplest(ways: readonly CellSummary[], places: Places): CellSummary {
  const rank = (way: CellSummary) => [places.get(way.id)!, way.totalMs!.median];
  return ways.toSorted((a, b) => inOrder(rank(a), rank(b)))[0]!;
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, place) => value !== b[place]);
  return i < 0 ? 0 : a[i]! - b[i]!;
}

function browsersThatDoNotTake(run: RunFile, factors: Cell): readonly string[] {
  return browsersThatTake(factors, isModelled(run, { factors })).not;
}
