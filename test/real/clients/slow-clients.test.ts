import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import { median } from '../../../src/base/figures/median.ts';
import { readSystemFile } from '../../../src/drive/machine/system-files.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import { cgroupSlowdownDriver } from '../../../src/drive/slow/cgroup-slowdown.ts';
import { cpuGroups } from '../../../src/drive/slow/cpu-groups.ts';
import { reachedSlowdown } from '../../../src/record/slowdown.ts';
import { clientBench, type Measured } from '../../support/real/client-bench.ts';

// A client that is slowed down, with the control groups of this machine: what takes many periods of its quota
// takes so many times as long, and nothing is left behind.

const bench = clientBench();
after(() => bench.remove());

const lacking: string | false = await cgroupSlowdownDriver(createGuardian(tmpdir()))
  .find()
  .then(
    () => false,
    (missing: Error) => missing.message,
  );

const CLIENTS = ['chromium', 'node'] as const;

test('with cpu 4 a client decodes at least about four times as slowly, and its known work says so', {
  skip: lacking,
}, async (t) => {
  const before = hostSettings();
  const { run, summary, samples } = await bench.measured(
    'slow-clients',
    // Decoding that takes many periods of 10 ms: of what takes one or two, the waits between shares are most.
    `factors: {n: 2500, format: xml/saxes, cpu: [1, 4], browser: [${CLIENTS.join(', ')}]}
protocol: {sessions: 1, budget: 22s, exchangesPerVisit: 2, warmup: 0, timeout: 20s}
`,
  );
  for (const browser of CLIENTS) {
    const slow = cellOf(summary, browser, 4);
    const usual = cellOf(summary, browser, 1);
    // Medians: what else the machine does makes single ones long.
    const decodeMs = (id: string) =>
      median(samples.flatMap(({ cell, decodeMs }) => (cell === id ? [decodeMs] : [])));
    const ratio = decodeMs(slow.id) / decodeMs(usual.id);
    t.diagnostic(`${browser} decodes ${ratio.toFixed(2)} times as slowly`);
    // Collectors of garbage, which work beside the main thread where there are idle cores, share its quota:
    // on two idle ones Node took 5.0 and Chromium 7.2 times as long, on two busy ones 3.9 and 3.8.
    assert.ok(ratio > 3 && ratio < 10, `${browser} decodes ${ratio.toFixed(2)} times as slowly`);
    const sessions = run.sessions.filter(({ agent }) => agent?.engine === browser);
    const reached = sessions.flatMap(({ slowdown }) => reachedSlowdown(slowdown) ?? []);
    assert.equal(reached.length, 1, browser);
    assert.ok(reached[0]! > 3 && reached[0]! < 5.5, `${browser}: its known work ${reached[0]} times`);
  }
  assert.deepEqual(hostSettings(), before);
});

function cellOf({ cells }: Measured['summary'], browser: string, cpu: number) {
  const own = cells.find(
    ({ factors, twinOf }) => twinOf === null && factors.browser === browser && Number(factors.cpu) === cpu,
  );
  assert.equal(own?.failures, 0, `${browser} cpu ${cpu}: ${own?.reason}`);
  return own;
}

/** What the groups that ours are made in are set to, and what lies in them. */
function hostSettings() {
  return cpuGroups(readSystemFile).map(({ folder }) => ({
    folder,
    files: readdirSync(folder).toSorted(),
    quota: ['cpu.cfs_period_us', 'cpu.cfs_quota_us', 'cpu.max', 'cgroup.subtree_control'].map((name) =>
      readText(`${folder}/${name}`),
    ),
  }));
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
