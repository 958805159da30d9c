import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { shortPercent } from '../../../src/base/figures/numbers.ts';
import { readAllSamples } from '../../../src/cli/surroundings/record-files.ts';
import { askedCapabilities } from '../../../src/drive/grid/capabilities.ts';
import { remoteEnd } from '../../../src/drive/grid/remote-end.ts';
import { placesInRotations } from '../../../src/plan/sessions/rotations.ts';
import { readRun } from '../../../src/record/read-record.ts';
import type { RunFile } from '../../../src/record/record.ts';
import { standardDeviation } from '../../../src/stats/samples/quantile.ts';
import { runTimes } from '../../../src/summary/samples/cell-times.ts';
import { countedSamples } from '../../../src/summary/samples/counted-samples.ts';
import { ownAddresses } from '../../../src/ui/server/addresses.ts';
import { disagreements } from '../../support/proofs/judges.ts';
import { intervalOfStages, valuesNeeded } from '../../support/proofs/two-stages.ts';
import { AS_ROOT, bareDriver } from '../../support/real/bare-driver.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { SeleniumGrid } from '../../support/real/selenium-grid.ts';

// A real Selenium Grid of two nodes beside the lab's own browser, shared by two labs; and a browser outside
// that comes over HTTPS. How far the Grid's times lie from the lab's own is told by pairs of sessions, as
// many as it takes on this machine: on a quiet one those of the first three minutes, on one that others use
// up to ten minutes' worth. Where that would not do either the proof fails and says so; it never passes for
// want of evidence.

const bench = labBench({ env: AS_ROOT });
const grid = await SeleniumGrid.start(['one', 'two']);
after(() => {
  grid.close();
  bench.remove();
});

function study(name: string, text: string): string {
  const file = `${name}.yaml`;
  writeFileSync(path.join(bench.dir, file), `study: ${name}\ntitle: T\nquestion: Q\n${text}\n`);
  return file;
}

const runOf = (name: string) => readRun(path.join(bench.dir, name));
const complete = ({ sessions }: RunFile) => sessions.filter(({ status }) => status === 'complete');

/** As near as the two have to be to one another. */
const AGREE_WITHIN = 0.05;
/** An interval that reaches no further holds 1 and lies within the 5 % wherever it falls. */
const REACH = AGREE_WITHIN / 2;
/** Of intervals of 95 % one in twenty leaves out 1 where nothing is amiss. */
const ALPHA = 0.01;
/** Pairs of sessions: those that tell how far pairs scatter here, and the most that are measured in all. */
const FIRST_PAIRS = 12;
const MOST_PAIRS = 40;
/** Two starts, and some hundred exchanges of each. */
const PAIR_SECONDS = 14;

/** Measures the lab's own browser and the Grid's by turns. */
async function pairs(name: string, count: number) {
  const file = study(
    name,
    `factors: {n: 1000, format: json, browser: [chromium, "grid:chrome@${grid.url}"]}
protocol: {sessions: ${count}, budget: ${count * PAIR_SECONDS}s}`,
  );
  const { code, err } = await bench.start('run', file, '--out', name).ended;
  assert.equal(code, 0, err);
  const dir = path.join(bench.dir, name);
  const run = readRun(dir);
  const { cells } = runTimes(run, countedSamples(run, await readAllSamples(run, dir, 'summary')));
  const medians = [...cells.values()].flatMap(({ cell, logMedians }) =>
    cell.twinOf === null ? [...logMedians] : [],
  );
  const logOf = new Map(medians);
  const rotations = placesInRotations(run.plan.sessions);
  const byRotation = Map.groupBy(complete(run), ({ planned }) => rotations[planned]!);
  const logRatios = [...byRotation.values()].flatMap((own) => {
    const [here, there] = [false, true].map((isPlaced) =>
      own.find(({ agent }) => (agent!.placed !== undefined) === isPlaced),
    );
    return here && there ? [logOf.get(there.session)! - logOf.get(here.session)!] : [];
  });
  return { run, logRatios };
}

test('a session through the Grid agrees with one of the lab’s own browser, and costs little more', async (t) => {
  const { run, logRatios: first } = await pairs('agrees', FIRST_PAIRS);
  const needed = valuesNeeded(first, REACH, ALPHA);
  const scatter = `sessions side by side scatter by ${shortPercent(standardDeviation(first))}`;
  assert.ok(
    needed <= MOST_PAIRS,
    `${scatter}: telling ±5 % would take ${needed} pairs, so this machine is too busy to prove anything`,
  );
  const more = needed > first.length ? (await pairs('agrees-more', needed - first.length)).logRatios : [];
  const interval = intervalOfStages(first, more, ALPHA);
  const name = `the Grid’s time over the lab’s own, ${first.length + more.length} pairs`;
  t.diagnostic(`${name}: ${interval.map((ratio) => ratio.toFixed(3)).join(' to ')}; ${scatter}`);
  assert.deepEqual(disagreements([{ name, interval }], AGREE_WITHIN), []);

  const startMs = (placed: boolean) => {
    const all = complete(run).filter(({ agent }) => (agent!.placed !== undefined) === placed);
    return all.reduce((sum, each) => sum + each.startMs, 0) / all.length;
  };
  const moreMs = startMs(true) - startMs(false);
  t.diagnostic(`${moreMs.toFixed(0)} ms more to start`);
  assert.ok(moreMs < 4_000, `${moreMs} ms`);
});

test('of two labs that want all of one Grid one waits for the other, and no node has a session of both', async () => {
  const file = study(
    'shared',
    `factors: {n: 10, format: json, browser: "grid:chrome@${grid.url}"}
protocol: {sessions: 2, budget: 90s}`,
  );
  const labs = ['first', 'second'];
  const flags = (out: string) => ['run', file, '--parallel', '2', '--out', out];
  const running = labs.map((lab) => bench.start(...flags(lab)));
  // Whoever comes second, or both where each has one.
  await Promise.any(running.map((lab) => lab.told('waiting for a free node'))).catch((error: unknown) => {
    throw new Error(running.map((lab) => lab.printed() + lab.toldSoFar()).join('\n'), { cause: error });
  });
  for (const { code, err } of await Promise.all(running.map(({ ended }) => ended)))
    assert.equal(code, 0, err);
  const sessions = labs.flatMap((lab) => complete(runOf(lab)).map((facts) => ({ lab, ...facts })));
  assert.deepEqual(
    sessions.map(({ lab, agent }) => [lab, agent!.placed!.others]),
    labs.flatMap((lab) => [0, 1].map(() => [lab, 0])),
  );
  // From the page's being there to the session's end.
  const spans = sessions.map(({ agent, startedAt, startMs, wallMs }) => {
    const fromMs = Date.parse(startedAt) + startMs;
    return { node: agent!.placed!.node, fromMs, toMs: fromMs + wallMs };
  });
  for (const own of Map.groupBy(spans, ({ node }) => node).values()) {
    const inOrder = own.toSorted((a, b) => a.fromMs - b.fromMs);
    for (const [i, { fromMs }] of inOrder.entries()) assert.ok(i === 0 || fromMs >= inOrder[i - 1]!.toMs);
  }
  await grid.until(({ nodes }) => nodes!.every(({ slots }) => slots[0]!.session === null));
});

/** The coarsest that browsers give an isolated page. */
const FINE_CLOCK_US = 20;
const [address] = ownAddresses();
const skip = address === undefined && 'this machine has no address but loopback';

test('a browser outside comes over HTTPS, isolated and with a fine clock', { skip }, async () => {
  const driver = await bareDriver();
  try {
    const end = remoteEnd({ server: driver.url, env: {} });
    const { id } = await end.newSession({
      ...askedCapabilities('chrome', AS_ROOT),
      acceptInsecureCerts: true,
    });
    const file = study(
      'outside',
      'factors: {n: 10, format: json, browser: outside}\nprotocol: {sessions: 1, budget: 12s, warmup: 0}',
    );
    const lab = bench.start('run', file, '--out', 'outside', '--host', address!);
    await lab.told('/#key=');
    await end.openUrl(id, /https:\/\/\S+#key=\w+/.exec(lab.toldSoFar())![0]);
    const ended = await lab.ended;
    assert.equal(ended.code, 0, ended.err);
    const [session] = complete(runOf('outside'));
    const { clockStepUs, crossOriginIsolated } = session!.agent!;
    console.log(`outside over HTTPS: a clock step of ${clockStepUs} µs`);
    assert.ok(crossOriginIsolated && clockStepUs <= FINE_CLOCK_US, `${clockStepUs} µs`);
    await end.deleteSession(id);
  } finally {
    await driver.close();
  }
});
