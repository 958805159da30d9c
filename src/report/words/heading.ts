// The line above everything: what was run, on what, how often.

import { grouped } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { gridBrowser, OUTSIDE } from '../../factors/browser.ts';
import { FACTOR_NAMES, type FactorName, factorNamed } from '../../factors/catalogue.ts';
import { isSequence } from '../../factors/cell.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import { fixedBytes, parseSize, saySize } from '../../factors/size.ts';
import type { RunFile } from '../../record/record.ts';
import { allTargetFacts } from '../../record/session-targets.ts';
import type { Summary } from '../../summary/summary.ts';
import type { Table, Tables } from './groups.ts';
import { condition, type Level, type LevelsOf, levelName, levelsAmong, varies } from './levels.ts';
import { modelledLabel } from './network-words.ts';
import { sayUsedTime } from './wall-time.ts';

/**
 * `Books · 1 000 objects · chromium 156 · target node · no network limit · 3 sessions, 1 204 exchanges a cell`
 */
export function writeHeading(run: RunFile, summary: Summary, tables: Tables): readonly string[] {
  const all = tables.tables.map(({ shared }) => shared);
  const of = (messages: boolean) => {
    const own = tables.tables.filter(({ shared }) => isSequence(shared) === messages);
    return own.length === all.length ? tables.levels : levelsAmong(tables.levels, listCells(own));
  };
  const parts = [
    ...(all.some((shared) => !isSequence(shared)) ? sayRequests(run, of(false)) : []),
    ...(all.some(isSequence) ? sayMessages(of(true)) : []),
    ...some(WHERE, tables.levels),
  ];
  const label = modelledLabel(summary);
  if (label !== null) parts.push(label);
  return [...parts, ...sayBrowsers(run, tables), ...sayTargets(run, tables), ...sayCounts(run, summary)];
}

function listCells(tables: readonly Table[]) {
  const measured = tables.flatMap(({ rows }) => rows);
  const cells = measured.length > 0 ? measured : tables.flatMap(({ missing }) => missing);
  return cells.map(({ cell }) => cell);
}

function sayRequests(run: RunFile, levels: LevelsOf): readonly string[] {
  const body = sayBody(run, levels);
  return body === null
    ? some(['dataset', 'n'], levels)
    : [...some(['dataset'], levels), ...((levels.get('n') ?? []).length > 0 ? [body] : [])];
}

/** `to the client and both ways · as fast as they go · 1 000 messages of 100 B to 25 000 B` */
function sayMessages(levels: LevelsOf): readonly string[] {
  const [n = [], sizes = [], datasets = []] = (['n', 'size', 'dataset'] as const).map((name) =>
    levels.get(name),
  );
  const counts = `${listed(n.map((one) => grouped(Number(one))))} ${plural(n.length === 1 ? Number(n[0]) : n.length, 'message')}`;
  const data = datasets.filter((dataset) => dataset !== RANDOM_DATASET);
  const what = [...sizesText(sizes), ...data.map((dataset) => `${dataset} data`)];
  return [
    listed((levels.get('direction') ?? []).map((level) => levelName('direction', level, levels))),
    listed((levels.get('mode') ?? []).map((level) => levelName('mode', level, levels))),
    `${counts} of ${listed(what)}`,
  ];
}

/** More fixed sizes than this are told by the least and the greatest. */
const MOST_SIZES = 3;

function sizesText(sizes: readonly Level[]): readonly string[] {
  const random = sizes.map((word) => parseSize(word)!).filter(({ policy }) => policy !== 'data');
  const fixed = random.filter((size) => fixedBytes(size) !== null);
  const others = random.filter((size) => fixedBytes(size) === null);
  const names = fixed.map(saySize);
  const own = names.length > MOST_SIZES ? [`${names[0]} to ${names.at(-1)}`] : names;
  return [...own, ...others.map(saySize)];
}

function some(names: readonly FactorName[], levels: LevelsOf): readonly string[] {
  return names.flatMap((name) => {
    const own = levels.get(name) ?? [];
    const ordinary = own.length === 1 && own[0] === factorNamed(name).beforeItExisted;
    return own.length === 0 || ordinary ? [] : [levelsText(name, levels)];
  });
}

/**
 * Of somebody's own payloads, where none is a list: what one exchange carries. null for lists, and for data
 * sets.
 */
function sayBody({ advice, study }: RunFile, levels: LevelsOf): string | null {
  const datasets = levels.get('dataset') ?? [];
  const own = study.payloads.filter(({ name }) => datasets.includes(name));
  const [payload, ...others] = advice === undefined ? own : [advice.payload];
  if (payload === undefined || (advice === undefined && own.length < datasets.length)) return null;
  if ([payload, ...others].every(({ shape }) => shape === 'document')) return 'one document';
  return payload.shape === 'messages' && others.length === 0 ? count(payload.count, 'message') : null;
}

/** How and where it was asked, each not worth a word where it is as it always was. */
const WHERE = [
  ...new Set<FactorName>([
    ...(['network', 'protocol', 'connection'] as const),
    ...FACTOR_NAMES.filter((name) => {
      const { role, beforeItExisted } = factorNamed(name);
      return role === 'place' && beforeItExisted !== undefined;
    }),
  ]),
];

function levelsText(name: FactorName, levels: LevelsOf): string {
  const some = levels.get(name) ?? [];
  if (name === 'clients' || name === 'cpu') return condition(name, some, levels);
  if (!varies(levels, name)) return levelName(name, some[0]!, levels);
  if (name === 'connection') return `${listed(some.map(String))} connections`;
  if (name === 'n') return `${listed(some.map((n) => grouped(Number(n))))} objects`;
  return listed(some.map((level) => levelName(name, level, levels)));
}

function sayBrowsers(run: RunFile, { levels }: Tables): readonly string[] {
  return (levels.get('browser') ?? []).map((browser) => {
    if (browser === OUTSIDE) return sayOutside(run);
    if (gridBrowser(String(browser)) !== null) return sayOfGrid(String(browser), run);
    const versions = run.sessions.flatMap(({ agent }) =>
      agent?.engine === browser ? [agent.engineVersion] : [],
    );
    return [browser, ...new Set(versions.map((version) => shortVersion(version)))].join(' ');
  });
}

/** What came from outside tells itself what it is: `outside (webkit 18.1)`. */
function sayOutside({ plan, sessions }: RunFile): string {
  const came = sessions.flatMap(({ planned, agent }) =>
    plan.sessions[planned]?.browser === OUTSIDE && agent !== null
      ? [`${agent.engine} ${shortVersion(agent.engineVersion)}`]
      : [],
  );
  return came.length === 0 ? OUTSIDE : `${OUTSIDE} (${listed([...new Set(came)])})`;
}

/** `grid:chrome@https://host:4444 (chromium 156 on 2 nodes)` */
function sayOfGrid(browser: string, { plan, sessions }: RunFile): string {
  const agents = sessions.flatMap(({ planned, agent }) =>
    plan.sessions[planned]?.browser === browser && agent !== null ? [agent] : [],
  );
  const nodes = new Set(agents.map(({ placed }) => placed?.node)).size;
  const came = new Set(agents.map(({ engine, engineVersion }) => `${engine} ${shortVersion(engineVersion)}`));
  return came.size === 0 ? browser : `${browser} (${listed([...came])} on ${count(nodes, 'node')})`;
}

function sayTargets(run: RunFile, { levels }: Tables): readonly string[] {
  return (levels.get('target') ?? []).map((target) => {
    // The version would be that of the front: nobody knows the server's.
    if (run.study.payloads.some(({ url }) => url?.target === target)) return `target ${target}`;
    const versions = run.sessions.flatMap((session) =>
      allTargetFacts(session).flatMap(({ about }) => (about.name === target ? [about.version] : [])),
    );
    return [`target ${target}`, ...new Set(versions)].join(' ');
  });
}

function sayCounts(run: RunFile, { cells, sessions, machines = [] }: Summary): readonly string[] {
  const noun =
    cells.length > 0 && cells.every(({ factors }) => isSequence(factors)) ? 'sequences' : 'exchanges';
  const measured = cells.filter((cell) => cell.totalMs !== null);
  // A twin is no cell of anybody's study.
  const [named, found] = [cells, measured].map((all) => all.filter(({ twinOf }) => twinOf === null).length);
  const exchanges = measured.map((cell) => cell.exchanges);
  const some = found! < named! ? `, ${grouped(found!)} of ${count(named!, 'cell')} measured` : '';
  const where = machines.length > 1 ? ` on ${count(machines.length, 'machine')}` : '';
  const ran = `${count(sessions.complete, 'session')}${where}${some}`;
  const used = sayUsedTime(run);
  const time = used === null ? [] : [`took ${used}`];
  if (exchanges.length === 0) return [ran, ...time];
  const least = grouped(Math.min(...exchanges));
  const most = grouped(Math.max(...exchanges));
  return [`${ran}, ${least === most ? least : `${least} to ${most}`} ${noun} a cell`, ...time];
}

function shortVersion(version: string): string {
  return /\d+(\.\d+)?/.exec(version)?.[0] ?? version;
}
