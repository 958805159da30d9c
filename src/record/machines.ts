// On which machines a record was measured. A run has one; a merged record has those of its records, and each
// session belongs to one of them.

import type { HostFacts, MachineFacts, RunFile, SessionFacts } from './record.ts';

type OfMachines = Pick<RunFile, 'host' | 'merged'>;

/** A kernel's update takes some kilobytes more of it: no other machine for that. */
export function memoryMb({ memoryBytes }: Pick<HostFacts, 'memoryBytes'>): number {
  return Math.round(memoryBytes / 1e6);
}

/** Another kernel keeps a little more of it, or less, for itself. */
const SAME_MEMORY = 0.02;

/**
 * In what two machines differ, so that their sessions must not share their times: `cores 4, here 2`. Empty
 * where they may be one. An id tells only where both have one; a newer system, kernel or Node is no other
 * machine.
 */
export function sayMachineDiffers(then: HostFacts, here: HostFacts): readonly string[] {
  const say = (what: string, before: string | number, now: string | number) =>
    before === now ? [] : [`${what} ${before}, here ${now}`];
  const isMemory = Math.abs(then.memoryBytes / here.memoryBytes - 1) <= SAME_MEMORY;
  return [
    ...say('processor', then.cpu, here.cpu),
    ...say('cores', then.cores, here.cores),
    ...(isMemory ? [] : say('bytes of memory', then.memoryBytes, here.memoryBytes)),
    ...(then.id == null || here.id == null ? [] : say('machine id', then.id, here.id)),
  ];
}

/**
 * Of each host the number of its machine, counted in their order; sessions of one may share their times. A
 * host that does not tell its id is of the first machine that it may be.
 */
export function machinesAmong(hosts: readonly HostFacts[]): readonly number[] {
  const machines: HostFacts[][] = [];
  return hosts.map((host) => {
    const known = machines.findIndex((own) => own.every((one) => sayMachineDiffers(one, host).length === 0));
    if (known < 0) return machines.push([host]) - 1;
    machines[known]!.push(host);
    return known;
  });
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
