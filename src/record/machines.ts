// On which machines a record was measured. A run has one; a merged record has those of its records, and each
// session belongs to one of them.

import type { HostFacts, MachineFacts, RunFile, SessionFacts } from './record.ts';

type OfMachines = Pick<RunFile, 'host' | 'merged'>;

/** A kernel's update takes some kilobytes more of it: no other machine for that. */
export function memoryMb({ memoryBytes }: Pick<HostFacts, 'memoryBytes'>): number {
  return Math.round(memoryBytes / 1e6);
}

/** The same for sessions that may share their times: one model of machine, and one machine of it. */
export function machineKey(host: HostFacts): string {
  const { os, cpu, cores, id } = host;
  return JSON.stringify([os, cpu, cores, memoryMb(host), id ?? null]);
}

export function machinesOf({ host, merged }: OfMachines): readonly MachineFacts[] {
  return merged?.machines ?? [{ name: 'm1', host }];
}

/** Index into `machinesOf`, by the session's number. */
export function machineOfSessions(
  run: OfMachines & { readonly sessions: readonly SessionFacts[] },
): (session: number) => number {
  const { merged } = run;
  if (merged === undefined) return () => 0;
  const machines = new Map(
    run.sessions.map(({ session, record = 0 }) => [session, merged.records[record]?.machine ?? 0]),
  );
  return (session) => machines.get(session) ?? 0;
}
