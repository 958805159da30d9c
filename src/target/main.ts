// The process of the embedded target, started as targets/CONTRACT.md says: it reads its settings from the
// environment, writes one ready line to stdout, and ends with SIGTERM or with its stdin.

import { readFileSync } from 'node:fs';
import { EnvironmentError, messageOf, UserError } from '../base/errors.ts';
import { datasetNamed } from '../data/catalogue.ts';
import { readStoredPayload } from '../data/store/payload-store.ts';
import { loadDataset } from '../data/store/store.ts';
import { type StoredData, storedRecords } from '../data/store/stored-data.ts';
import type { Protocol } from '../factors/protocol.ts';
import { targetHandler } from './handler.ts';
import { socketUpgrades } from './messages/transports/socket.ts';
import { makeParts } from './parts.ts';
import type { TargetListener } from './send.ts';
import { type ListeningServer, listen, listenH2, listenHttps1, type Upgrades } from './server.ts';
import { readSettings, type TargetSettings } from './settings.ts';

const VERSION = '0.1.0';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const parts = makeParts({
    datasets: loadAll(settings),
    payloads: settings.payloads.map((folder) => readStoredPayload(folder)),
    version: VERSION,
    protocols: settings.tls === null ? ['http1'] : ['http1', 'https1', 'h2'],
    versions: { node: process.versions.node, v8: process.versions.v8, zlib: process.versions.zlib },
    clock: { nowMs: () => performance.now(), date: () => new Date() },
    cpuMs,
    gate: settings.gate,
    onFailure: (thrown) => console.error(thrown),
  });
  const servers = await listenAll(targetHandler(parts), socketUpgrades(parts), settings);
  const end = () => Promise.all(servers.values().map((one) => one.close())).then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.stdin.once('close', end).resume();
  const { http1: port, ...ports } = Object.fromEntries(
    servers.entries().map(([name, one]) => [name, one.port]),
  );
  process.stdout.write(`${JSON.stringify({ ready: true, port, ports })}\n`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function listenAll(
  handler: TargetListener,
  upgrades: Upgrades,
  { host, port, tls }: TargetSettings,
): Promise<Map<Protocol, ListeningServer>> {
  const servers = new Map([['http1' as Protocol, await listen(handler, host, port, upgrades)]]);
  if (tls === null) return servers;
  const identity = { key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) };
  servers.set('https1', await listenHttps1(handler, host, identity, upgrades));
  return servers.set('h2', await listenH2(handler, host, identity));
}

function loadAll({ datasets, largestN, dataDir }: TargetSettings): StoredData[] {
  return datasets.map((name) => {
    const records = loadDataset(name, largestN, dataDir, (trouble) => console.error(trouble));
    return storedRecords(name, datasetNamed(name).schema, records);
  });
}

main().catch((error: unknown) => {
  const expected =
    error instanceof UserError ||
    error instanceof EnvironmentError ||
    (error as NodeJS.ErrnoException).code !== undefined;
  const tried = error instanceof EnvironmentError ? error.tried.map((one) => ` (${one})`).join('') : '';
  console.error(expected ? `target node: ${messageOf(error)}${tried}` : error);
  process.exit(expected ? 2 : 1);
});
