// Where computing is faster, on the server (e2) or on the client (e3), for each amount of it that was
// measured. Computations are steps and not a scale, so a flip lies between two of them.

import type { RequestCell } from '../../factors/cell.ts';
import { COMPUTATIONS, type Computation } from '../../factors/computation.ts';
import { rankWays } from '../../model/choices/rank-ways.ts';
import type { Model } from '../../model/model.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { wayBesideWorkKey } from './ways.ts';

export interface ComputingPlaces {
  /** One of the cells that it is said of; its procedure and computation say nothing. */
  readonly way: RequestCell;
  /** From the least computing to the most. */
  readonly steps: readonly ComputingStep[];
}

export interface ComputingStep {
  readonly computation: Computation;
  /** null: the model cannot tell them apart. */
  readonly faster: 'server' | 'client' | null;
}

const PLACES = { e2: 'server', e3: 'client' } as const;

/** At the most objects, over the first network that was measured: it delays both alike. */
export function computingPlaces(
  model: Model,
  networks: readonly NetworkProfile[],
): readonly ComputingPlaces[] {
  const computing = model.cells.map(({ factors }) => factors).filter(({ procedure }) => procedure in PLACES);
  return [...Map.groupBy(computing, (way) => wayBesideWorkKey(way)).values()].flatMap((cells) => {
    const n = Math.max(...cells.map((cell) => cell.n));
    const way = cells.find((cell) => cell.n === n)!;
    const network = networks.find(({ name }) => name === way.network);
    const own = cells.filter((cell) => cell.n === n && cell.network === way.network);
    const steps = COMPUTATIONS.flatMap((computation): ComputingStep[] => {
      const both = own.filter((cell) => cell.computation === computation);
      const ranked = network === undefined || both.length < 2 ? [] : rankWays(model, both, network);
      if (ranked.length < 2) return [];
      const [first, second] = ranked;
      const procedure = first!.factors.procedure as keyof typeof PLACES;
      return [{ computation, faster: second!.isAmongBest ? null : PLACES[procedure] }];
    });
    return steps.length < 2 ? [] : [{ way, steps }];
  });
}
