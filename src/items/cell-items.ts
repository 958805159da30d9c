// Which items a cell can have by its factors: of what never happens in its exchanges no time can be told.

import { type Cell, connectionOf } from '../factors/cell.ts';
import { isAsItComes, isCompressed } from '../factors/compression.ts';
import type { CellKind } from '../factors/factor.ts';
import { DONE_BY } from '../factors/procedure.ts';
import { isSecure } from '../factors/protocol.ts';
import { ITEMS, type Phase } from './items.ts';
import { hasMetric, type Metric } from './metrics.ts';

/** Items that a cell of a URL has or lacks by what its server answers, and not by its factors. */
const BY_SERVER = ['server.compute', 'encode', 'compress', 'decompress'] as const;
export type ByServer = (typeof BY_SERVER)[number];

/**
 * Why a cell can never have it, as a clause about several cells; null where it may. `answered`: of a URL,
 * which items of its server's its answers have; absent: nobody has asked it.
 */
export function whyWithout(cell: Cell, metric: Metric, answered?: ReadonlySet<ByServer>): string | null {
  if (!hasMetric(cell.kind, metric)) return KINDS[cell.kind];
  return isPhase(metric) ? whyWithoutPhase(cell, metric, answered) : null;
}

/** The same of what cells of its kind have. */
export function whyWithoutPhase(cell: Cell, phase: Phase, answered?: ReadonlySet<ByServer>): string | null {
  if (isAsItComes(cell.compression.coding) && isByServer(phase))
    return answered === undefined || answered.has(phase) ? null : WITHOUT_BY_SERVER[phase];
  switch (ITEMS[phase].needs) {
    case 'server-computation':
      return cell.kind === 'request' && DONE_BY[cell.procedure].serverComputations === 0
        ? 'their server computes nothing'
        : null;
    case 'client-computation':
      return cell.kind !== 'request' || DONE_BY[cell.procedure].clientComputations === 0
        ? 'their client computes nothing'
        : null;
    case 'compression':
      return isCompressed(cell.compression) ? null : NOTHING_COMPRESSED;
    case 'new-connection':
      if (connectionOf(cell) === 'warm') return 'they open no connection';
      return phase === 'tls' && !isSecure(cell.protocol) ? 'their connections have no TLS' : null;
    case 'front':
      return isAsItComes(cell.compression.coding) ? null : 'no front stands before their server';
    case 'worker':
      return cell.kind === 'sequence' || cell.thread === 'main' ? 'they use no worker' : null;
    case 'time':
    case undefined:
      return null;
  }
}

const KINDS: Readonly<Record<CellKind, string>> = {
  request: 'they are requests',
  call: 'they are calls',
  sequence: 'they are messages',
};

const NOTHING_COMPRESSED = 'nothing is compressed in them';
const UNSAID = 'their server does not say it (Server-Timing)';

const WITHOUT_BY_SERVER: Readonly<Record<ByServer, string>> = {
  'server.compute': UNSAID,
  encode: UNSAID,
  compress: UNSAID,
  decompress: NOTHING_COMPRESSED,
};

function isPhase(metric: Metric): metric is Metric & Phase {
  return metric in ITEMS;
}

function isByServer(phase: Phase): phase is ByServer {
  return (BY_SERVER as readonly Phase[]).includes(phase);
}
