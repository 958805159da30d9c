// What `measure` says that users of a URL wait for agrees with the same cell measured as a target, exchange
// by exchange in the same sessions, where that URL is our own target; and what the front takes for the
// server's time agrees with what the target says of its encoding and compressing in the very same exchanges:
// by chance those of the other cell take some per cent more or less, which is no mistake of the front's. One
// process answers both ways: two of the same program were seen 5 to 12 % apart, as each had come to lie in
// memory.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Host } from '../../src/base/host.ts';
import { measureSettings } from '../../src/cli/measure/flags.ts';
import { urlStudy } from '../../src/cli/measure/study.ts';
import { freshTask, measureStudy } from '../../src/cli/study/measure-study.ts';
import { planWithLink } from '../../src/cli/study/plan-study.ts';
import { makeDrivers } from '../../src/cli/surroundings/run-context.ts';
import { answeredUrls, frontsAmong } from '../../src/cli/urls/answered-urls.ts';
import { readServer } from '../../src/cli/urls/reading.ts';
import { findServer, nameServers } from '../../src/cli/urls/server.ts';
import type { Drivers, ProtocolPorts, RunningTarget } from '../../src/drive/driver.ts';
import type { CertificateFiles } from '../../src/drive/targets/certificate.ts';
import { askAbout } from '../../src/drive/targets/first-requests.ts';
import type { RequestCell } from '../../src/factors/cell.ts';
import type { Study } from '../../src/study/study.ts';
import type { PhaseTimes } from '../../src/summary/bill/cell-bill.ts';
import { waitOf } from '../../src/summary/urls/what-if.ts';
import { fakeHost } from '../support/host/fake-host.ts';
import { EverythingVerified } from '../support/host/in-process-drivers.ts';
import { ROOT } from '../support/real/browser-bench.ts';

const BUDGET_MS = Number(process.env.WIREFARE_PROOF_MS ?? 60_000);
const PROTOCOLS = ['http1', 'h2'] as const;
const NUMBERS = [10, 1_000, 10_000] as const;

const pathOf = (n: number) =>
  `/exchange?dataset=book&n=${n}&format=json&codec=JSON.stringify&compression=gzip&level=6&compute=none`;

const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-measured-'));
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill();
  rmSync(dir, { recursive: true });
});

/** The embedded target as somebody starts it by hand, who is answered without a secret. */
async function targetByHand(): Promise<RunningTarget & { readonly identity: CertificateFiles }> {
  const identity = await makeDrivers(hostHere()).certificate(['127.0.0.1']);
  const env = {
    ...process.env,
    WIREFARE_DATA_DIR: path.join(dir, 'data'),
    WIREFARE_DATASETS: 'book',
    WIREFARE_TLS_CERT: identity.certFile,
    WIREFARE_TLS_KEY: identity.keyFile,
  };
  const command = [process.execPath, path.join(ROOT, 'src/target/main.ts')] as const;
  const child = spawn(command[0], command.slice(1), { env, stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { port, ports } = JSON.parse(String(line)) as { port: number; ports: ProtocolPorts };
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ name: 'node', url, port, ports: { ...ports, http1: port }, about: await askAbout('node', url) },
    ...{ secret: null, command, pid: child.pid!, exited: Promise.withResolvers<never>().promise, identity },
    close: async () => {},
  };
}

/** The session's target is the one that stands, and browsers trust it as one of theirs. */
function withStanding(drivers: Drivers, running: Awaited<typeof byHand>): Drivers {
  const { name } = running;
  return {
    ...drivers,
    certificate: async () => running.identity,
    // It answers without a secret, for which a run would refuse it.
    verified: new EverythingVerified(),
    target: (asked) =>
      asked === name ? { name, find: async () => {}, start: async () => running } : drivers.target(asked),
  };
}

function hostHere(): Host & { readonly told: () => string } {
  const env = { ...process.env, WIREFARE_CACHE: path.join(dir, 'cache') };
  const fake = fakeHost(dir, clock, process.execPath);
  return { ...fake, env, tempDir: tmpdir(), isRoot: process.getuid?.() === 0 };
}

/** The URL's cell and the same one of target node beside it, alternating in every block. */
function besideTarget(study: Study, n: number): Study {
  const [part] = study.parts;
  const cells = part!.cells.flatMap((cell): RequestCell[] => {
    const url = { ...(cell as RequestCell), n };
    const compression = { coding: 'gzip', level: 6 };
    return [url, { ...url, dataset: 'book', encoder: 'JSON.stringify', compression, target: 'node' }];
  });
  const protocol = { ...study.protocol, interleave: 'target', exchangesPerVisit: null } as const;
  const warmup = { exchanges: 30, leastMs: 3_000 };
  return { ...study, parts: [{ ...part!, cells }], protocol: { ...protocol, warmup }, comparisons: [] };
}

const byHand = targetByHand();

for (const protocol of PROTOCOLS) {
  for (const n of NUMBERS) {
    test(`a URL that is our own target agrees with it as a target: ${n} Books over ${protocol}`, async () => {
      const host = hostHere();
      const standing = await byHand;
      const scheme = protocol === 'h2' ? 'https' : 'http';
      const url = `${scheme}://127.0.0.1:${standing.ports[protocol]}${pathOf(n)}`;
      const flags = { network: 'none', insecure: protocol === 'h2' };
      const settings = measureSettings(url, flags, host);
      const [named] = await nameServers(settings.urls);
      const servers = [await readServer(await findServer(named!), host)];
      assert.equal(servers[0]!.upstream.protocol, protocol);
      const urls = answeredUrls(servers, ['book'], host);
      const { networks, browser } = settings;
      const answerWithinMs = settings.urls[0]!.limits.durationMs;
      const question = { urls, networks, browser, budgetMs: BUDGET_MS, answerWithinMs, seed: 7 };
      const study = besideTarget(urlStudy(question, null), n);
      const drivers = frontsAmong(withStanding(makeDrivers(host), standing), servers, urls, BUDGET_MS);
      const { plan } = await planWithLink(study, 'auto', host, drivers);
      const { input, run } = await measureStudy(freshTask({ study, plan }, 'auto', host), host, drivers);
      assert.equal(run.status, 'complete', host.told());
      const cells = input.summary.cells.filter(({ twinOf }) => twinOf === null);
      const [byUrl, asTarget] = [named!.name, 'node'].map((name) => {
        const cell = cells.find(({ factors }) => factors.target === name)!;
        const { server = 0, encode = 0, compress = 0 } = cell.phases;
        const saidMs = encode + compress;
        return { waitMs: waitOf(cell)!, unsplitMs: server + saidMs, saidMs, phases: cell.phases };
      }) as [Figures, Figures];
      const told = JSON.stringify({ n, protocol, byUrl, asTarget }, (_key, value: unknown) =>
        typeof value === 'number' ? Number(value.toPrecision(4)) : value,
      );
      console.log(told);
      const { unsplitMs, saidMs } = byUrl;
      assert.ok(Math.abs(byUrl.waitMs - asTarget.waitMs) <= 0.03 * asTarget.waitMs + 0.5, told);
      assert.ok(saidMs > 0, told);
      assert.ok(Math.abs(unsplitMs - saidMs) <= 0.05 * saidMs + 0.3, told);
    });
  }
}

interface Figures {
  readonly waitMs: number;
  /** From the request until the head of the answer, as the front saw it. */
  readonly unsplitMs: number;
  /** What the target says that it encoded and compressed in that time. */
  readonly saidMs: number;
  /** To see where the two differ. */
  readonly phases: PhaseTimes;
}
