// How much memory of the machine a process holds, where the system says so.

import { readFileSync } from 'node:fs';

/** null where it is not known: no such process here, or no /proc. */
export function residentBytes(pid: number | null): number | null {
  if (pid === null) return null;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
