// The process of the embedded target, started as targets/CONTRACT.md says: settings from the environment, one ready
// line on stdout, and an end with SIGTERM or with its stdin.

import { messageOf, UserError } from '../base/errors.ts';
import { DATASETS } from '../data/catalogue.ts';
import { loadDataset } from '../data/store.ts';
import type { StoredDataset } from './exchange.ts';
import { targetHandler } from './handler.ts';
import { makeParts } from './parts.ts';
import { listen } from './server.ts';
import { readSettings, type TargetSettings } from './settings.ts';

const VERSION = '0.1.0';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const parts = makeParts({
    datasets: loadAll(settings),
    version: VERSION,
    versions: { node: process.versions.node, v8: process.versions.v8, zlib: process.versions.zlib },
    clock: { nowMs: () => performance.now(), date: () => new Date() },
    onFailure: (thrown) => console.error(thrown),
  });
  const server = await listen(targetHandler(parts), settings.host, settings.port);
  const end = () => server.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.stdin.once('close', end).resume();
  process.stdout.write(`${JSON.stringify({ ready: true, port: server.port })}\n`);
}

function loadAll({ largestN, dataDir }: TargetSettings): Map<string, StoredDataset> {
  const loaded = new Map<string, StoredDataset>();
  for (const { name, schema } of DATASETS) {
    const records = loadDataset(name, largestN, dataDir, (trouble) => console.error(trouble));
    loaded.set(name, { schema, records });
  }
  return loaded;
}

main().catch((error: unknown) => {
  const expected = error instanceof UserError || (error as NodeJS.ErrnoException).code !== undefined;
  console.error(expected ? `target node: ${messageOf(error)}` : error);
  process.exit(expected ? 2 : 1);
});
