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
 * What is sent today, where it is among them: it is there already. Else the fewest things, then the lighter
 * library, then what more browsers take, then the quicker.
 */
export function simplest(
  ways: readonly CellSummary[],
  needs: (way: CellSummary) => WayNeeds,
  today: CellSummary | null,
): CellSummary {
  if (today !== null && ways.includes(today)) return today;
  const burden = (way: CellSummary) => {
    const own = needs(way);
    return [countThings(own), own.library?.gzipBytes ?? 0, own.notTakenBy.length, way.totalMs!.median];
  };
  const burdens = new Map(ways.map((way) => [way, burden(way)]));
  return ways.toSorted((a, b) => inOrder(burdens.get(a)!, burdens.get(b)!))[0]!;
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, place) => value !== b[place]);
  return i < 0 ? 0 : a[i]! - b[i]!;
}

function browsersThatDoNotTake(run: RunFile, factors: Cell): readonly string[] {
  return browsersThatTake(factors, isModelled(run, { factors })).not;
}
