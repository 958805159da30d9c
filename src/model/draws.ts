// Which sessions a model is made from: all of them, or as many drawn at random, with one draw for all terms.
// Sessions of one browser, pace of its processor, target and place are drawn among themselves; where targets
// are interleaved, those of one browser, pace and place.

import { seededRandom } from '../base/random.ts';
import { NO_NETWORK } from '../factors/network.ts';
import type { MeasuredCell } from './measured.ts';
import type { Draw } from './terms.ts';

export function allSessions(cells: readonly MeasuredCell[]): Draw {
  return new Map(cells.flatMap(({ sessions }) => [...sessions.keys()].map((name) => [name, 1] as const)));
}

/** `count` draws with replacement. */
export function drawSessions(cells: readonly MeasuredCell[], count: number, seed: number): Draw[] {
  const random = seededRandom(seed);
  const groups = [...new Set(sessionGroups(cells).values())].map((names) => [...names].toSorted());
  return Array.from({ length: count }, () => {
    const draw = new Map<string, number>();
    for (const names of groups) {
      for (let i = 0; i < names.length; i++) {
        const name = names[Math.floor(random() * names.length)]!;
        draw.set(name, (draw.get(name) ?? 0) + 1);
      }
    }
    return draw;
  });
}

/** The fewest sessions that a group has. */
export function fewestSessions(cells: readonly MeasuredCell[]): number {
  return Math.min(...[...sessionGroups(cells).values()].map(({ size }) => size));
}

function sessionGroups(cells: readonly MeasuredCell[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { factors, sessions } of cells) {
    const place = factors.network === NO_NETWORK ? 'loopback' : 'link';
    const key = [factors.browser, factors.cpu, factors.target, place].join(' ');
    const names = groups.get(key) ?? sharing(groups, sessions.keys()) ?? new Set();
    groups.set(key, names);
    for (const name of sessions.keys()) names.add(name);
  }
  return groups;
}

/** The group that has one of these sessions already: targets that are interleaved have the same ones. */
function sharing(groups: ReadonlyMap<string, Set<string>>, names: Iterable<string>): Set<string> | undefined {
  const asked = new Set(names);
  return [...groups.values()].find((group) => [...group].some((name) => asked.has(name)));
}
