// What a page of results says of the records that it was made of: what was measured, where and when.

import { count, listed, plural } from '../../base/figures/plurals.ts';
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

/** `H5a and H5b, measured later` */
function sayAgain({ run }: MeasuredStudy): string {
  return `${listed(run.study.claims.map(({ id }) => id))}, measured later`;
}

/** `Intel Xeon · 2 cores · Debian 13 · 2026-11-23`, each machine once. */
export function sayMachines(studies: readonly StudyResult[]): readonly string[] {
  const facts = studies.flatMap(({ record, further = [] }) =>
    (record === null ? [] : [record, ...further]).map(({ run: { host, startedAt, wirefare } }) => ({
      host,
      day: startedAt.slice(0, 10),
      wirefare,
    })),
  );
  const byMachine = Map.groupBy(facts, ({ host: { cpu, cores, os, virtualised } }) =>
    [cpu, count(cores, 'core'), os, ...(virtualised === null ? [] : [virtualised])].join(' · '),
  );
  return [...byMachine].map(([machine, own]) => {
    const days = [...new Set(own.map(({ day }) => day))].sort();
    const span = [...new Set([days[0]!, days.at(-1)!])].join(' to ');
    return `${machine} · ${span} · Wirefare ${[...new Set(own.map(({ wirefare }) => wirefare))].join(', ')}`;
  });
}
