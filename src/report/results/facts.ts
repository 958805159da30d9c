// What a page of results says of the records that it was made of: what was measured, where and when.

import { count, listed, plural } from '../../base/figures/plurals.ts';
import { machinesAmong } from '../../record/machines.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { makeTables } from '../words/groups.ts';
import { writeHeading } from '../words/heading.ts';
import type { MeasuredStudy, StudyResult } from './results.ts';

/** None where there is no record. */
export function sayRecords({ record, further = [] }: StudyResult): readonly string[] {
  if (record === null) return [];
  return [...sayRecord(record), ...further.map((one) => `${sayAgain(one)}: ${sayRecord(one).join(', ')}`)];
}

function sayRecord({ run, summary }: MeasuredStudy): readonly string[] {
  return [...writeHeading(run, summary, makeTables(summary, run.study)), ...sayWarnings(summary)];
}

/** Which warnings its report has: whoever doubts a figure looks there first. */
function sayWarnings({ warnings }: Summary): readonly string[] {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))];
  return kinds.length === 0 ? [] : [`${plural(kinds.length, 'warning', 'warnings')}: ${kinds.join(', ')}`];
}

/** `H5a and H5b, measured later`; a full run has records without any. */
function sayAgain({ run: { study, plan } }: MeasuredStudy): string {
  const ids = study.claims.map(({ id }) => id);
  const cells = count(plan.cells.filter(({ twinOf }) => twinOf === null).length, 'cell');
  return `${ids.length === 0 ? `${cells} of no claim` : listed(ids)}, measured later`;
}

/** `Intel Xeon · 2 cores · Debian 13 · 2026-11-23`, each machine once; two of one model with their ids. */
export function sayMachines(studies: readonly StudyResult[]): readonly string[] {
  const facts = studies.flatMap(({ record, further = [] }) =>
    (record === null ? [] : [record, ...further]).map(({ run: { host, startedAt, wirefare } }) => ({
      host,
      day: startedAt.slice(0, 10),
      wirefare,
    })),
  );
  const places = machinesAmong(facts.map(({ host }) => host));
  const machines = [...Map.groupBy(facts, (_, index) => places[index]!).values()];
  const models = machines.map((own) => sayModel(own.map(({ host }) => host)));
  return machines.map((own, index) => {
    const model = models[index]!;
    const id = own.map(({ host }) => host.id).find((one) => one != null);
    const isAmbiguous = models.filter((other) => other === model).length > 1;
    const days = [...new Set(own.map(({ day }) => day))].sort();
    const span = [...new Set([days[0]!, days.at(-1)!])].join(' to ');
    const versions = [...new Set(own.map(({ wirefare }) => wirefare))].join(', ');
    const name = isAmbiguous ? `${model} · machine id ${id?.slice(0, 8) ?? 'unknown'}` : model;
    return `${name} · ${span} · Wirefare ${versions}`;
  });
}

/** Of one machine, whose system may have been updated. */
function sayModel(hosts: readonly RunFile['host'][]): string {
  const { cpu, cores, virtualised } = hosts[0]!;
  const systems = [...new Set(hosts.map(({ os }) => os))].join(', ');
  return [cpu, count(cores, 'core'), systems, ...(virtualised === null ? [] : [virtualised])].join(' · ');
}
