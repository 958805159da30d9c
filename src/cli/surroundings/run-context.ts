// The real surroundings of a run, from the host.

import { join } from 'node:path';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { cacheDirectory } from '../../data/store/cache-directory.ts';
import { realDrivers } from '../../drive/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import { watchCpu } from '../../drive/processes/cpu-watch.ts';
import { createGuardian, type Guardian } from '../../drive/processes/guardian.ts';
import { READY_WITHIN_MS, type TargetProcessDriver, targetDriver } from '../../drive/targets/target.ts';
import type { RecordWriter } from '../../record/record-writer.ts';
import type { ControlServer, NetworkLab } from '../../run/agents/control-server.ts';
import type { Listener } from '../../run/events.ts';
import type { RunContext } from '../../run/run-context.ts';

export function dataDirectory(host: Pick<Host, 'env' | 'tempDir'>): string {
  return cacheDirectory(host.env) ?? join(host.tempDir, 'wirefare-cache');
}

/** `guardian`: that of a process which makes drivers again and again; absent: one of their own. */
export function makeDrivers(host: Host, guardian?: Guardian): Drivers {
  const { nodePath, env, tempDir, isRoot, clock, interrupted } = host;
  const settings = {
    ...{ nodePath, env, tempDir, isRoot, clock, interrupted },
    projectRoot: PROJECT_ROOT,
    dataDir: dataDirectory(host),
    tell: (line: string) => host.err(`${line}\n`),
  };
  return realDrivers(settings, guardian);
}

/**
 * Listens already; where `network` says so, for agents of other machines too. `hasPage`: whether the agent
 * page may be opened, whose program takes 0.3 s to make.
 */
export async function openControl(network: NetworkLab | null = null, hasPage = true): Promise<ControlServer> {
  const [server, { bundlePage }] = await Promise.all([
    import('../../run/agents/control-server.ts'),
    import('../../run/agents/bundle-page.ts'),
  ]);
  const control = new server.ControlServer(hasPage ? await bundlePage() : '');
  await control.listen(0, network);
  return control;
}

export function runContext(
  host: Host,
  drivers: Drivers,
  control: ControlServer,
  writer: RecordWriter,
  tell: Listener,
  reach: Pick<RunContext, 'addressFor' | 'networkCertificate'>,
): Omit<RunContext, 'watchTarget'> {
  return {
    clock: host.clock,
    drivers,
    control,
    ...reach,
    writer,
    tell,
    dataDir: dataDirectory(host),
    interrupted: host.interrupted,
    watchCpu: (groups) => watchCpu(groups, host.clock),
  };
}

/** A target of which the conformance suite also sees how its process ends. */
export function targetProcessDriver(
  folder: string,
  host: Host,
  {
    listenHost = '127.0.0.1',
    behindNginx = false,
    guardian = createGuardian(host.tempDir),
  }: { readonly listenHost?: string; readonly behindNginx?: boolean; readonly guardian?: Guardian } = {},
): TargetProcessDriver {
  return targetDriver({
    folder,
    behindNginx,
    nodePath: host.nodePath,
    dataDir: dataDirectory(host),
    host: listenHost,
    port: 0,
    env: host.env,
    readyWithinMs: READY_WITHIN_MS,
    guardian,
    tell: (line) => host.err(`${line}\n`),
    interrupted: host.interrupted,
  });
}
