// How many exchanges of a cell a visit has: in blocks that count, and in those that warm up.

import type { Panel } from '../plan.ts';

export type Visits = Pick<Panel, 'settlingPerVisit' | 'countedPerVisit' | 'countedOnce'>;
export type WarmingVisits = Visits & Pick<Panel, 'warmupBlocks' | 'warmupExchanges'>;

export function isCountedOnce({ countedOnce = [] }: Pick<Panel, 'countedOnce'>, cell: string): boolean {
  return countedOnce.includes(cell);
}

export function countedInVisit(panel: Pick<Panel, 'countedPerVisit' | 'countedOnce'>, cell: string): number {
  return isCountedOnce(panel, cell) ? 1 : panel.countedPerVisit;
}

/** What settles, and what counts. */
export function exchangesInVisit(panel: Visits, cell: string): number {
  return panel.settlingPerVisit + countedInVisit(panel, cell);
}

/** In all warm-up blocks of a session together. */
export function warmupExchanges(panel: WarmingVisits, cell: string): number {
  const { warmupBlocks, warmupExchanges: own = {} } = panel;
  return Object.hasOwn(own, cell) ? own[cell]! : warmupBlocks * exchangesInVisit(panel, cell);
}

/** In the nth of them, from 0 on: as many in each as whole numbers allow. */
export function warmupInBlock(panel: WarmingVisits, cell: string, nth: number): number {
  const all = warmupExchanges(panel, cell);
  const before = (blocks: number) => Math.floor((blocks * all) / panel.warmupBlocks);
  return before(nth + 1) - before(nth);
}
