// The model of a record, made once for all that is told from it: predictions in the summary, maps and sliders
// in reports.

import { count } from '../../base/figures/plurals.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { DONE_BY } from '../../factors/procedure.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import { type Model, makeModel, type Refusal } from '../../model/model.ts';
import { machinesOf } from '../../record/machines.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { notOfferedReason } from '../../study/cells/not-offered.ts';
import { measuresUrls } from '../../study/study.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { type Ground, groundFor } from './measured-cells.ts';
import { choiceKey, wayKey } from './ways.ts';

export interface RecordModel {
  readonly model: Model;
  /**
   * Ways that may be weighed against each other: of the same data, browser and target. None where there is
   * one way of sending, and no choice.
   */
  readonly groups: readonly WayGroup[];
  /** Measured and kept from the model, by the study's design. */
  readonly heldOut: readonly MeasuredCell[];
}

export interface WayGroup {
  /** As measured, at every number of objects and over every network. */
  readonly measured: readonly RequestCell[];
  /** Each once; its number of objects and network say nothing. */
  readonly ways: readonly RequestCell[];
  /** Their browser asks for them on loopback alone: over a network it would get another answer. */
  readonly notOffered: readonly Refusal[];
}

/** Why there is no model of a record. */
export interface NoModel {
  readonly reasons: readonly string[];
}

export function recordModel(run: RunFile, samples: SampleTable): RecordModel | NoModel {
  return knownOf(run, samples).made;
}

/** All that was measured and a model may be made from; nothing where none is ever made. */
export function recordGround(run: RunFile, samples: SampleTable): Ground {
  return knownOf(run, samples).ground;
}

interface Known {
  readonly run: RunFile;
  readonly ground: Ground;
  readonly made: RecordModel | NoModel;
}

function knownOf(run: RunFile, samples: SampleTable): Known {
  const known = KNOWN.get(samples);
  if (known?.run === run) return known;
  const never = neverPredicted(run);
  // Medians of all items of ten million samples take a while, and much room.
  const ground = never === null ? groundFor(run, countedSamples(run, samples)) : NO_GROUND;
  const found = { run, ground, made: never === null ? makeRecordModel(run, ground) : { reasons: [never] } };
  KNOWN.set(samples, found);
  return found;
}

const KNOWN = new WeakMap<SampleTable, Known>();
const NO_GROUND: Ground = { cells: [], leftOut: [] };

/**
 * Why nothing but its own way can be told of a record of `measure`, and what tells it; null of all others.
 */
export function noModelOfUrls({ study }: RunFile): string | null {
  if (!measuresUrls(study)) return null;
  return 'it has the answers of a URL as they come, and no other way of sending them: its report says what another compression or HTTP/3 would change, and wirefare advise URL measures other formats';
}

/** Why nothing is predicted of a record of several machines. */
export function severalMachines(machines: number): string {
  return `it was measured on ${count(machines, 'machine')}, and a model is of one: predict from the records of one machine`;
}

/** Why nothing is predicted of it whatever its samples say; null where they decide. */
export function neverPredicted(run: RunFile): string | null {
  const machines = machinesOf(run).length;
  return noModelOfUrls(run) ?? (machines > 1 ? severalMachines(machines) : null);
}

function makeRecordModel(run: RunFile, ground: Ground): RecordModel | NoModel {
  const roles = new Map(run.plan.cells.map(({ id, role }) => [id, role?.kind]));
  const [heldOut, cells] = [true, false].map((isHeldOut) =>
    ground.cells.filter(({ id }) => (roles.get(id) === 'held out') === isHeldOut),
  ) as [MeasuredCell[], MeasuredCell[]];
  if (cells.length === 0)
    return { reasons: ground.leftOut.length > 0 ? ground.leftOut : ['no request was measured'] };
  const { confidence } = run.study.protocol;
  const model = makeModel(cells, run.study.networks, { seed: run.plan.seed, confidence });
  if (model === null) return { reasons: ['what one session took says nothing of the next: it takes two'] };
  // Twice the same answer is no choice of its own.
  const once = cells.filter(({ factors }) => DONE_BY[factors.procedure].requests === 1);
  const groups = [...Map.groupBy(once, ({ factors }) => choiceKey(factors)).values()]
    .map((own) => own.map(({ factors }) => factors))
    .map((measured): WayGroup => ({ measured, ...waysAmong(measured) }))
    .filter(({ ways, notOffered }) => ways.length + notOffered.length > 1);
  return { model, groups, heldOut };
}

/** No network that anybody emulates: what a browser offers is the same over each. */
const SOME_NETWORK = 'some';

function waysAmong(measured: readonly RequestCell[]): Pick<WayGroup, 'ways' | 'notOffered'> {
  const known = new Map(measured.map((way) => [wayKey(way), way]));
  const all = [...known.values()].map((way) => ({ ...way, network: NO_NETWORK }));
  const whyNot = (way: RequestCell) => notOfferedReason({ ...way, network: SOME_NETWORK }, false);
  return {
    ways: all.filter((way) => whyNot(way) === null),
    notOffered: all.flatMap((factors) => {
      const reason = whyNot(factors);
      return reason === null ? [] : [{ factors, reason }];
    }),
  };
}
