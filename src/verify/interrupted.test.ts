import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { FakeClock } from '../base/clock.ts';
import type { About } from '../wire/target-contract.ts';
import { VerifyInterrupted, verifyTarget } from './verify.ts';

const ABOUT: About = {
  contract: 1,
  name: 'x',
  version: '1',
  versions: { x: '1' },
  features: {
    datasets: ['book'],
    maxN: 10,
    formats: { json: ['x'] },
    compressions: { none: [] },
    computations: ['none'],
  },
};

test('a check that waits for a target without end ends when somebody wants to wait no longer', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(ABOUT));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const interruption = new AbortController();
  const waiting = {
    name: 'waiting',
    must: 'it answers',
    run: () => {
      interruption.abort();
      return new Promise<never>(() => {});
    },
  };
  const options = { mode: 'fast', clock: new FakeClock(), random: () => 0.5, dataDir: null } as const;
  const verified = verifyTarget(`http://127.0.0.1:${port}`, {
    ...options,
    checks: [waiting],
    interrupted: interruption.signal,
  });
  await assert.rejects(verified, VerifyInterrupted);
  server.closeAllConnections();
  server.close();
});
