// What is noted of a session as it begins, and of its client once that has registered.

import type { RunningAgent } from '../../drive/driver.ts';
import type { AgentFacts, SessionFacts } from '../../record/record.ts';
import type { Registration } from '../../wire/agent-protocol.ts';

/** A session that has just begun. */
export function blankFacts(session: number, planned: number, startedAt: string): SessionFacts {
  return {
    session,
    planned,
    status: 'running',
    reason: '',
    startedAt,
    agent: null,
    target: null,
    checks: [],
    dropped: [],
    voidedBlocks: [],
    blocks: 0,
    wallMs: 0,
    exchangesMs: 0,
    startMs: 0,
    cpuStealShare: null,
    cpuPressureShare: null,
    loadOutsideShare: null,
    cpuMs: null,
  };
}

export function agentFacts(registration: Registration, agent: RunningAgent, isWatching: boolean): AgentFacts {
  const { engine, userAgent, cores, clockStepUs, crossOriginIsolated, device } = registration;
  const { command, preferences, remote } = agent;
  // Of an agent outside nothing is known but what it says.
  const engineVersion = agent.version || registration.engineVersion;
  const facts = { engine, engineVersion, userAgent, command, cores, clockStepUs, crossOriginIsolated };
  return {
    ...facts,
    ...(preferences !== undefined && { preferences }),
    ...(device !== undefined && { device }),
    ...(isWatching && { watches: true as const }),
    ...(remote !== undefined && { placed: remote.placed }),
  };
}
