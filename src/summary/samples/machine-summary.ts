// The machines of a merged record: what each brought.

import { machineOfSessions } from '../../record/machines.ts';
import type { RunFile } from '../../record/record.ts';
import { differs, type TwinOnMachines } from '../comparisons/twins.ts';
import type { MachineSummary } from '../summary.ts';

/** In the order of the record; null of what one run left. */
export function machineSummaries(
  run: RunFile,
  twins: readonly TwinOnMachines[],
): readonly MachineSummary[] | null {
  const { merged, sessions } = run;
  if (merged === undefined) return null;
  const machineOf = machineOfSessions(run);
  return merged.machines.map(({ name, host: { cpu, cores, memoryBytes, os } }, machine) => ({
    ...{ name, cpu, cores, memoryBytes, os },
    records: merged.records.filter((record) => record.machine === machine).length,
    sessions: sessions.filter(
      ({ session, status }) => status === 'complete' && machineOf(session) === machine,
    ).length,
    twinsThatDiffer: twins.filter(({ onMachines }) =>
      onMachines.some((own) => own.machine === machine && differs(own.twin)),
    ).length,
  }));
}
