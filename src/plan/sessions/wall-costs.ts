// What a run takes beside its exchanges, in wall time: declared here alone, so that a plan can say before the
// first byte what fits into a budget. Seen on a quiet machine of two cores; a run learns its own as it goes
// on, and the end of its budget is kept by the clock, not by these.

import { gridBrowser } from '../../factors/browser.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { isSequence, wordsKey } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { isBehindNginx, withoutNginx } from '../../factors/target.ts';
import { type PlannedCell, type SessionPrograms, slowdownOf, targetsOf } from '../plan.ts';
import { roughlyMs, type Sent } from './rough-times.ts';

/** What has passed when the command's first line is reached: Node, and modules. */
export const BEFORE_COMMAND_MS = 500;
/** Until targets are looked at: with that the study and its plan. */
const COMMAND_MS = BEFORE_COMMAND_MS + 400;
/** Starting a target and holding it to its contract, once for each target. */
const VERIFY_MS = 1_800;
/** Setting up the link and measuring it, for the first emulated network and each further one. */
const LINK_MS = 1_500;
const NETWORK_MS = 2_000;
/** The summary and every report, and for each cell. */
const REPORT_MS = 1_200;
const REPORT_CELL_MS = 8;

/** From a target's and a client's start to the client's registration, and closing both. */
const OPEN_MS: Readonly<Record<string, number>> = { chromium: 900, firefox: 3_500, webkit: 1_800, node: 500 };
const CLOSE_MS = 150;
/** Clients of `clients/`, of one's own, and phones. */
const OPEN_OTHER_MS = 2_000;
/** A Grid's node starts a driver, and that a browser. */
const OPEN_ELSEWHERE_MS = 3_500;
/** Targets that are slower to start than a client, on a JVM all of them. */
const START_TARGET_MS: Readonly<Record<string, number>> = {
  dropwizard: 3_000,
  spring: 3_000,
  tomcat: 2_500,
  glassfish: 8_000,
  metro: 3_000,
  fastapi: 1_500,
};
/** Other clients: their generator, what they settle in, each of them, and the copy that some ask. */
const START_LOAD_MS = 1_700;
const START_CLIENT_MS = 0.5;
const START_COPY_MS = 300;
/** Known work of a slow client: so often at its own pace, and so often slowed down. */
const KNOWN_WORK_MS = 35;
const KNOWN_WORKS = { before: 22, slowed: 9 };
/** nginx starts when the target is ready. */
const START_NGINX_MS = 300;
/** A cell's check, and the probe of its items, beside their exchanges. */
const CHECK_MS = 12;
const PROBE_MS = 30;
export const CHECKED_EXCHANGES = 3;
const LIKENESS = FACTOR_NAMES.filter((name) => name !== 'network' && name !== 'connection');

function startTargetMs(name: string): number {
  const own = START_TARGET_MS[withoutNginx(name)] ?? 0;
  return isBehindNginx(name) ? own + START_NGINX_MS : own;
}

/** Everything that a run does once. */
export function aroundMs(cells: readonly PlannedCell[]): number {
  const run = cells.filter(({ skip }) => skip === null).map(({ factors }) => factors);
  const targets = new Set(run.map(({ target }) => target)).size;
  return COMMAND_MS + VERIFY_MS * targets + linkMs(cells) + reportMs(cells);
}

/** Setting up the link and measuring it. */
export function linkMs(cells: readonly PlannedCell[]): number {
  const run = cells.filter(({ skip }) => skip === null).map(({ factors }) => factors);
  const networks = new Set(run.map(({ network }) => network).filter((name) => name !== NO_NETWORK)).size;
  return networks === 0 ? 0 : LINK_MS + NETWORK_MS * networks;
}

export function reportMs(cells: readonly PlannedCell[]): number {
  return REPORT_MS + REPORT_CELL_MS * cells.filter(({ skip }) => skip === null).length;
}

/** Around the blocks of one session with these cells. */
export function sessionOverheadMs(
  programs: SessionPrograms,
  cells: readonly PlannedCell[],
  sent: Sent,
): number {
  const openOtherMs = gridBrowser(programs.browser) === null ? OPEN_OTHER_MS : OPEN_ELSEWHERE_MS;
  const openClientMs = OPEN_MS[programs.browser] ?? openOtherMs;
  const openMs = Math.max(openClientMs, ...targetsOf(programs).map((target) => startTargetMs(target)));
  const own = cells.filter(({ twinOf }) => twinOf === null).map(({ factors }) => factors);
  // Cells that differ in their network alone are checked and probed over the one that takes the least time.
  const alike = [...Map.groupBy(own, (factors) => wordsKey(factors, LIKENESS)).values()];
  const cellsMs = alike.map((group) => {
    const quickestMs = Math.min(...group.map((factors) => roughlyMs(factors, sent)));
    // Of messages one sequence is checked, and nothing is probed.
    return isSequence(group[0]!)
      ? CHECK_MS + quickestMs
      : CHECK_MS + PROBE_MS + CHECKED_EXCHANGES * quickestMs;
  });
  return openMs + CLOSE_MS + loadMs(cells) + knownWorkMs(cells) + cellsMs.reduce((sum, ms) => sum + ms, 0);
}

/** Of a session, whose cells all have the same slowdown. */
function knownWorkMs([cell]: readonly PlannedCell[]): number {
  const slowdown = cell === undefined ? null : slowdownOf(cell.factors);
  return slowdown === null ? 0 : KNOWN_WORK_MS * (KNOWN_WORKS.before + KNOWN_WORKS.slowed * slowdown);
}

/** Of a session, or a panel, whose cells all have the same load. */
export function loadMs([cell]: readonly PlannedCell[]): number {
  if (cell === undefined || isSequence(cell.factors) || cell.factors.clients.count === 0) return 0;
  const { count, ask } = cell.factors.clients;
  return START_LOAD_MS + START_CLIENT_MS * count + (ask === 'copy' ? START_COPY_MS : 0);
}
