// Who holds what was sent and not yet read: a process in its memory, the kernel in the buffers of a
// connection. Both are seen on Linux alone, where /proc tells.

import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** null where it is not known: no such process here, or no /proc. */
export function residentBytes(pid: number | null): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(pid === null ? '' : readProc(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/**
 * What the kernel holds of a connection, both ways and both ends; null where it does not show both ends: the
 * other machine's, another network namespace's.
 */
export function kernelBytes({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>) {
  if (localPort === undefined || remotePort === undefined) return null;
  return bytesInQueues(readProc('/proc/net/tcp') + readProc('/proc/net/tcp6'), localPort, remotePort);
}

/**
 * `table`: rows as in /proc/net/tcp. The address is not compared: that of IPv4 is written otherwise in tcp6.
 */
export function bytesInQueues(table: string, port: number, otherPort: number): number | null {
  const row = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):([\dA-F]{8}) /gm;
  const sums = new Map<string, number>();
  for (const [, local, remote, sending, receiving] of table.matchAll(row))
    sums.set(`${hex(local!)} ${hex(remote!)}`, hex(sending!) + hex(receiving!));
  const here = sums.get(`${port} ${otherPort}`);
  const there = sums.get(`${otherPort} ${port}`);
  return here === undefined || there === undefined ? null : here + there;
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
