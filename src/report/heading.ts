// The line above everything: what was run, on what, how often.

import type { RunFile } from '../record/record.ts';
import type { Summary } from '../summary/summary.ts';
import { count, grouped, listed } from './figures.ts';
import type { Tables } from './groups.ts';
import { type FactorName, type Level, levelName, varies } from './levels.ts';
import { modelledLabel } from './network.ts';

/** `Books · 1 000 objects · chromium 156 · target node · no network limit · 3 sessions, 1 204 exchanges a cell` */
export function headingOf(run: RunFile, summary: Summary, tables: Tables): readonly string[] {
  const { levels } = tables;
  const parts: string[] = [];
  for (const name of ['dataset', 'n', 'network', 'protocol', 'connection'] as const) {
    const some = levels.get(name) ?? [];
    const ordinary = some.length === 1 && some[0] === ORDINARY[name];
    if (some.length === 0 || ordinary) continue;
    parts.push(name === 'n' ? (bodyOf(run) ?? levelsText(name, tables)) : levelsText(name, tables));
  }
  const label = modelledLabel(summary);
  if (label !== null) parts.push(label);
  return [...parts, ...browsersOf(run, tables), ...targetsOf(run, tables), countsOf(summary)];
}

/** Of somebody's own payload that is no list: what one exchange carries. null for lists, and for data sets. */
function bodyOf({ advice }: RunFile): string | null {
  if (advice === undefined || advice.payload.shape === 'list') return null;
  return advice.payload.shape === 'document' ? 'one document' : count(advice.payload.count, 'message');
}

/** What is not worth a word where it is all there is. */
const ORDINARY: Partial<Record<FactorName, Level>> = { protocol: 'http1', connection: 'warm' };

function levelsText(name: FactorName, { levels }: Tables): string {
  const some = levels.get(name) ?? [];
  if (!varies(levels, name)) return levelName(name, some[0]!, levels);
  if (name === 'connection') return `${listed(some.map(String))} connections`;
  if (name === 'n') return `${listed(some.map((n) => grouped(Number(n))))} objects`;
  return listed(some.map((level) => levelName(name, level, levels)));
}

function browsersOf(run: RunFile, { levels }: Tables): readonly string[] {
  return (levels.get('browser') ?? []).map((browser) => {
    const versions = run.sessions.flatMap(({ agent }) =>
      agent?.engine === browser ? [agent.engineVersion] : [],
    );
    return [browser, ...new Set(versions.map((version) => shortVersion(version)))].join(' ');
  });
}

function targetsOf(run: RunFile, { levels }: Tables): readonly string[] {
  return (levels.get('target') ?? []).map((target) => {
    const versions = run.sessions.flatMap(({ target: facts }) =>
      facts !== null && facts.about.name === target ? [facts.about.version] : [],
    );
    return [`target ${target}`, ...new Set(versions)].join(' ');
  });
}

function countsOf({ cells, sessions }: Summary): string {
  const measured = cells.filter((cell) => cell.totalMs !== null);
  const exchanges = measured.map((cell) => cell.exchanges);
  const some =
    measured.length < cells.length ? `, ${measured.length} of ${count(cells.length, 'cell')} measured` : '';
  const ran = `${count(sessions.complete, 'session')}${some}`;
  if (exchanges.length === 0) return ran;
  const least = grouped(Math.min(...exchanges));
  const most = grouped(Math.max(...exchanges));
  return `${ran}, ${least === most ? least : `${least} to ${most}`} exchanges a cell`;
}

function shortVersion(version: string): string {
  return /\d+(\.\d+)?/.exec(version)?.[0] ?? version;
}
