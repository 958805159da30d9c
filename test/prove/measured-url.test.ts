// A URL that is our own target, measured as a URL, agrees with the same cell measured as a target, exchange
// by exchange in the same sessions; and what the front takes for the server's time agrees with what the
// target says of its encoding and compressing.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Host } from '../../src/base/host.ts';
import { measureSettings } from '../../src/cli/measure/flags.ts';
import { frontsAmong, keptAnswers } from '../../src/cli/measure/measure.ts';
import { readServer } from '../../src/cli/measure/reading.ts';
import { findServer, nameServers } from '../../src/cli/measure/server.ts';
import { urlStudy } from '../../src/cli/measure/study.ts';
import { freshTask, measureStudy } from '../../src/cli/study/measure-study.ts';
import { planWithLink } from '../../src/cli/study/plan-study.ts';
import { makeDrivers } from '../../src/cli/surroundings/run-context.ts';
import type { RequestCell } from '../../src/factors/cell.ts';
import type { Study } from '../../src/study/study.ts';
import { fakeHost } from '../support/host/fake-host.ts';
import { ROOT } from '../support/real/browser-bench.ts';

const BUDGET_MS = Number(process.env.WIREFARE_PROOF_MS ?? 150_000);
const N = 1_000;
const PATH = `/exchange?dataset=book&n=${N}&format=json&codec=JSON.stringify&compression=gzip&level=6&compute=none`;

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-measured-'));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill();
  rmSync(dir, { recursive: true });
});

/** The embedded target as somebody starts it by hand, who is answered without a secret. */
async function targetByHand(): Promise<string> {
  const env = { ...process.env, WIREFARE_DATA_DIR: path.join(dir, 'data'), WIREFARE_DATASETS: 'book' };
  const main = path.join(ROOT, 'src/target/main.ts');
  const child = spawn(process.execPath, [main], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return `http://127.0.0.1:${(JSON.parse(String(line)) as { port: number }).port}`;
}

/** The URL's cell and the same one of target node beside it, alternating in every block. */
function besideTarget(study: Study): Study {
  const [part] = study.parts;
  const cells = part!.cells.flatMap((cell): RequestCell[] => {
    const url = { ...(cell as RequestCell), n: N };
    const compression = { coding: 'gzip', level: 6 };
    return [url, { ...url, dataset: 'book', encoder: 'JSON.stringify', compression, target: 'node' }];
  });
  const protocol = { ...study.protocol, interleave: 'target', exchangesPerVisit: null } as const;
  const warmup = { exchanges: 30, leastMs: 3_000 };
  return { ...study, parts: [{ ...part!, cells }], protocol: { ...protocol, warmup }, comparisons: [] };
}

test('a URL that is our own target agrees with the same cell measured as a target', async () => {
  const env = { ...process.env, WIREFARE_CACHE: path.join(dir, 'cache') };
  const fake = fakeHost(dir, clock, process.execPath);
  const host: Host = { ...fake, env, tempDir: tmpdir(), isRoot: process.getuid?.() === 0 };
  const settings = measureSettings((await targetByHand()) + PATH, { network: 'none' }, host);
  const [named] = await nameServers(settings);
  const servers = [await readServer(await findServer(named!, settings), settings, host)];
  const payloads = keptAnswers(servers, settings, host);
  const { networks, browser } = settings;
  const question = { servers, payloads, networks, browser, budgetMs: BUDGET_MS, seed: 7 };
  const study = besideTarget(urlStudy(question, null));
  const drivers = frontsAmong(makeDrivers(host), servers, payloads);
  const { plan } = await planWithLink(study, 'auto', host, drivers);
  const { input, run } = await measureStudy(freshTask({ study, plan }, 'auto', host), host, drivers);
  assert.equal(run.status, 'complete', fake.told());
  const cells = input.summary.cells.filter(({ twinOf }) => twinOf === null);
  const [byUrl, asTarget] = [named!.name, 'node'].map((name) => {
    const { totalMs, phases } = cells.find(({ factors }) => factors.target === name)!;
    const { server = 0, encode = 0, compress = 0, front = 0 } = phases;
    return { totalMs: totalMs!.median, serverMs: server + encode + compress, frontMs: front };
  }) as [Figures, Figures];
  const said = JSON.stringify({ byUrl, asTarget });
  console.log(said);
  const { totalMs, serverMs } = asTarget;
  assert.ok(Math.abs(byUrl.totalMs - totalMs) <= 0.03 * totalMs + 0.5, said);
  assert.ok(Math.abs(byUrl.serverMs - serverMs) <= 0.05 * serverMs + 0.3, said);
});

interface Figures {
  readonly totalMs: number;
  readonly serverMs: number;
  readonly frontMs: number;
}
