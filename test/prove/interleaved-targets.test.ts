import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../src/record/record.ts';
import type { Comparison } from '../../src/summary/comparisons/comparison.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { ROOT } from '../support/real/browser-bench.ts';
import { labBench } from '../support/real/lab-process.ts';

// Target node three times in the same sessions of a real Chromium, on loopback and over the link: as it is,
// as a copy of itself, and as one that waits before every answer.

const DELAY_MS = 10;
/** Rotations before it, of one session on loopback and one over the link each. */
const FIRST_LOOK = 2 * 4;
const bench = labBench();
after(() => bench.remove());

const DELAY = `import { Server } from 'node:http';
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...given) {
  if (event !== 'request') return emit.call(this, event, ...given);
  setTimeout(() => emit.call(this, event, ...given), ${DELAY_MS});
  return true;
};
`;

/** A target of its own name that is target node, but for these arguments of Node. */
function copyOfNode(name: string, args: readonly string[]): void {
  const folder = path.join(bench.dir, 'targets', name);
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(ROOT, 'targets/node/openssl.cnf'), path.join(folder, 'openssl.cnf'));
  const file = JSON.parse(readFileSync(path.join(ROOT, 'targets/node/target.json'), 'utf8')) as object;
  const start = ['node', '--openssl-config=openssl.cnf', ...args, path.join(ROOT, 'src/target/main.ts')];
  writeFileSync(path.join(folder, 'target.json'), JSON.stringify({ ...file, name, start }));
}

const STUDY = `study: three
title: One server three times
question: Is one of them slower?
factors: {n: 20, format: json/JSON.parse, network: [none, 10mbit]}
protocol: {budget: 120s, interleave: target}
`;

test('a copy is not told from its original, and a delay of 10 ms is seen, on loopback and over the link', async () => {
  copyOfNode('copy', []);
  copyOfNode('late', ['--import', './delay.mjs']);
  writeFileSync(path.join(bench.dir, 'targets', 'late', 'delay.mjs'), DELAY);
  writeFileSync(path.join(bench.dir, 'three.yaml'), STUDY);
  const targets = path.join(bench.dir, 'targets');
  const lab = bench.start(
    'run',
    'three.yaml',
    '--out',
    'out',
    '--target',
    `node,${targets}/copy,${targets}/late`,
  );
  const { code, err } = await lab.ended;
  assert.equal(code, 0, err);
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  const read = <T>(file: string) => JSON.parse(readFileSync(path.join(bench.dir, 'out', file), 'utf8')) as T;
  const { sessions } = read<Recorded<RunFile>>('run.json');
  for (const { session, status, targets, targetsCpuMs } of sessions) {
    assert.equal(status, 'complete');
    const up = Object.keys(targets!);
    // A look drops the target of which nothing is open any more.
    if (session < FIRST_LOOK) assert.deepEqual(up, ['node', 'copy', 'late']);
    assert.ok(up.length > 1, `${up}`);
    assert.deepEqual(Object.keys(targetsCpuMs!), up);
    assert.ok(Object.values(targetsCpuMs!).every((ms) => ms > 0));
  }
  const { cells, comparisons } = read<Recorded<Summary>>('summary.json');
  const asked = comparisons.filter((each) => each.asked && each.factor === 'target');
  const to = (target: string) => asked.filter(({ a }) => a.split(' ').includes(target));
  assert.deepEqual([to('copy').length, to('late').length], [2, 2]);
  for (const pair of to('copy')) assert.ok(holds(pair, 1), say(pair));
  for (const pair of to('late')) {
    const [a, b] = [pair.a, pair.b].map((id) => cells.find((cell) => cell.id === id)!);
    const moreMs = a!.totalMs!.median - b!.totalMs!.median;
    assert.ok(moreMs > DELAY_MS - 0.5 && moreMs < DELAY_MS + 5, `${moreMs} ms more: ${say(pair)}`);
    assert.equal(pair.verdict, 'slower', say(pair));
    const network = a!.phases.network! - b!.phases.network!;
    assert.ok(network > DELAY_MS - 0.5 && network < DELAY_MS + 5, `${network} ms more network`);
  }
});

function holds({ interval: [low, high] }: Pick<Comparison, 'interval'>, ratio: number): boolean {
  return low <= ratio && ratio <= high;
}

const say = ({ a, b, ratio, interval, verdict }: Comparison) =>
  `${a} against ${b}: ${ratio} [${interval.join(', ')}], ${verdict}`;
