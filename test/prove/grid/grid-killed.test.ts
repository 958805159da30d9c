// What may become of a real Selenium Grid of two nodes in the middle of a run: a node dies with its browser,
// or all of the Grid at once. One session of each kind, which is carried out however late: a Grid may choose
// a dead node for two minutes.

import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { GridNode } from '../../../src/drive/grid/grid-status.ts';
import { readRun } from '../../../src/record/read-record.ts';
import { FILES } from '../../../src/record/record-writer.ts';
import { AS_ROOT } from '../../support/real/bare-driver.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { SeleniumGrid } from '../../support/real/selenium-grid.ts';

const NODES = ['one', 'two'];
/** A lab whose node died while a block went on asks after it within half a minute. */
const NOTICED_WITHIN_MS = 120_000;

const bench = labBench({ env: AS_ROOT });
const grid = await SeleniumGrid.start(NODES);
after(() => {
  grid.close();
  bench.remove();
});

/** `browsers`: beside the Grid's. */
function study(name: string, browsers: readonly string[], budget: string): string {
  const file = `${name}.yaml`;
  const all = [...browsers, `"grid:chrome@${grid.url}"`].join(', ');
  const text = `factors: {n: 100, format: json, browser: [${all}]}
protocol: {sessions: 1, budget: ${budget}}`;
  writeFileSync(path.join(bench.dir, file), `study: ${name}\ntitle: T\nquestion: Q\n${text}\n`);
  return file;
}

const runOf = (record: string) => readRun(path.join(bench.dir, record));
const isTaken = ({ slots }: GridNode) => slots.some(({ session }) => session !== null);

/** Resolves with the node on which a session of this record is measured, once it has posted samples. */
async function measuringNode(record: string): Promise<GridNode> {
  const bytes = () =>
    statSync(path.join(bench.dir, record, FILES.samples), { throwIfNoEntry: false })?.size ?? 0;
  const { nodes } = await grid.until((status) => status.nodes!.some(isTaken), NOTICED_WITHIN_MS);
  const before = bytes();
  while (bytes() === before) await delay(50);
  return nodes!.find(isTaken)!;
}

test('a node that dies costs its session, which the other one measures, and the record says which it was', async () => {
  const lab = bench.start('run', study('node', [], '40s'), '--out', 'node');
  const died = await measuringNode('node');
  grid.killNode(grid.nameOf(died));
  const { code, err } = await lab.ended;
  assert.equal(code, 0, err);
  const { status, sessions } = runOf('node');
  assert.equal(status, 'complete');
  const [first] = sessions;
  assert.deepEqual([first!.status, first!.lost], ['failed', true], first!.reason);
  assert.deepEqual([first!.agent!.placed!.node, first!.agent!.placed!.nodeUri], [died.id, died.uri]);
  const [kept, ...others] = sessions.filter((each) => each.status === 'complete');
  assert.deepEqual([kept!.planned, others], [first!.planned, []]);
  assert.notEqual(kept!.agent!.placed!.node, died.id);
  // What the Grid still believes of the dead one is its own affair.
  await grid.until(({ nodes }) => nodes!.every((node) => node.id === died.id || !isTaken(node)));
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
});

test('a Grid that dies whole ends the run as failed, with what other browsers measured, and it is gone on with', async () => {
  grid.killAll();
  await grid.startAgain(NODES);
  const lab = bench.start('run', study('grid', ['node'], '1m'), '--out', 'grid');
  const { id } = await measuringNode('grid');
  grid.killAll();
  const { code, err } = await lab.ended;
  assert.equal(code, 4, err);
  assert.match(err, /cannot be reached/);
  assert.match(err, /go on with: .* run --resume grid/);
  const before = runOf('grid');
  assert.equal(before.status, 'failed');
  const complete = () => runOf('grid').sessions.filter((each) => each.status === 'complete');
  const isOfGrid = ({ planned }: { readonly planned: number }) =>
    before.plan.sessions[planned]!.browser !== 'node';
  assert.ok(complete().length > 0 && !complete().some(isOfGrid));
  const lost = before.sessions.filter((each) => each.lost === true);
  assert.ok(lost.every(isOfGrid));
  assert.equal(lost[0]!.agent!.placed!.node, id);
  assert.deepEqual(await bench.survivorsAfter(5_000), []);

  await grid.startAgain(NODES);
  const resumed = await bench.start('run', '--resume', 'grid').ended;
  assert.equal(resumed.code, 0, resumed.err);
  assert.deepEqual(complete().map(isOfGrid).sort(), [false, true]);
  await grid.until(({ nodes }) => !nodes!.some(isTaken));
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
});
