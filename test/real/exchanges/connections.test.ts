import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Protocol } from '../../../src/factors/protocol.ts';
import { EMPTY_CELL, type Sample } from '../../../src/wire/sample.ts';
import { interleaved, type Seen } from '../../support/real/interleaved.ts';

// Cold exchanges that were none, and warm ones that had to connect, would be read as what they are not.
// Interleaved on one origin of loopback, every one of them is told by the client's own stamps.

const BLOCKS = 25;
const COLD_SHARE = 0.99;
/** A browser may close a connection on its own account; that is seen, told, and rare. */
const RECONNECTED_SHARE = 0.01;

const CLIENTS: readonly (readonly [browser: string, protocols: readonly Protocol[]])[] = [
  ['chromium', ['http1', 'https1', 'h2']],
  ['firefox', ['http1', 'https1', 'h2']],
  ['webkit', ['http1', 'https1', 'h2']],
  ['node', ['http1', 'https1', 'h2']],
];

for (const [browser, protocols] of CLIENTS) {
  test(`${browser}: cold exchanges open a connection and warm ones find one, in ${protocols.join(', ')}`, async () => {
    for (const seen of await interleaved(browser, protocols, BLOCKS)) holdsUp(seen, browser);
  });
}

function holdsUp({ protocol, checks, samples }: Seen, browser: string): void {
  const where = `${browser} ${protocol}`;
  assert.ok(
    checks.every(({ difference }) => difference === null),
    `${where}: ${JSON.stringify(checks)}`,
  );
  assert.equal(samples.length, BLOCKS * 10, where);
  assert.deepEqual(
    samples.filter(({ outcome }) => outcome !== 'completed'),
    [],
    where,
  );
  const cold = samples.filter(({ cell }) => cell.includes('cold'));
  const warm = samples.filter(({ cell }) => cell === 'warm' || cell === EMPTY_CELL);
  const coldShare = shareOf(cold, (sample) => opened(sample, protocol));
  assert.ok(coldShare >= COLD_SHARE, `${where}: ${coldShare} of the cold exchanges connected`);
  const reconnected = shareOf(warm, ({ connectMs, tlsMs }) => connectMs + tlsMs !== 0);
  assert.ok(reconnected <= RECONNECTED_SHARE, `${where}: ${reconnected} of the warm exchanges connected`);
  const doubtful = shareOf(cold, ({ timingDoubtful }) => timingDoubtful);
  assert.ok(
    doubtful < 1 - COLD_SHARE + 0.02,
    `${where}: ${doubtful} of the cold exchanges are of doubtful timing`,
  );
}

/** TCP and, where there is TLS, a handshake. */
function opened({ connectMs, tlsMs }: Sample, protocol: Protocol): boolean {
  return connectMs > 0 && (protocol === 'http1' ? tlsMs === 0 : tlsMs > 0);
}

function shareOf(samples: readonly Sample[], is: (sample: Sample) => boolean): number {
  return samples.filter(is).length / samples.length;
}
