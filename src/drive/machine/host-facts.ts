// What the record says of the machine that the lab runs on.

import { createHmac } from 'node:crypto';
import os from 'node:os';
import { versions } from 'node:process';

import { type ReadText, readSystemFile } from './system-files.ts';

/** What Node knows of the machine without reading files. */
export interface OsFacts {
  /** `Linux`. */
  readonly type: string;
  readonly release: string;
  readonly cpuModel: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly node: string;
}

/**
 * HostFacts of the record: this room must not import the record, so the compiler checks the shape where a
 * record is written.
 */
export function hostFacts(read: ReadText = readSystemFile, facts: OsFacts = osFacts()) {
  return {
    os: osName(read) ?? facts.type,
    kernel: `${facts.type} ${facts.release}`,
    cpu: facts.cpuModel,
    cores: facts.cores,
    memoryBytes: facts.memoryBytes,
    node: facts.node,
    governor: read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor')?.trim() ?? null,
    virtualised: virtualisation(read),
    id: machineId(read),
  };
}

export function osFacts(): OsFacts {
  return {
    type: os.type(),
    release: os.release(),
    cpuModel: os.cpus()[0]?.model.trim() ?? 'unknown',
    // The cores that this process may use; containers and taskset may make them fewer than the machine has.
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    node: versions.node,
  };
}

/**
 * Tells machines of one model apart, and nothing else of them: the id itself is secret (machine-id(5)), so it
 * goes through a digest that only Wirefare makes. null where the system has none.
 */
function machineId(read: ReadText): string | null {
  const id = read('/etc/machine-id')?.trim() ?? '';
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  return createHmac('sha256', id).update('wirefare record').digest('hex').slice(0, 12);
}

function osName(read: ReadText): string | null {
  const text = read('/etc/os-release') ?? read('/usr/lib/os-release');
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(text ?? '')?.[1] ?? null;
}

/** `container (docker) in a virtual machine (QEMU)`; null if nothing points to either. */
function virtualisation(read: ReadText): string | null {
  const parts = [containerName(read), machineName(read)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' in a ');
}

function containerName(read: ReadText): string | null {
  if (read('/.dockerenv') !== null) return 'container (docker)';
  if (read('/run/.containerenv') !== null) return 'container (podman)';
  const said = /(?:^|\0)container=([^\0]*)/.exec(read('/proc/1/environ') ?? '')?.[1];
  return said === undefined ? null : `container (${said})`;
}

function machineName(read: ReadText): string | null {
  // On x86 every hypervisor sets this flag; on ARM only the vendor's name shows it.
  const hasFlag = /^flags\s*:.*\bhypervisor\b/m.test(read('/proc/cpuinfo') ?? '');
  const vendor = read('/sys/class/dmi/id/sys_vendor')?.trim() ?? '';
  const isKnown = /qemu|kvm|vmware|virtualbox|innotek|xen|amazon ec2|google|microsoft corporation/i.test(
    vendor,
  );
  if (!hasFlag && !isKnown) return null;
  return vendor === '' ? 'virtual machine' : `virtual machine (${vendor})`;
}
