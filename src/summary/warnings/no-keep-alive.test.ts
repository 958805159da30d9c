import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Cell } from '../../factors/cell.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { summarise } from '../summarise.ts';

const { run, rows, probes } = syntheticRecord({ blocks: 10 });

function told(factors: Partial<Cell>, closes: boolean): string[] {
  const cells = run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, ...factors } as Cell }));
  const url = { target: 'node', ...(closes && { closes }) };
  const networks = NETWORKS.filter(({ name }) => name === factors.network);
  const payloads = [{ url }] as unknown as typeof run.study.payloads;
  const study = { ...run.study, networks, payloads };
  const { warnings } = summarise({ ...run, study, plan: { ...run.plan, cells } }, rows, probes);
  return warnings.filter(({ kind }) => kind === 'no-keep-alive').map(({ what }) => what);
}

test('what users connect for, where a server ends each connection, is told with its time', () => {
  const says = 'node ends the connection with every answer: users connect for each request';
  const [{ rttMs }] = NETWORKS.filter(({ name }) => name === '3g') as [(typeof NETWORKS)[number]];
  assert.deepEqual(told({ network: '3g' }, true), [
    `${says} (a round trip for TCP), which the figures leave out: at least ${rttMs} ms over 3g`,
  ]);
  assert.deepEqual(told({ network: '3g', protocol: 'https1' }, true), [
    `${says} (a round trip for TCP and one for TLS), which the figures leave out: at least ${2 * rttMs} ms over 3g`,
  ]);
  assert.deepEqual(told({ network: 'none' }, true), [
    `${says} (a round trip for TCP), which the figures leave out`,
  ]);
});

test('nothing is told of a server that keeps its connections, and of cells that connect themselves', () => {
  assert.deepEqual(told({ network: '3g' }, false), []);
  assert.deepEqual(told({ network: '3g', connection: 'cold' }, true), []);
});
