// The real surroundings of a run, from the host.

import { join } from 'node:path';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { cacheDirectory } from '../../data/store/cache-directory.ts';
import { realDrivers } from '../../drive/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import { watchCpu } from '../../drive/processes/cpu-watch.ts';
import { createGuardian } from '../../drive/processes/guardian.ts';
import { READY_WITHIN_MS, type TargetProcessDriver, targetDriver } from '../../drive/targets/target.ts';
import type { RecordWriter } from '../../record/record-writer.ts';
import type { ControlServer, NetworkLab } from '../../run/agents/control-server.ts';
import type { Listener } from '../../run/events.ts';
import type { RunContext } from '../../run/run-context.ts';

export function dataDirectory(host: Pick<Host, 'env' | 'tempDir'>): string {
  return cacheDirectory(host.env) ?? join(host.tempDir, 'wirefare-cache');
}

export function makeDrivers(host: Host): Drivers {
  const { nodePath, env, tempDir, isRoot, clock, interrupted } = host;
  return realDrivers({
    nodePath,
    projectRoot: PROJECT_ROOT,
    env,
    tempDir,
    isRoot,
    dataDir: dataDirectory(host),
    clock,
    interrupted,
    tell: (line) => host.err(`${line}\n`),
  });
}

/** Listens already; where `network` says so, for agents of other machines too. */
export async function openControl(network: NetworkLab | null = null): Promise<ControlServer> {
  const [server, { bundlePage }] = await Promise.all([
    import('../../run/agents/control-server.ts'),
    import('../../run/agents/bundle-page.ts'),
  ]);
  const control = new server.ControlServer(await bundlePage());
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
  { listenHost = '127.0.0.1', behindNginx = false } = {},
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
    guardian: createGuardian(host.tempDir),
    tell: (line) => host.err(`${line}\n`),
    interrupted: host.interrupted,
  });
}
