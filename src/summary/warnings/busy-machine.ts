// What others took of the machine while it was measured: the hypervisor, other programs, and the waiting that
// these cost the run. A browser, a target and a lab on two cores wait for each other all the time, which is
// part of what is measured; only waiting beyond that is a fault.

import { shortPercent } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { SessionFacts } from '../../record/record.ts';

export function busyMachine(sessions: readonly SessionFacts[], cores: number): Warning[] {
  const warnings: Warning[] = [];
  const pressed = worst(sessions, (session) => waitedForOthersShare(session, cores));
  if (pressed !== null && pressed.share > WARNINGS['cpu-pressure'].bounds.waitedShare) {
    const what = `others kept something waiting for the CPU ${shortPercent(pressed.share)} of the time in session ${pressed.session + 1}`;
    warnings.push(raise('cpu-pressure', what, { session: pressed.session }));
  }
  const crowded = worst(sessions, (session) => waitedForOtherSessionsShare(session, sessions));
  if (crowded !== null && crowded.share > WARNINGS['cpu-pressure'].bounds.waitedShare) {
    const what = `other sessions of the run, whose browsers a Grid had on this machine too, kept something waiting for the CPU ${shortPercent(crowded.share)} of the time in session ${crowded.session + 1}`;
    const advice = 'take fewer sessions at once (--parallel), or a Grid whose nodes are other machines';
    warnings.push(raise('cpu-pressure', what, { advice, session: crowded.session }));
  }
  const { stolenShare, othersShare } = WARNINGS['outside-load'].bounds;
  const stolen = worst(sessions, (session) => session.cpuStealShare);
  if (stolen !== null && stolen.share > stolenShare) {
    const what = `the hypervisor took ${shortPercent(stolen.share)} of the CPU in session ${stolen.session + 1}`;
    const advice = 'measure on a machine of your own';
    warnings.push(raise('outside-load', what, { advice, session: stolen.session }));
  }
  const outside = worst(sessions, (session) => session.loadOutsideShare);
  if (outside !== null && outside.share > othersShare) {
    const what = `other programs took ${shortPercent(outside.share)} of the CPU in session ${outside.session + 1}`;
    const advice = 'close them, or measure when they rest';
    warnings.push(raise('outside-load', what, { advice, session: outside.session }));
  }
  return [...warnings, ...neighbours(sessions), ...bounced(sessions)];
}

/** A Grid chooses the node, and may choose one that measures already. */
function bounced(sessions: readonly SessionFacts[]): Warning[] {
  const browsers = sessions.reduce((sum, { agent }) => sum + (agent?.placed?.bounced ?? 0), 0);
  if (browsers === 0) return [];
  const what = `the Grid started ${count(browsers, 'browser')} of this run beside sessions that were measured, and each was given back at once`;
  const advice =
    'give its nodes one slot (--max-sessions 1), or take fewer sessions at once than it has nodes with what WIREFARE_GRID_CAPABILITIES asks for';
  return [raise('outside-load', what, { advice })];
}

/** Sessions of others on the node of a Grid, of which nobody here knows what they do. */
function neighbours(sessions: readonly SessionFacts[]): Warning[] {
  const beside = sessions.filter(({ agent }) => (agent?.placed?.others ?? 0) > 0);
  if (beside.length === 0) return [];
  const { session, agent } = beside[0]!;
  const { nodeUri, node, others } = agent!.placed!;
  const what = `on the node ${nodeUri || node} ${count(others, 'session')} of others ran beside session ${session + 1}${beside.length === 1 ? '' : `, and so in ${count(beside.length, 'session')}`}`;
  const advice = 'measure when they rest, or give the Grid nodes with one slot (--max-sessions 1)';
  return [raise('outside-load', what, { advice, session })];
}

/**
 * Share of the time in which something waited for a core that others had. Whoever waits, waits for one that
 * runs, and the share of others in all that ran is the chance that it was one of them. Records that do not
 * say what the run itself used allow only a bound: nobody waits for others while none of them runs.
 */
export function waitedForOthersShare(session: SessionFacts, cores: number): number | null {
  const { cpuPressureShare: waited, loadOutsideShare, cpuMs, wallMs } = session;
  if (waited === null || loadOutsideShare === null) return null;
  const othersCores = loadOutsideShare * cores;
  if (cpuMs == null || wallMs <= 0) return Math.min(waited, othersCores);
  const ownCores = (cpuMs.lab + cpuMs.agent + cpuMs.target + cpuMs.link) / wallMs;
  return othersCores === 0 ? 0 : (waited * othersCores) / (othersCores + ownCores);
}

/**
 * The same where nobody can tell the run's programs from those of others, as a Grid on this machine started
 * the browsers: other sessions that were under way are taken to have used as much each as this one. null
 * where they can be told.
 */
export function waitedForOtherSessionsShare(
  session: SessionFacts,
  sessions: readonly SessionFacts[],
): number | null {
  const { cpuPressureShare: waited, loadOutsideShare, wallMs } = session;
  if (waited === null || loadOutsideShare !== null || wallMs <= 0) return null;
  const endMs = endOf(session);
  const togetherMs = sessions.reduce((sum, other) => {
    if (other === session) return sum;
    const sinceMs = Math.max(endMs - wallMs, Date.parse(other.startedAt));
    return sum + Math.max(0, Math.min(endMs, endOf(other)) - sinceMs);
  }, 0);
  const others = togetherMs / wallMs;
  return (waited * others) / (1 + others);
}

function endOf({ startedAt, startMs, wallMs }: SessionFacts): number {
  return Date.parse(startedAt) + startMs + wallMs;
}

function worst(sessions: readonly SessionFacts[], pick: (session: SessionFacts) => number | null) {
  let found: { readonly session: number; readonly share: number } | null = null;
  for (const session of sessions) {
    const share = pick(session);
    if (share !== null && (found === null || share > found.share))
      found = { session: session.session, share };
  }
  return found;
}
