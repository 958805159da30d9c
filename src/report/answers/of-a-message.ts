// Sentences about sequences of messages: told is what a message takes, and what carries it.

import { listed } from '../../base/figures/plurals.ts';
import { sayTime, sayTimes } from '../../base/figures/times.ts';
import { type Cell, isSequence } from '../../factors/cell.ts';
import { perMessageMs } from '../messages/ways.ts';
import type { Contender } from '../words/groups.ts';
import { type Gain, sayGains } from './ranges.ts';

/** `over WebSocket`, `by XHR`, `by the next, XHR` */
export function carriedBy(name: string): string {
  return `${/^(the next, )?Web/.test(name) ? 'over' : 'by'} ${name}`;
}

/** `a message takes 11.2 µs`; both ways `a message there and back takes …`. Of one leader of each ranking. */
export function sayTakes(leaders: readonly Contender[], some: readonly Cell[]): string {
  const back = some.every((cell) => isSequence(cell) && cell.direction === 'both-ways')
    ? ' there and back'
    : '';
  return `a message${back} takes ${sayTimes(leaders.map(({ cell }) => perMessageMs(cell).median))}`;
}

/** `25.1× less than by XHR [24.3, 26.0]`; `than` as carriedBy() has it. */
export function sayLess(gains: readonly Gain[], than: string): string {
  return sayGains(gains, `less than ${than}`);
}

/** `WebSocket at 11.2 µs or SSE at 11.4 µs` */
export function sayLeaders(leaders: readonly Contender[]): string {
  return listed(
    leaders.map(({ name, cell }) => `${name} at ${sayTime(perMessageMs(cell).median)}`),
    'or',
  );
}
