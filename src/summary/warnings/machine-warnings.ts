// What machines of a merged record say against each other.

import { count, listed } from '../../base/figures/plurals.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { Comparison } from '../comparisons/comparison.ts';
import type { Summary } from '../summary.ts';

/** One warning for all comparisons in which machines contradict each other beyond chance. */
export function machinesThatDiffer({ comparisons, machines = [] }: Summary): Warning[] {
  const torn = comparisons.filter(({ asked, onMachines }) => asked && areTorn(onMachines ?? []));
  const [first] = torn;
  if (first === undefined) return [];
  const named = (isOn: (verdict: string) => boolean) =>
    listed(
      (first.onMachines ?? []).flatMap(({ machine, verdict }) =>
        isOn(verdict) ? (machines[machine]?.name ?? []) : [],
      ),
    );
  const example = `${first.a} is faster than ${first.b} on ${named((word) => word === 'faster')} and slower on ${named((word) => word === 'slower')}`;
  const others = torn.length === 1 ? '' : `, and so in ${count(torn.length - 1, 'other comparison')}`;
  return [raise('machines-differ', `${example}${others}`)];
}

function areTorn(machines: NonNullable<Comparison['onMachines']>): boolean {
  return ['faster', 'slower'].every((word) => machines.some(({ verdict }) => verdict === word));
}
