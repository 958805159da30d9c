import { listed } from '../base/figures/plurals.ts';
import { AS_IT_STANDS, type Factor, type Reading, type Word } from './factor.ts';

/** The client's processor as it is. */
export const FULL_CPU = 1;
/** Above it a tenth of a period (10 ms) would be less than the shortest quota that kernels take (1 ms). */
export const MOST_SLOWDOWN = 10;

/** How many times slower the client's processor is made. */
export const cpu = {
  ...AS_IT_STANDS,
  say: sayCpu,
  condition: (some) => `with the client’s processor ${listed(some.map(sayCpu))}`,
  order: (a, b) => Number(a) - Number(b),
  question: 'What does a slow client make of it?',
  name: 'cpu',
  kinds: ['request', 'call'],
  otherKinds: { sequence: FULL_CPU },
  role: 'place',
  sharedInTable: ['request', 'call'],
  byDefault: { request: FULL_CPU, call: FULL_CPU },
  unsaidIn: ['request', 'call', 'sequence'],
  beforeItExisted: FULL_CPU,
  inStudyFiles: true,
  parse: (word) => (isSlowdown(word) ? Number(word) : null),
  spell: (level: number) => level,
  known: () => [],
  read: (typed): Reading =>
    isSlowdown(typed)
      ? { word: Number(typed) }
      : {
          wrong: `${typed} is no slowdown: a whole number from ${FULL_CPU}, a processor as it is, to ${MOST_SLOWDOWN}`,
        },
  help: {
    says: () =>
      `How many times slower the client’s processor is made, emulated by a quota of processor time: ${FULL_CPU}, as it is, to ${MOST_SLOWDOWN}. Of clients that the lab starts on this machine; the target keeps its pace.`,
    completed: () => [],
    examples: [4, [1, 4]],
    shape: 'either',
  },
} as const satisfies Factor<'cpu', number>;

function isSlowdown(word: Word): boolean {
  const times = Number(word);
  return Number.isInteger(times) && times >= FULL_CPU && times <= MOST_SLOWDOWN;
}

/** `at its own pace`, `4× slower (emulated)`. */
export function sayCpu(word: Word): string {
  return Number(word) === FULL_CPU ? 'at its own pace' : `${word}× slower (emulated)`;
}
