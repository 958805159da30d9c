// Of which cells a model says nothing, whatever was measured.

import { type Cell, isSequence } from '../factors/cell.ts';
import { NO_NETWORK } from '../factors/network.ts';
import type { NetworkProfile } from '../network/profile.ts';
import { whyNoArithmetic } from './network-times.ts';

/** null where it may say something. */
export function whyUnpredictable(cell: Cell, networks: readonly NetworkProfile[]): string | null {
  if (isSequence(cell)) return 'messages are sequences, which this model says nothing of';
  if (cell.kind === 'call') return 'calls post a body, which this model says nothing of';
  if (cell.clients.count > 0) return 'other clients asked meanwhile, which this model says nothing of';
  if (cell.network === NO_NETWORK) return null;
  const network = networks.find(({ name }) => name === cell.network);
  const noArithmetic = network === undefined ? null : whyNoArithmetic(network, cell.protocol);
  return noArithmetic === null ? null : `${cell.network}: ${noArithmetic}`;
}
