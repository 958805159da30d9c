// wirefare predict RECORD…: the model of one record or of several, asked for what nobody measured.

import { basename, resolve } from 'node:path';
import { Mistakes, type Problem, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import { type Model, makeModel, predictWanted } from '../../model/model.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { machinesAmong, machinesOf } from '../../record/machines.ts';
import type { RunFile } from '../../record/record.ts';
import { notOfferedReason } from '../../study/cells/not-offered.ts';
import { readOnly } from '../../study/change/only-levels.ts';
import { groundFor } from '../../summary/predicted/measured-cells.ts';
import { noModelOfUrls, severalMachines } from '../../summary/predicted/record-model.ts';
import { wayKey } from '../../summary/predicted/ways.ts';
import { countedSamples } from '../../summary/samples/counted-samples.ts';
import { vocabularyHere } from '../study/vocabulary-here.ts';
import { type ReadRecord, readRecord } from '../surroundings/record-files.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { askedNetworks, askedNumbers, askedReuse } from './asked.ts';
import { type Outcome, predictionText } from './tables.ts';

export interface PredictFlags {
  readonly n?: string;
  readonly network?: string;
  readonly down?: string;
  readonly up?: string;
  readonly rtt?: string;
  readonly only: readonly string[];
  readonly reuse?: string;
  readonly json?: boolean;
}

export async function predict(records: readonly string[], flags: PredictFlags, host: Host): Promise<number> {
  const problems: Problem[] = [];
  const numbers = askedNumbers(flags.n, problems);
  const reuse = askedReuse(flags.reuse, problems);
  const networks = askedNetworks(flags, problems);
  const mistakes = new Mistakes();
  mistakes.add(problems);
  const read: ReadRecord[] = [];
  const named: string[] = [];
  for (const record of records) {
    const one = await mistakes.ofAsync(() => readRecord(resolve(host.cwd, record)));
    if (one === undefined) continue;
    const isOfUrls = noModelOfUrls(one.run);
    if (isOfUrls !== null) {
      mistakes.add([{ file: record, path: '', what: `is no ground for predictions: ${isOfUrls}` }]);
      continue;
    }
    read.push(one);
    named.push(record);
  }
  const runs = read.map(({ run }) => run);
  mistakes.of(() => refuseTwoMachines(named, runs));
  const grounds = read.map(({ run, samples }, i) => groundFor(run, countedSamples(run, samples), `${i}/`));
  const cells = grounds.flatMap((ground) => ground.cells);
  const matches = mistakes.of(() =>
    readOnly(
      flags.only,
      cells.map(({ factors }) => factors),
      vocabularyHere(host),
    ),
  );
  mistakes.throwIfAny();
  const known = runs.flatMap(({ study }) => study.networks);
  const { confidence } = runs[0]!.study.protocol;
  const model = makeModel(cells, known, { seed: runs[0]!.plan.seed, confidence });
  if (model === null)
    throw noGround(
      records[0]!,
      cells,
      grounds.flatMap(({ leftOut }) => leftOut),
    );
  const wanted = { numbers, networks: networks ?? usualNetworks(cells, known), reuse };
  const outcomes = predictAll(model, matches!, wanted);
  const studies = [...new Set(runs.map(({ study }) => study.name))];
  if (flags.json === true) host.out(predictionJson(outcomes, model));
  else sayOut(host, predictionText(outcomes, { model, studies, reuse, confidence }, host));
  return 0;
}

interface Wanted {
  /** null: those measured. */
  readonly numbers: readonly number[] | null;
  readonly networks: readonly NetworkProfile[];
  readonly reuse: number;
}

/** Every way that was measured, with each number of objects, over each network. */
function predictAll(
  model: Model,
  matches: (cell: RequestCell) => boolean,
  { numbers, networks, reuse }: Wanted,
): Outcome[] {
  const kept = model.cells.map(({ factors }) => factors).filter(matches);
  const ways = new Map(kept.map((way) => [wayKey(way), way]));
  const counts = numbers ?? [...new Set(kept.map(({ n }) => n))].toSorted((a, b) => a - b);
  return counts.flatMap((n) =>
    [...ways.values()].flatMap((way) =>
      networks.map((network): Outcome => {
        const factors = { ...way, n, network: network.name };
        const reason = notOfferedReason(factors, false);
        const found =
          reason === null ? predictWanted(model, { factors, network, reuse }) : { factors, reason };
        return { n, network, way, found };
      }),
    ),
  );
}

const USUAL = ['none', 'cable', '4g', '3g'];

function usualNetworks(
  cells: readonly MeasuredCell[],
  known: readonly NetworkProfile[],
): readonly NetworkProfile[] {
  const names = new Set([...USUAL, ...cells.map(({ factors }) => factors.network)]);
  const usual = askedNetworks({ network: USUAL.join(',') }, [])!;
  return [...names].flatMap((name) => [...usual, ...known].find((network) => network.name === name) ?? []);
}

function refuseTwoMachines(records: readonly string[], runs: readonly RunFile[]): void {
  const merged = runs.findIndex((run) => machinesOf(run).length > 1);
  if (merged >= 0) {
    const what = `is no ground for predictions: ${severalMachines(machinesOf(runs[merged]!).length)}`;
    throw new UserError([{ file: records[merged]!, path: '', what }]);
  }
  const hosts = runs.map(({ host }) => host);
  const other = machinesAmong(hosts).findIndex((machine) => machine > 0);
  if (other < 0) return;
  const what = `was measured on another machine than ${basename(records[0]!)} (${hosts[other]!.cpu} and ${hosts[0]!.cpu}): one model is of one machine`;
  throw new UserError([{ file: records[other]!, path: '', what }]);
}

function noGround(record: string, cells: readonly MeasuredCell[], leftOut: readonly string[]): UserError {
  const why = leftOut.length > 0 ? `: ${leftOut.join('; ')}` : '';
  const what =
    cells.length === 0
      ? `holds nothing to predict from${why}`
      : 'has one complete session alone, and a model needs to see how sessions differ: give the run more time (--budget)';
  return new UserError([{ file: record, path: '', what }]);
}

function predictionJson(outcomes: readonly Outcome[], model: Model): string {
  return `${recordedJson(predictionDocument(outcomes, model), 1)}\n`;
}

export type PredictionDocument = ReturnType<typeof predictionDocument>;

function predictionDocument(outcomes: readonly Outcome[], { misses }: Model) {
  const predictions = outcomes.flatMap(({ found }) =>
    'reason' in found
      ? []
      : [
          {
            factors: found.factors,
            totalMs: { mean: found.totalMs.value, interval: found.totalMs.interval },
            items: found.items,
            bytes: found.bytes,
            range: found.range,
            restsOn: found.restsOn,
          },
        ],
  );
  const refused = outcomes.flatMap(({ found }) => ('reason' in found ? [found] : []));
  return { predictions, refused, misses };
}
