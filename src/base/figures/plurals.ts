// Nouns that agree with their numbers, and lists in words. Every message that counts things uses these.

import { grouped } from './numbers.ts';

/** `session` for 1, `sessions` for every other number; `many` where an s does not make the plural. */
export function plural(number: number, noun: string, many = `${noun}s`): string {
  return number === 1 ? noun : many;
}

/** `1 000 objects`, `1 object` */
export function count(number: number, noun: string, many?: string): string {
  return `${grouped(number)} ${plural(number, noun, many)}`;
}

/** `a`, `a and b`, `a, b and c` */
export function listed(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}
