// The same cell measured twice under two names. Their ratio is 1 in truth: how far the interval reaches is
// what this run can mistake for a difference, and an interval that leaves out 1 says that something is wrong.

import { isSequence } from '../../factors/cell.ts';
import { type PlannedCell, twinKey } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { widestDifference } from '../../stats/answers/verdict.ts';
import { confidenceInterval, type Estimate } from '../../stats/estimates/estimate.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Twin, TwinAlarm } from '../summary.ts';
import { contrasted, ratioTerms } from './contrast.ts';
import type { Families } from './families.ts';
import type { TakenLook } from './looks-taken.ts';

/** A twin as all its sessions have it, and as each machine does; those are none where there is one. */
export interface TwinOnMachines extends Twin {
  readonly onMachines: readonly { readonly machine: number; readonly twin: Twin }[];
}

/** As the look sees them, at its level over the number of twins, and over that of machines for each. */
export function compareTwins(
  run: RunFile,
  times: RunTimes,
  look: TakenLook,
  { twins: planned }: Families,
): TwinOnMachines[] {
  const pairs = run.plan.cells.flatMap(({ id, twinOf }) => (twinOf === null ? [] : [{ id, twinOf }]));
  const seen = look.seen(times);
  return pairs.flatMap(({ id, twinOf }) => {
    const found = contrasted(seen.times, ratioTerms(id, twinOf), seen.spreads);
    if (found === null) return [];
    const { estimate, machines = [] } = found;
    const told = (own: Estimate, level: number): Twin => {
      const interval = confidenceInterval(own, level);
      const ratio = Math.exp(own.log);
      return { cell: twinOf, twin: id, ratio, interval, noiseFloor: widestDifference(interval) };
    };
    const ofOne = familyLevel(look.alpha, planned * machines.length);
    const onMachines = machines.map(({ machine, estimate: own }) => ({ machine, twin: told(own, ofOne) }));
    return [{ ...told(estimate, familyLevel(look.alpha, planned)), onMachines }];
  });
}

/** As a summary has it. */
export function asTwin({ onMachines: _, ...twin }: TwinOnMachines): Twin {
  return twin;
}

/** The twin with the largest noise floor; null where there is none. */
export function worstTwin(twins: readonly Twin[]): Twin | null {
  return twins.reduce<Twin | null>(
    (worst, twin) => (worst === null || twin.noiseFloor > worst.noiseFloor ? twin : worst),
    null,
  );
}

/** Also of a twin that differs on one machine of several: what others measured rightly it is mixed with. */
export function twinAlarms(run: RunFile, twins: readonly TwinOnMachines[]): TwinAlarm[] {
  const cells = new Map(run.plan.cells.map((cell) => [cell.id, cell]));
  return twins.flatMap((all) => {
    const twin = [asTwin(all), ...all.onMachines.map((own) => own.twin)].find(differs);
    if (twin === undefined) return [];
    const own = cells.get(twin.cell)!;
    return [{ twin, cells: run.plan.cells.filter((cell) => isBeside(cell, own)).map(({ id }) => id) }];
  });
}

/** The same looks, each with what its twins said then: beside which cells they differed or were too short. */
export function heldToTwins(
  run: RunFile,
  times: RunTimes,
  [first, ...others]: readonly [TakenLook, ...TakenLook[]],
  families: Families,
): readonly [TakenLook, ...TakenLook[]] {
  const held = (look: TakenLook): TakenLook => {
    const twins = compareTwins(run, times, look, families);
    const alarmed = new Set(twinAlarms(run, twins).flatMap(({ cells }) => cells));
    return { ...look, alarmed, tooShort: tooShortToTell(run, look, twins) };
  };
  return [held(first), ...others.map(held)];
}

/** Of what the same cell differs from itself by so much, nothing is told. */
const TELLS_NOTHING = 0.5;

/**
 * Sequences of messages that are too short to tell: after as many sessions as an answer needs, the same
 * sequence still differs from itself by half. It speaks for those beside it that are as short or shorter.
 */
export function tooShortToTell(
  run: RunFile,
  { rotations }: Pick<TakenLook, 'rotations'>,
  twins: readonly Twin[],
): TwinAlarm[] {
  if (rotations === null) return [];
  const cells = new Map(run.plan.cells.map((cell) => [cell.id, cell]));
  return twins.flatMap(({ cell, twin, ratio, interval, noiseFloor }) => {
    const own = cells.get(cell)!;
    if (!isSequence(own.factors) || noiseFloor <= TELLS_NOTHING) return [];
    const isShort = (other: PlannedCell) => isBeside(other, own) && other.factors.n <= own.factors.n;
    const beside = run.plan.cells.filter(isShort);
    return [{ twin: { cell, twin, ratio, interval, noiseFloor }, cells: beside.map(({ id }) => id) }];
  });
}

export function differs({ interval: [low, high] }: Pick<Twin, 'interval'>): boolean {
  return low > 1 || high < 1;
}

function isBeside(one: PlannedCell, other: PlannedCell): boolean {
  return twinKey(one.factors) === twinKey(other.factors);
}
