// The facts of a machine and of sessions that never were, for synthetic records.

import type { PlannedSession } from '../../../src/plan/plan.ts';
import type { RunFile, SessionFacts } from '../../../src/record/record.ts';

export function sessionFacts(
  session: PlannedSession,
  exchangesMs: number,
  status: 'complete' | 'interrupted',
): SessionFacts {
  return {
    session: session.index,
    planned: session.index,
    status,
    reason: status === 'complete' ? '' : 'Ctrl-C',
    startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, session.index * 10)).toISOString(),
    agent: {
      engine: session.browser,
      engineVersion: '1.0',
      userAgent: `synthetic ${session.browser}`,
      command: [session.browser],
      cores: 2,
      clockStepUs: 5,
      crossOriginIsolated: true,
    },
    target: null,
    checks: session.panels.flatMap((panel) => panel.cells.map(checkedCell)),
    dropped: [],
    voidedBlocks: [],
    blocks: 100,
    wallMs: exchangesMs / 0.9,
    exchangesMs,
    startMs: 900,
    cpuStealShare: 0,
    cpuPressureShare: 0.01,
    loadOutsideShare: 0.02,
  };
}

function checkedCell(cell: string): SessionFacts['checks'][number] {
  return {
    cell,
    difference: null,
    bytesEncoded: 0,
    bytesDecoded: 0,
    contentEncoding: '',
    compared: 1,
    bytesHeaders: 420,
  };
}

export const HOST: RunFile['host'] = {
  os: 'linux',
  kernel: '6.1',
  cpu: 'synthetic',
  cores: 2,
  memoryBytes: 8e9,
  node: '24.0.0',
  governor: null,
  virtualised: null,
};
