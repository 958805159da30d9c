// The machines of a merged record, and the nodes or devices that answer by themselves: what each brought.

import { count } from '../../base/figures/plurals.ts';
import type { RunFile } from '../../record/record.ts';
import { differs, type TwinOnMachines } from '../comparisons/twins.ts';
import type { MachineSummary } from '../summary.ts';
import { hostOfNode, LAB, type TimedMachines } from './timed-machines.ts';

/** In the order of the places; null of what one run left. */
export function machineSummaries(
  run: RunFile,
  { places, of }: TimedMachines,
  twins: readonly TwinOnMachines[],
): readonly MachineSummary[] | null {
  const { merged } = run;
  if (merged === undefined) return null;
  const complete = run.sessions.filter(({ status }) => status === 'complete');
  return places.map(({ machine, node }, place) => {
    const own = complete.filter(({ session }) => of(session) === place);
    const { name, host } = merged.machines[machine]!;
    const { cpu, cores, memoryBytes, os } = host;
    const isApart = node !== null && node !== LAB;
    const before = places.slice(0, place).filter((each) => each.machine === machine && each.node !== LAB);
    const brought = new Set(own.map(({ record = 0 }) => record));
    return {
      ...{ name: isApart ? `${name}.${before.length + 1}` : name, cpu, cores, memoryBytes, os },
      ...(isApart && { node: sayNode(own.map(({ agent }) => agent)) }),
      records: merged.records.filter((record, index) =>
        node === null ? record.machine === machine : brought.has(index),
      ).length,
      sessions: own.length,
      twinsThatDiffer: twins.filter(({ onMachines }) =>
        onMachines.some((each) => each.machine === place && differs(each.twin)),
      ).length,
    };
  });
}

/** As people know it, by the clients that ran there. */
function sayNode(agents: readonly RunFile['sessions'][number]['agent'][]): string {
  const { placed, userAgent = '' } = agents[0] ?? {};
  const nodes = new Set(agents.map((agent) => agent?.placed?.nodeUri)).size;
  if (placed !== undefined && nodes > 1)
    return `${hostOfNode(placed)} (${count(nodes, 'node')}) of ${placed.server}`;
  if (placed !== undefined) return `${placed.nodeUri || placed.node} of ${placed.server}`;
  return `device: ${/\(([^)]*)\)/.exec(userAgent)?.[1] ?? userAgent}`;
}
