// The model of a record, made once for all that is told from it: predictions in the summary, maps and sliders
// in reports.

import type { FactorName } from '../../factors/catalogue.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { wordOf, wordsKey } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { type Model, makeModel } from '../../model/model.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { groundFor } from './measured-cells.ts';

export interface RecordModel {
  readonly model: Model;
  /** Ways that may be weighed against each other: of the same data, browser and target. */
  readonly groups: readonly WayGroup[];
}

export interface WayGroup {
  /** As measured, at every number of objects and over every network. */
  readonly measured: readonly RequestCell[];
  /** Each once; its number of objects and network say nothing. */
  readonly ways: readonly RequestCell[];
}

/** Why there is no model of a record. */
export interface NoModel {
  readonly reasons: readonly string[];
}

export function recordModel(run: RunFile, samples: SampleTable): RecordModel | NoModel {
  const known = KNOWN.get(samples);
  if (known !== undefined && known.run === run) return known.made;
  const made = makeRecordModel(run, samples);
  KNOWN.set(samples, { run, made });
  return made;
}

const KNOWN = new WeakMap<SampleTable, { readonly run: RunFile; readonly made: RecordModel | NoModel }>();

function makeRecordModel(run: RunFile, samples: SampleTable): RecordModel | NoModel {
  const { cells, leftOut } = groundFor(run, countedSamples(run, samples));
  if (cells.length === 0) return { reasons: leftOut.length > 0 ? leftOut : ['no request was measured'] };
  const { confidence } = run.study.protocol;
  const model = makeModel(cells, run.study.networks, { seed: run.plan.seed, confidence });
  if (model === null) return { reasons: ['what one session took says nothing of the next: it takes two'] };
  const groups = [...Map.groupBy(cells, ({ factors }) => wordsKey(factors, GROUP)).values()]
    .map((own) => own.map(({ factors }) => factors))
    .map((measured) => ({ measured, ways: differentWays(measured) }))
    .filter(({ ways }) => ways.length > 1);
  return groups.length > 0
    ? { model, groups }
    : { reasons: ['there is one way of sending in it, and no choice'] };
}

const GROUP = [
  'target',
  'browser',
  'protocol',
  'connection',
  'thread',
  'dataset',
  'procedure',
  'computation',
] as const satisfies readonly FactorName[];

const WAY = ['format', 'codec', 'encoder', 'compression'] as const satisfies readonly FactorName[];

function differentWays(measured: readonly RequestCell[]): readonly RequestCell[] {
  const known = new Map(measured.map((way) => [WAY.map((name) => wordOf(way, name)).join(' '), way]));
  return [...known.values()].map((way) => ({ ...way, network: NO_NETWORK }));
}
