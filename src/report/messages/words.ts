// A sequence of messages in words: `to the client, as fast as they go, 1 000 messages of 100 B`.

import { count } from '../../base/figures/plurals.ts';
import { type Cell, isSequence, type SequenceCell } from '../../factors/cell.ts';
import { sayDirection } from '../../factors/direction.ts';
import { sayMode } from '../../factors/mode.ts';
import { type MessageSize, saySize } from '../../factors/size.ts';

/** As the head of a row: `random 100 to 1 000 B`, `growing by 100 B`. */
export function sizeInShort(size: MessageSize): string {
  return saySize(size).replace('random sizes from', 'random').replace('sizes growing', 'growing');
}

/** `to the client, as fast as they go, 1 000 messages of 100 B`; empty of requests. */
export function sequenceName(cell: Cell): string {
  return isSequence(cell) ? [...manner(cell), messagesName(cell)].join(', ') : '';
}

/** `to the client, as fast as they go, 1 000 messages`: of several sizes; empty of requests. */
export function sizesName(cell: Cell): string {
  return isSequence(cell) ? [...manner(cell), count(cell.n, 'message')].join(', ') : '';
}

function manner({ direction, mode }: SequenceCell): string[] {
  return [sayDirection(direction), sayMode(mode)];
}

/**
 * `1 000 messages of 100 B`, `1 000 messages of random sizes from 100 to 1 000 B`,
 * `1 000 messages of book data`.
 */
function messagesName({ n, size, dataset }: SequenceCell): string {
  const messages = count(n, 'message');
  return size.policy === 'data' ? `${messages} of ${dataset} data` : `${messages} of ${saySize(size)}`;
}
