// Before anything is measured: which browsers, clients and targets of a plan this machine has, and which
// work.

import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { canRun } from '../../plan/claims/claim-cells.ts';
import { planWithout } from '../../plan/make-plan.ts';
import { loadOf, type Plan, type PlannedCell, slowdownOf } from '../../plan/plan.ts';
import { heldWhere } from '../../plan/sessions/held-plan.ts';
import { endOfRotation, rotationsIn, withRest } from '../../plan/sessions/rotations.ts';
import type { RaceStep, SessionFacts } from '../../record/record.ts';
import { completeSessions } from '../../run/course.ts';
import type { Listener } from '../../run/events.ts';
import { droppedBy } from '../../run/race.ts';
import type { Study } from '../../study/study.ts';
import { type Lack, LackingPrograms, lackReason, lacksAmong, nothingLeft, sayLacks } from './lacks.ts';
import { targetsThatFail } from './verify-targets.ts';

/**
 * The plan for what there is: cells of programs that are missing, cannot be built or break their contract are
 * skipped with the reason, and the time goes to the others. Throws an EnvironmentError with everything at
 * once where nothing is left. Everything is looked for before the first is built, so that what is missing
 * costs no build. `held`: what is measured beside it. `room`: as the plan was made.
 */
export async function planForPrograms(
  study: Study,
  planned: Plan,
  host: Host,
  drivers: Drivers,
  tell: Listener,
  held: Plan | null = null,
  room = 1,
): Promise<Plan> {
  const verified = drivers.verified ?? new Map<string, number>();
  const lacks: Lack[] = [];
  let plan = planned;
  // Cells that there was no time for may come back in the place of others, and their programs with them.
  for (;;) {
    const cells = [...plan.cells, ...(held === null ? [] : heldWhere(held, plan.cells).cells)];
    const more = await lacksOf({ ...plan, cells }, host, drivers, tell, verified);
    if (more.length === 0) return plan;
    lacks.push(...more);
    plan = planWithout(study, plan, lackReason(more), room);
    if (plan.sessions.length === 0) throw nothingLeft(lacks);
    for (const line of sayLacks(more)) host.err(`note: ${line}\n`);
  }
}

export interface PlanToGoOn {
  /** What its sessions were begun by, the rest of them without cells that nobody can measure any more. */
  readonly plan: Plan;
  readonly without: ReadonlySet<string>;
  readonly lacks: readonly Lack[];
}

/**
 * The plan of a record that is gone on with: whole rotations that were begun stay as they are, the rest goes
 * on without the cells of programs that are missing or fail by now. Throws an EnvironmentError where nothing
 * is left.
 */
export async function planToGoOn(
  { study, plan, earlier, earlierRace = [] }: ToGoOn,
  host: Host,
  drivers: Drivers,
  tell: Listener,
): Promise<PlanToGoOn> {
  const verified = drivers.verified ?? new Map<string, number>();
  const lacks: Lack[] = [];
  let cells = plan.cells.filter(canRun);
  // What is missing is told before what fails.
  for (;;) {
    const more = await lacksOf({ ...plan, cells }, host, drivers, tell, verified);
    if (more.length === 0) break;
    lacks.push(...more);
    const reason = lackReason(more);
    cells = cells.filter((cell) => reason(cell) === null);
    if (cells.length === 0) throw new LackingPrograms(lacks);
    for (const line of sayLacks(more)) host.err(`note: ${line}\n`);
  }
  const left = new Set(cells);
  const without = new Set(plan.cells.flatMap((cell) => (canRun(cell) && !left.has(cell) ? cell.id : [])));
  const begun = endOfRotation(plan.sessions, Math.max(-1, ...completeSessions(earlier)) + 1);
  // Shares are dealt out by their sessions, and the first rotation has all that may be needed again.
  const isFixed = without.size === 0 || begun === 0 || plan.share !== undefined;
  const dropped = new Set([...droppedBy(earlierRace), ...without]);
  const rest = { rotations: rotationsIn(plan.sessions), dropped, blocksPerRound: null, sent: study };
  return { plan: isFixed ? plan : withRest(plan, begun, rest), without, lacks };
}

/** A record's study, plan, sessions, and what looks changed. */
interface ToGoOn {
  readonly study: Study;
  readonly plan: Plan;
  readonly earlier: readonly SessionFacts[];
  readonly earlierRace?: readonly RaceStep[];
}

/**
 * The same for a run that is worth nothing without all of them. `withinMs`: how long an answer of a target
 * that is held to its contract is waited for; absent: as by the suite.
 */
export async function requirePrograms(
  plan: Plan,
  host: Host,
  drivers: Drivers,
  tell: Listener,
  withinMs?: () => number,
): Promise<void> {
  const lacks = await lacksOf(plan, host, drivers, tell, drivers.verified ?? new Map(), withinMs);
  if (lacks.length > 0) throw new LackingPrograms(lacks);
}

/**
 * The plan without cells of programs that are missing or do not work, where a run can do without them. Throws
 * as `requirePrograms` does where one that it needs is among them. `needed`: by their names.
 */
export async function planForNeeded(
  study: Study,
  planned: Plan,
  needed: ReadonlySet<string>,
  host: Host,
  drivers: Drivers,
  tell: Listener,
  withinMs?: () => number,
): Promise<Plan> {
  const verified = drivers.verified ?? new Map<string, number>();
  let plan = planned;
  for (;;) {
    const lacks = await lacksOf(plan, host, drivers, tell, verified, withinMs);
    if (lacks.length === 0) return plan;
    const reason = lackReason(lacks);
    const lacking = plan.cells.filter((cell) => canRun(cell) && reason(cell) !== null);
    if (lacking.some(({ id }) => needed.has(id))) throw new LackingPrograms(lacks);
    plan = planWithout(study, plan, reason);
    for (const line of sayLacks(lacks)) host.err(`note: ${line}\n`);
  }
}

/** What is missing, or where nothing is what does not work: that takes builds and starts to find out. */
async function lacksOf(
  plan: Plan,
  host: Host,
  drivers: Drivers,
  tell: Listener,
  verified: Map<string, number>,
  withinMs?: () => number,
): Promise<Lack[]> {
  const cells = plan.cells.filter(canRun);
  const missing = await programsMissing(cells, drivers);
  if (missing.length > 0) return missing;
  const unbuilt = await lacksAmong('browser', namesIn(cells, 'browser'), async (name) =>
    drivers.agent(name).prepare?.(),
  );
  const load = drivers.load();
  unbuilt.push(...(await lacksAmong('clients', generatorsIn(cells), () => load.prepare())));
  // Interrupted while something was built: the run sees that itself, and leaves a record that says so.
  if (host.interrupted.aborted) return [];
  return [...unbuilt, ...(await targetsThatFail(plan, host, drivers, tell, verified, withinMs))];
}

/** Of these cells; nothing is built or started. */
export async function programsMissing(cells: readonly PlannedCell[], drivers: Drivers): Promise<Lack[]> {
  return [
    ...(await lacksAmong('browser', namesIn(cells, 'browser'), (name) => drivers.agent(name).find())),
    ...(await lacksAmong('target', namesIn(cells, 'target'), (name) => drivers.target(name).find())),
    ...(await lacksAmong('clients', generatorsIn(cells), () => drivers.load().find())),
    ...(await lacksAmong('cpu', quotasIn(cells), () => drivers.slowdown().find())),
  ];
}

function generatorsIn(cells: readonly PlannedCell[]): readonly string[] {
  return cells.some(({ factors }) => loadOf(factors) !== null) ? ['k6'] : [];
}

function quotasIn(cells: readonly PlannedCell[]): readonly string[] {
  return cells.some(({ factors }) => slowdownOf(factors) !== null) ? ['a quota of processor time'] : [];
}

function namesIn(cells: readonly PlannedCell[], factor: 'browser' | 'target'): readonly string[] {
  return [...new Set(cells.map(({ factors }) => factors[factor]))];
}
