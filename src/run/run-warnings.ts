// What went wrong on the way, as warnings for every report: sessions that failed, blocks that must not count.

import { count, listed, plural } from '../base/figures/plurals.ts';
import { WARNINGS, type WarningKind } from '../base/warnings/catalogue.ts';
import { raise, type Warning } from '../base/warnings/warning.ts';
import { kindOfSession, type Plan, targetsOf } from '../plan/plan.ts';
import type { AgentFacts, SessionFacts } from '../record/record.ts';
import { kindsGivenUp } from '../record/rotations.ts';
import { reachedSlowdown, saySlowdown } from '../record/slowdown.ts';

/** The link's `reopened`: how often it ended in the middle of the run and was set up again. */
export function runWarnings(
  sessions: readonly SessionFacts[],
  link: { readonly reopened: number; readonly rootless: boolean },
): Warning[] {
  const ofSessions = sessions.flatMap((facts) => [
    ...failed(facts),
    ...disturbed(facts),
    ...spoiled(facts, link.rootless),
    ...loaded(facts),
    ...slowedAmiss(facts),
  ]);
  return [
    ...reopened(link.reopened),
    ...differentOutside(sessions),
    ...watching(sessions),
    ...notCompared(sessions),
    ...changing(sessions),
    ...slowedUnheld(sessions),
    ...ofSessions,
  ];
}

/** One for each kind of session that the run went on without. */
export function givenUpWarnings(plan: Plan, sessions: readonly SessionFacts[]): Warning[] {
  return [...kindsGivenUp({ plan, sessions })].flatMap(([kind, last]) => {
    const planned = plan.sessions.find((session) => kindOfSession(session) === kind);
    if (planned === undefined) return [];
    const { browser, place, load, cpu } = planned;
    const targets = targetsOf(planned);
    const where = [
      place === 'link' ? ' over emulated networks' : '',
      load === undefined ? '' : ` with clients ${load}`,
      cpu === undefined ? '' : ` with cpu ${cpu}`,
    ].join('');
    const what = `${browser} with ${plural(targets.length, 'target')} ${listed(targets)}${where} ${sayGivenUp(last)} and was given up: ${last.reason.split('\n')[0]}`;
    return [raise('given-up', what)];
  });
}

function sayGivenUp({ lost, noRoom }: SessionFacts): string {
  if (noRoom === true) return 'found no room';
  return lost === true ? 'lost its node again and again' : 'failed twice in a row';
}

function reopened(times: number): Warning[] {
  if (times === 0) return [];
  const what = `the link ended in the middle of the run, and was set up and calibrated again${times === 1 ? '' : ` ${times} times`}`;
  return [raise('environment', what, { advice: 'see what ended it' })];
}

/** Nothing here starts agents outside, so nothing sees to it that they are alike. */
function differentOutside(sessions: readonly SessionFacts[]): Warning[] {
  const outside = sessions.flatMap(({ agent }) =>
    agent?.command.length === 0 && agent.placed === undefined ? [agent] : [],
  );
  const called = ({ userAgent, cores }: AgentFacts) => `${userAgent} (${cores} ${plural(cores, 'core')})`;
  // Two phones of one model call themselves the same.
  const different = new Map(
    outside.map((agent) => [`${called(agent)} ${agent.device ?? ''}`, called(agent)]),
  );
  // Those that say which they are answer each by itself.
  if (different.size < 2 || outside.every(({ device }) => device !== undefined)) return [];
  const what = `${different.size} different agents took the sessions outside: ${[...different.values()].join('; ')}`;
  const advice = 'open the page on one machine alone: sessions of different ones are no repetitions';
  return [raise('environment', what, { advice })];
}

/** One warning a browser. */
function watching(sessions: readonly SessionFacts[]): Warning[] {
  const agents = sessions.flatMap(({ agent }) => (agent?.watches === true ? [agent] : []));
  const byBrowser = Map.groupBy(agents, ({ device, userAgent }) => device ?? userAgent);
  return [...byBrowser.values()].map((of) => {
    const { engine, engineVersion } = of[0]!;
    const what = `${engine} ${engineVersion} measured ${count(of.length, 'session')}, and by its address and User-Agent is the browser that watches the lab`;
    return raise('watching-browser', what);
  });
}

/** One warning a client. */
function notCompared(sessions: readonly SessionFacts[]): Warning[] {
  const without = sessions.filter(
    ({ status, agent, compared }) => status === 'complete' && agent !== null && compared === undefined,
  );
  return [...new Set(without.map(({ agent }) => agent!.engine))].map((engine) =>
    raise('answers-not-compared', `${engine} compares none of its timed answers with the original`),
  );
}

/** One warning a cell, with the first difference that was seen. */
function changing(sessions: readonly SessionFacts[]): Warning[] {
  const seen = new Map<string, string>();
  for (const { checks, changed = {} } of sessions) {
    for (const { cell, changed: how } of checks)
      if (how !== undefined && !seen.has(cell)) seen.set(cell, how);
    for (const [cell, how] of Object.entries(changed)) if (!seen.has(cell)) seen.set(cell, how);
  }
  return [...seen].map(([cell, how]) =>
    raise(
      'answers-not-compared',
      `the answers of ${cell} are not those that were read before the run (${how}), so they are decoded and compared with nothing`,
      { advice: 'if the difference is no time or counter of yours, see what the browser is answered' },
    ),
  );
}

function failed({ session, status, reason, agent, lost, lostAt }: SessionFacts): Warning[] {
  if (status !== 'failed') return [];
  const at = lost === true ? (agent?.placed ?? lostAt) : undefined;
  const withNode = at === undefined ? '' : `, lost with the node ${at.nodeUri || at.node}`;
  const what = `session ${session + 1} failed and is left out${withNode}: ${reason.split('\n')[0]}`;
  return [raise('session-failed', what, { session })];
}

/** What other clients met. */
function loaded({ session, clients: seen }: SessionFacts): Warning[] {
  if (seen === undefined) return [];
  const { saturated, requests, failed: failures, failure, dropped } = seen;
  const where = `clients ${seen.clients}, session ${session + 1}`;
  const warn = (kind: WarningKind, what: string) => [raise(kind, `${where}: ${what}`, { session })];
  const due = requests + (dropped ?? 0);
  const isBehind = (dropped ?? 0) > (1 - WARNINGS['generator-saturated'].bounds.reachedShare) * due;
  return [
    ...(saturated === undefined ? [] : warn('generator-saturated', saturated)),
    ...(failures === 0
      ? []
      : warn(
          'clients-failed',
          `${failures} of ${count(requests, 'request')} failed, the first with: ${failure}`,
        )),
    ...(isBehind
      ? warn('clients-behind', `${dropped} of ${count(due, 'request')} were due while every client waited`)
      : []),
  ];
}

/** Where the slowdown reached is another one than was asked. */
function slowedAmiss({ session, agent, slowdown }: SessionFacts): Warning[] {
  const reached = reachedSlowdown(slowdown);
  if (slowdown === undefined || reached === null) return [];
  const { asked } = slowdown;
  if (Math.abs(reached / asked - 1) <= WARNINGS['slowdown-missed'].bounds.offShare) return [];
  const what = `${agent?.engine ?? 'the client'}, session ${session + 1}: ${saySlowdown(asked, [reached])}`;
  return [raise('slowdown-missed', what, { session })];
}

/** One warning a client. */
function slowedUnheld(sessions: readonly SessionFacts[]): Warning[] {
  const engines = sessions.flatMap(({ agent, slowdown }) =>
    agent !== null && slowdown !== undefined && slowdown.knownWork === undefined ? [agent.engine] : [],
  );
  return [...new Set(engines)].map((engine) =>
    raise('slowdown-not-held', `${engine} cannot do the known work that says how slow it was made`),
  );
}

/** One warning a session and reason, not one a block. */
function disturbed({ session, voidedBlocks }: SessionFacts): Warning[] {
  const byAgent = voidedBlocks.filter(({ cause }) => cause === 'agent');
  return [...Map.groupBy(byAgent, ({ why }) => why)].map(([why, { length }]) => {
    const blocks = `${length} ${plural(length, 'block')}`;
    const what = `${why}: ${blocks} of session ${session + 1} left out, and repeated once`;
    return raise('hidden-page', what, { session });
  });
}

const ALLOW_PRIORITY = 'sudo prlimit --pid $$ --rtprio=10:10 in the shell that starts the run';

function spoiled({ session, voidedBlocks, blocks }: SessionFacts, rootless: boolean): Warning[] {
  // Without it every program that wants a core comes before the emulator: on a busy machine every block is
  // late.
  const priority = rootless
    ? `; run as root, or let the link take real-time priority: ${ALLOW_PRIORITY}`
    : '';
  const advice = `end other work on this machine, or give it more cores${priority}`;
  const byLink = voidedBlocks.filter(({ cause }) => cause !== 'agent');
  // Void blocks are part of any run on a shared machine.
  const { voidShare } = WARNINGS['link-disturbed'].bounds;
  if (blocks === null || byLink.length <= voidShare * blocks) return [];
  return [...Map.groupBy(byLink, ({ why }) => why)].map(([why, { length }]) => {
    const what = `${why}: ${length} of ${blocks} ${plural(blocks, 'block')} of session ${session + 1} left out, and repeated once`;
    return raise('link-disturbed', what, { advice, session });
  });
}
