import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { run } from '../../src/cli/run/run.ts';
import { realDrivers } from '../../src/drive/catalogue.ts';
import type { Drivers, TargetSettings } from '../../src/drive/driver.ts';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { CellSummary, Summary } from '../../src/summary/summary.ts';
import type { About } from '../../src/wire/target-contract.ts';
import { FakeDrivers } from '../support/drivers/fake-drivers.ts';
import { fakeHost } from '../support/host/fake-host.ts';
import { SETTINGS } from '../support/real/browser-bench.ts';
import { startCheating } from '../support/targets/cheating-target.ts';

// Known truths in, the same out: a real Chromium against the real target, which here waits before every
// answer.

const DELAY_MS = 20;
/**
 * Of the two sessions that are compared each has its own level, 10 to 15 % apart
 * (docs/decisions/011-deciding.md).
 */
const SESSIONS_APART = 0.15;
const clock = { nowMs: () => performance.now(), date: () => new Date() };
const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-delay-'));
const STUDY = `study: delay
title: A known delay
question: Where is it seen?
factors:
  n: 100
  format: json/JSON.parse
  compression: [none, gzip-6]
protocol: {sessions: 1, budget: 7s, warmup: 8, timeout: 5s}
`;

let plain: Recorded<Summary>;
let delayed: Recorded<Summary>;
before(async () => {
  writeFileSync(path.join(dir, 'delay.yaml'), STUDY);
  plain = await measured('plain', 0, '4s');
  delayed = await measured('delayed', DELAY_MS, '9s');
});
after(() => rmSync(dir, { recursive: true, force: true }));

/**
 * To less than a tenth of a millisecond. Timers of Node start and fire at whole milliseconds of its loop:
 * where a client asks again as soon as it is answered, one kind of request then waits 20 ms each time, and
 * another 21.
 */
function waited(delayMs: number, then: () => void): void {
  const untilMs = performance.now() + delayMs;
  const look = () => void (performance.now() < untilMs ? setImmediate(look) : then());
  setTimeout(look, delayMs - 2);
}

/**
 * Waits from the request's arrival to the answer's departure: longer than asked for, where the timer was
 * late. Not while it is held to its contract: each request of that would wait.
 */
function waitingTarget(delayMs: number): Drivers {
  let starts = 0;
  const start = async ({ readers }: TargetSettings) => {
    const isAtOnce = delayMs === 0 || starts++ === 0;
    const { url, secret, close } = await startCheating(
      {
        handler: (real) => (request, response) => {
          if (isAtOnce) real(request, response);
          else waited(delayMs, () => real(request, response));
        },
      },
      clock,
      null,
      [],
      readers ?? null,
    );
    const about = (await (await fetch(`${url}/about`)).json()) as About;
    return { url, about, close, secret };
  };
  const fakes = new FakeDrivers({}, { node: { start } });
  const real = realDrivers({ ...SETTINGS, dataDir: path.join(dir, 'cache'), clock, tell: () => {} });
  return {
    agent: (name) => real.agent(name),
    target: (name) => fakes.target(name),
    front: (ask) => fakes.front(ask),
    ownServer: (ask) => fakes.ownServer(ask),
    link: () => fakes.link(),
    load: () => fakes.load(),
    slowdown: () => fakes.slowdown(),
    certificate: real.certificate,
  };
}

async function measured(out: string, delayMs: number, budget: string): Promise<Recorded<Summary>> {
  const host = fakeHost(dir, clock, process.execPath);
  assert.equal(await run('delay.yaml', { out, budget }, host, waitingTarget(delayMs)), 0, host.told());
  return JSON.parse(readFileSync(path.join(dir, out, 'summary.json'), 'utf8')) as Recorded<Summary>;
}

function moreMs(phase: keyof CellSummary['phases'], cell: number): number {
  return (delayed.cells[cell]!.phases[phase] ?? 0) - (plain.cells[cell]!.phases[phase] ?? 0);
}

test('a delay of 20 ms before every answer is found in the network item and nowhere else', () => {
  for (const [index, { id }] of plain.cells.entries()) {
    const network = moreMs('network', index);
    assert.ok(network >= DELAY_MS - 0.5 && network <= DELAY_MS + 5, `${id}: ${network} ms more network`);
    for (const phase of ['encode', 'compress', 'transfer', 'decode', 'residual'] as const) {
      const ms = moreMs(phase, index);
      assert.ok(Math.abs(ms) < 5, `${id}: ${ms} ms more ${phase}`);
    }
    const { median } = plain.cells[index]!.totalMs!;
    const total = delayed.cells[index]!.totalMs!.median - median;
    const least = DELAY_MS - 0.5 - SESSIONS_APART * median;
    assert.ok(total >= least && total <= DELAY_MS + 6, `${id}: ${total} ms more in all`);
  }
});

// Few exchanges on a shared machine: one stall of 100 ms in an empty exchange moves the sum by five per cent.
test('the items add up to about the whole where most of it is known', () => {
  for (const { id, accountedShare } of delayed.cells) {
    assert.ok(accountedShare! > 0.8 && accountedShare! < 1.25, `${id}: ${accountedShare}`);
  }
});

// One interval of 95 % in twenty misses 1 by right; twice its width does not once in thousands of runs.
test('a cell and its twin differ by no more than noise does, and their bytes are the same', () => {
  for (const { cells, twin } of [plain, delayed]) {
    const [low, high] = twin!.interval;
    const halfWidth = Math.log(high / low) / 2;
    assert.ok(
      Math.abs(Math.log(twin!.ratio)) <= 2 * halfWidth,
      `the twin takes ${twin!.ratio} of the time, its interval is ${low} to ${high}`,
    );
    assert.deepEqual(cells.find(({ twinOf }) => twinOf !== null)!.bytes, cells[0]!.bytes);
  }
});
