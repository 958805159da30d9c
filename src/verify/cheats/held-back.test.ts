// A proxy that collects whole answers before it passes them on, and a target without one.

import assert from 'node:assert/strict';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startCheating } from '../../../test/support/targets/cheating-target.ts';
import { seededRandom } from '../../base/random.ts';
import { heldBack } from '../checks/exchanges/held-back.ts';
import { verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

/** The status of the check, and what it finds, of the target at that URL. */
async function verified(url: string) {
  const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
  const report = await verifyTarget(url, { ...options, checks: [heldBack] });
  return report.checks.at(-1)!;
}

test('what collects long answers is told with cause and cure, and what passes them on is not', async () => {
  const target = await startCheating({}, clock);
  const { port } = new URL(target.url);
  const proxy = createServer((request, response) => {
    const { url: path = '', headers } = request;
    ask({ port, path, headers }, (answer) => {
      const pieces: Uint8Array[] = [];
      answer.on('data', (piece: Uint8Array) => pieces.push(piece));
      answer.on('end', () => {
        response.writeHead(answer.statusCode!, answer.headers);
        response.end(Buffer.concat(pieces));
      });
    }).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const { status, findings } = await verified(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    assert.equal(status, 'warned');
    assert.match(
      findings[0]!,
      /first bytes comes after \d+ % of the time that the shortest answer takes.*proxy_buffering off/,
    );
    assert.equal((await verified(target.url)).status, 'passed');
  } finally {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    await target.close();
  }
});
