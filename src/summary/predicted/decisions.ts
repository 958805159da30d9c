// What reports draw of a record's model: which way is the best over bandwidth and round trip. It does not
// stand in summary.json: it is large, and made again in a moment.

import type { RequestCell } from '../../factors/cell.ts';
import { type DecisionMap, decisionMap, MAP_MBITS, MAP_RTTS_MS } from '../../model/choices/map.ts';
import type { WhatIf } from '../../model/choices/what-if.ts';
import { whatIfRows } from '../../model/choices/what-if-rows.ts';
import type { Model, Refusal } from '../../model/model.ts';
import { whyNoArithmetic } from '../../model/network-times.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { type NoModel, recordModel, type WayGroup } from './record-model.ts';

export interface Decision {
  readonly ways: readonly RequestCell[];
  /** Measured beside them, and no choice over a network. */
  readonly notOffered: readonly Refusal[];
  /** The most objects first. */
  readonly maps: readonly DecisionMap[];
  /** Networks that a map says nothing of although it has their place. */
  readonly refusedNetworks: readonly string[];
  readonly whatIf: WhatIf;
}

/** Of more groups, the first: a page of thirty maps tells nobody anything. */
const MOST_GROUPS = 6;
const MOST_MAPS = 12;
/** Of one group; of more numbers of objects, the first, the last and some between. */
const MOST_OF_A_GROUP = 6;

/** `n`: at these many objects alone. */
export function decisionsFor(
  run: RunFile,
  samples: SampleTable,
  n: number | null = null,
): readonly Decision[] | NoModel {
  const made = recordModel(run, samples);
  if ('reasons' in made) return made;
  const { model, groups } = made;
  const choices = groups.filter(({ ways }) => ways.length > 0);
  if (choices.length === 0) return { reasons: noChoiceAmong(groups) };
  const shown = choices.slice(0, MOST_GROUPS);
  const most = Math.min(MOST_OF_A_GROUP, Math.floor(MOST_MAPS / shown.length));
  return shown.map((group) => decisionFor(model, group, { run, n, most }));
}

function noChoiceAmong(groups: readonly WayGroup[]): readonly string[] {
  const reasons = groups.flatMap(({ notOffered }) => notOffered.map(({ reason }) => reason));
  return reasons.length === 0 ? ['there is one way of sending in it, and no choice'] : [...new Set(reasons)];
}

function decisionFor(
  model: Model,
  { measured, ways, notOffered }: WayGroup,
  { run, n, most }: { readonly run: RunFile; readonly n: number | null; readonly most: number },
): Decision {
  const numbers = [...new Set(measured.map((way) => way.n))].toSorted((a, b) => b - a);
  const placed = profilesFor(run.study.networks).filter(hasPlace);
  const [refused, profiles] = [true, false].map((isRefused) =>
    placed.filter((network) => (whyNoArithmetic(network) !== null) === isRefused),
  ) as [NetworkProfile[], NetworkProfile[]];
  const asked = n === null ? someOf(numbers, most) : [n];
  return {
    ways,
    notOffered,
    maps: asked.map((each) => withRefused(decisionMap(model, ways, { n: each, profiles }), notOffered)),
    refusedNetworks: refused.map(({ name }) => name),
    whatIf: whatIfRows(model, ways, numbers),
  };
}

function withRefused(map: DecisionMap, notOffered: readonly Refusal[]): DecisionMap {
  const refused = notOffered.map(({ factors, reason }) => ({ factors: { ...factors, n: map.n }, reason }));
  return { ...map, refused: [...map.refused, ...refused] };
}

/** Those that everybody may name, and the study's own, which may have the name of one of these. */
function profilesFor(own: readonly NetworkProfile[]): readonly NetworkProfile[] {
  return [...new Map([...NETWORKS, ...own].map((network) => [network.name, network])).values()];
}

function hasPlace({ downKbits, rttMs }: NetworkProfile): boolean {
  if (downKbits === null) return false;
  const mbits = downKbits / 1_000;
  const isOnX = mbits >= MAP_MBITS[0]! && mbits <= MAP_MBITS.at(-1)!;
  return isOnX && rttMs >= MAP_RTTS_MS[0]! && rttMs <= MAP_RTTS_MS.at(-1)!;
}

function someOf(numbers: readonly number[], most: number): readonly number[] {
  if (numbers.length <= most) return numbers;
  const step = (numbers.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => numbers[Math.round(i * step)]!);
}
