import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { expectedGetMs } from '../../network/closed-form.ts';
import type { LinkEngine } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { RunFile } from '../../record/record.ts';
import { modelledHandshakeMs, moveModelledHandshake } from './modelled-handshake.ts';

const { run } = syntheticRecord({ kind: 'connections', blocks: 1 });
const threeG = profileNamed('3g')!;

function over(engine: LinkEngine): RunFile {
  const network = { profile: threeG, engine, why: '', calibration: null, checks: [] };
  return { ...run, link: { version: '1', rootless: true, networks: [network], tcp: null, setUpMs: 1 } };
}

function cell(connection: 'warm' | 'cold') {
  const [first] = run.plan.cells;
  return { ...first!, factors: { ...first!.factors, network: '3g', connection } };
}

test('a cold exchange over the model has the handshake of its network, others have none', () => {
  const ms = modelledHandshakeMs(over('modelled'), cell('cold'));
  // SYN and the client's acknowledgement up, the SYN's answer down, 300 ms there and back.
  assert.ok(Math.abs(ms - (300 + ((60 + 52) * 8) / 768 + (60 * 8) / 1_600)) < 1e-9, `${ms}`);
  assert.equal(modelledHandshakeMs(over('modelled'), cell('warm')), 0);
  assert.equal(modelledHandshakeMs(over('tun'), cell('cold')), 0);
  assert.equal(modelledHandshakeMs(run, cell('cold')), 0);
});

test('it is what a cold GET takes longer than a warm one', () => {
  const shape = { bodyBytes: 1_000, requestBytes: 100, initialWindow: 10, mtu: 1_500 };
  const [cold, warm] = (['cold', 'warm'] as const).map((connection) =>
    expectedGetMs(threeG, { ...shape, connection }),
  );
  const ms = modelledHandshakeMs(over('modelled'), cell('cold'));
  assert.ok(Math.abs(cold! - warm! - ms) < 1e-9, `${cold! - warm!} and ${ms}`);
});

test('it goes to connect, marked, out of TLS where that holds it and else out of network', () => {
  const plain = { connect: 0.2, network: 611 };
  assert.deepEqual(moveModelledHandshake(plain, 301), ['connect']);
  assert.deepEqual(plain, { connect: 301.2, network: 310 });
  const secure = { connect: 0.2, tls: 610, network: 310 };
  assert.deepEqual(moveModelledHandshake(secure, 301), ['connect']);
  assert.deepEqual(secure, { connect: 301.2, tls: 309, network: 310 });
});

test('nothing is moved where there is none, or no item that could hold it', () => {
  const real = { connect: 301, network: 310 };
  assert.deepEqual(moveModelledHandshake(real, 0), []);
  assert.deepEqual(real, { connect: 301, network: 310 });
  const bare = { connect: 0.2 };
  assert.deepEqual(moveModelledHandshake(bare, 301), []);
  assert.deepEqual(bare, { connect: 0.2 });
});
