import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Connection } from '../../../src/factors/connection.ts';
import { expectedGetMs, INITIAL_WINDOW } from '../../../src/network/closed-form.ts';
import { profileNamed } from '../../../src/network/profiles.ts';
import type { SampleRow } from '../../../src/record/record.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { linkRun } from '../../support/real/link-run.ts';

// Whole runs over the link, as a user starts them: what an exchange takes is what rate and delay say.

const bench = labBench();
after(() => bench.remove());

/** What a browser asks with: a line and a dozen fields. */
const REQUEST_BYTES = 500;
const MTU = 1_500;

/**
 * Once more where others took the machine for so long that the link was late in every block of a cell, which
 * is told.
 */
async function measuredInTime(factors: string, protocol: string) {
  const first = await linkRun(bench, { name: 'rates', factors, protocol });
  const isVoid = first.summary.cells.some(({ reason }) => reason.includes('every block of it was void'));
  return isVoid ? linkRun(bench, { name: 'rates-again', factors, protocol }) : first;
}

/** Request out to last byte in, connecting included, without what the server worked. */
function networkMs(sample: SampleRow): number {
  const serverMs = sample.serverComputeMs + sample.encodeMs + sample.compressMs;
  return sample.connectMs + sample.waitMs - serverMs + sample.transferMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

test('50 kB over 10mbit and 3g take what rate and delay say, cold and warm, and the items add up', async () => {
  const factors = 'n: 112, format: json, network: [10mbit, 3g], connection: [warm, cold], browser: chromium';
  const { run, summary, samples } = await measuredInTime(
    factors,
    'exchangesPerVisit: 1, budget: 24s, timeout: 20s',
  );
  assert.ok(summary.cells.every(({ status }) => status === 'measured'));
  assert.deepEqual(
    summary.link?.networks.map(({ name, engine }) => [name, ['tun', 'veth'].includes(engine)]),
    [
      ['10mbit', true],
      ['3g', true],
    ],
  );
  assert.ok(run.sessions.every(({ agent }) => agent?.crossOriginIsolated));
  const voided = new Set(run.sessions[0]!.voidedBlocks.map(({ block }) => block));
  for (const { id, factors, bytes, accountedShare } of summary.cells) {
    const own = samples.filter(
      ({ cell, block, outcome }) => cell === id && !voided.has(block) && outcome === 'completed',
    );
    const seenMs = median(own.map(networkMs));
    const get = { requestBytes: REQUEST_BYTES, initialWindow: INITIAL_WINDOW, mtu: MTU };
    const expectedMs = expectedGetMs(profileNamed(factors.network)!, {
      ...get,
      bodyBytes: bytes!.encoded + bytes!.headers,
      connection: factors.connection as Connection,
    });
    // A warm connection whose window has grown needs fewer round trips than one with its initial window.
    const grownMs = factors.connection === 'warm' ? 3 * profileNamed(factors.network)!.rttMs : 0;
    const where = `${id}: ${seenMs} ms, ${expectedMs} ms by arithmetic, of ${own.length}`;
    assert.ok(seenMs > (expectedMs - grownMs) * 0.98 && seenMs < expectedMs * 1.04 + 1.5, where);
    assert.ok(Math.abs(accountedShare! - 1) < 0.05, `${id}: the items add up to ${accountedShare}`);
  }
});
