// Other clients while the blocks of a session are measured: as many as its cells name, asking for what its
// cells ask for. Where they ask a copy of the target, the measured one stands beside it on the same cores and
// loses to it what any work of the machine would take.

import { messageOf } from '../../base/errors.ts';
import { percent } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import type { RunningTarget } from '../../drive/driver.ts';
import type { CoreShares, LoadAsk, LoadDriver, LoadFigures, RunningLoad } from '../../drive/load/load.ts';
import { isSequence } from '../../factors/cell.ts';
import { type Clients, spellClients } from '../../factors/clients.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { ClientsFacts } from '../../record/record.ts';
import type { CellSpec } from '../../wire/agent-protocol.ts';
import { exchangePath, requestUrl, type TargetAddress } from '../../wire/target-contract.ts';
import { offered } from './checks/header-bytes.ts';
import type { SessionGround } from './open-session.ts';
import { SessionTrouble } from './session-guard.ts';
import { addressOf, type SessionPlaces, targetOf } from './session-places.ts';

/** The clients of all cells of a session; null where nobody else asks. */
export function clientsOf([cell]: readonly PlannedCell[]): Clients | null {
  if (cell === undefined || isSequence(cell.factors) || cell.factors.clients.count === 0) return null;
  return cell.factors.clients;
}

export interface LoadTask {
  readonly cell: PlannedCell;
  readonly clients: Clients;
  /** As the agent was told of the cell. */
  readonly spec: CellSpec;
  readonly targets: readonly RunningTarget[];
  readonly places: SessionPlaces;
  readonly timeoutMs: number;
  readonly driver: LoadDriver;
  readonly ground: Pick<SessionGround, 'start' | 'copyOf' | 'guard'>;
  /** Gets every process group that is started here. */
  readonly groups: number[];
}

/** Resolves when they ask, and have settled; then hands out what ends them and tells what they saw. */
export async function startLoad(task: LoadTask): Promise<() => Promise<ClientsFacts>> {
  const { cell, clients, spec, targets, places, driver, ground, groups } = task;
  const target = targetOf(cell.factors, targets);
  const copy = clients.ask === 'copy' ? await ground.guard.patiently(ground.copyOf(target)) : null;
  if (copy !== null) {
    groups.push(copy.pid, ...(copy.otherGroups ?? []));
    ground.guard.watchExit(`the copy of target ${copy.name}`, copy.exited);
  }
  const address = await ground.guard.wait(addressOf(cell, places, copy ?? target));
  const [cores, { version }] = await ground.guard.patiently(Promise.all([driver.cores(), driver.prepare()]));
  const groupsOf = (one: RunningTarget | null) => (one === null ? [] : [one.pid, ...(one.otherGroups ?? [])]);
  const ask: LoadAsk = {
    clients: clients.count,
    perSecondEach: clients.perSecondEach,
    url: urlParts(spec, address),
    acceptEncoding: offered(spec.compression, address.targetUrl),
    timeoutMs: task.timeoutMs,
    cores,
    watched: { target: groupsOf(target), copy: groupsOf(copy) },
  };
  const load = await ground.guard.patiently(ground.start(begun(driver, ask)));
  groups.push(load.pid);
  ground.guard.watchExit('k6, which carries the other clients,', load.exited);
  return async () => {
    const seen = await ground.guard.patiently(stopped(load));
    const saturated = whySaturated(clients, seen, cores);
    return {
      clients: spellClients(clients),
      generator: { version, command: load.command },
      cores,
      ...seen,
      ...(saturated !== null && { saturated }),
    };
  };
}

async function begun(driver: LoadDriver, ask: LoadAsk): Promise<RunningLoad> {
  return driver.start(ask).catch((thrown: unknown) => {
    throw new SessionTrouble(messageOf(thrown));
  });
}

async function stopped(load: RunningLoad): Promise<LoadFigures> {
  return load.stop().catch((thrown: unknown) => {
    throw new SessionTrouble(messageOf(thrown));
  });
}

/** What the agent asks for, with a place for a number that makes each URL another one. */
function urlParts(spec: CellSpec, address: TargetAddress): readonly [string, string] {
  const query = {
    ...spec,
    codec: spec.encoder,
    message: spec.shape === 'messages' ? 0 : null,
    compute: spec.procedure === 'e2' || spec.procedure === 'e4' ? spec.computation : 'none',
    close: spec.connection === 'cold',
    opaque: false,
  };
  const url = requestUrl(address, exchangePath(query, 0));
  const at = url.lastIndexOf(SERIAL) + SERIAL.length;
  return [url.slice(0, at), url.slice(at + 1)];
}

const SERIAL = '&serial=';

/** Why what was sent is not the load that was asked for, by the generator's fault; null where it is. */
export function whySaturated(clients: Clients, seen: LoadFigures, cores: CoreShares): string | null {
  const { busyShare, lateMs, reachedShare } = WARNINGS['generator-saturated'].bounds;
  const busy = (ms: number, own: readonly number[] | null) =>
    ms / (seen.wallMs * (own === null ? cores.machine : own.length));
  if (seen.cpuMs !== null) {
    const generator = busy(seen.cpuMs.generator, cores.generator);
    const target = busy(seen.cpuMs.target + seen.cpuMs.copy, cores.target);
    // Clients of a generator that others keep from its core all wait, as those of a slow target do.
    const keptFrom = seen.dropped ? busy(seen.generatorWaitedMs ?? 0, cores.generator) : 0;
    if (generator + keptFrom >= busyShare && target < busyShare) {
      const own = cores.generator ?? [];
      const where = own.length === 0 ? 'the machine' : `its ${plural(own.length, 'core')}`;
      const kept = generator >= busyShare ? '' : ` while others kept it waiting for ${percent(keptFrom, 0)}`;
      return `k6 used ${percent(generator, 0)} of ${where}${kept}, and the target ${percent(target, 0)} of its own`;
    }
  }
  if (clients.perSecondEach === null) return null;
  const late = seen.latenessMs?.p99 ?? 0;
  const dropped = seen.dropped ?? 0;
  // Whoever has no client free begins late by the target's fault.
  if (dropped === 0 && late >= lateMs) return `k6 began one request in a hundred ${Math.round(late)} ms late`;
  // What is on its way when the clients end is not counted, nor an answer to what was sent before the count
  // began.
  const countedMs = Math.max(0, seen.wallMs - (seen.waitMs?.mean ?? 0));
  const due = (clients.count * clients.perSecondEach * countedMs) / 1_000;
  const sent = seen.requests + dropped;
  if (sent < reachedShare * due - 1) return `k6 sent ${sent} of ${Math.round(due)} requests that were due`;
  return null;
}
