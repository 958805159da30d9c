import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadFigures } from '../../drive/load/load.ts';
import { parseClients } from '../../factors/clients.ts';
import { whySaturated } from './session-load.ts';

const CORES = { target: [0], generator: [1], machine: 2 };
const PERCENTILES = { mean: 1, p50: 1, p90: 1, p95: 1, p99: 1, max: 1 };

const judged = (clients: string, seen: Partial<LoadFigures>) =>
  whySaturated(
    parseClients(clients)!,
    {
      requests: 500,
      failed: 0,
      failure: '',
      dropped: 0,
      waitMs: PERCENTILES,
      latenessMs: PERCENTILES,
      wallMs: 10_000,
      cpuMs: { generator: 2_000, target: 2_000, copy: 0 },
      generatorWaitedMs: 0,
      ...seen,
    },
    CORES,
  );

test('a load that came as it was asked for is none of the generator’s fault', () => {
  assert.equal(judged('100@0.5/s', {}), null);
});

test('a generator that has no time left while the target has is saturated, and a busy target is not its fault', () => {
  const busy = { generator: 9_500, target: 4_000, copy: 0 };
  assert.equal(
    judged('100', { cpuMs: busy, dropped: null, latenessMs: null }),
    'k6 used 95 % of its core, and the target 40 % of its own',
  );
  assert.equal(judged('100', { cpuMs: { ...busy, target: 9_600 }, dropped: null, latenessMs: null }), null);
  assert.equal(
    judged('copy:100', { cpuMs: { ...busy, copy: 5_600 }, dropped: null, latenessMs: null }),
    null,
  );
});

test('late requests count against the generator only where a client was free', () => {
  const latenessMs = { ...PERCENTILES, p99: 60 };
  assert.equal(judged('100@0.5/s', { latenessMs }), 'k6 began one request in a hundred 60 ms late');
  assert.equal(judged('100@0.5/s', { latenessMs: null, dropped: 40, requests: 460 }), null);
});

test('a generator that others keep from its core is to blame for what it drops, unless the target is busy', () => {
  const cpuMs = { generator: 6_000, target: 5_000, copy: 0 };
  const kept = { cpuMs, generatorWaitedMs: 3_500, dropped: 100, requests: 400, latenessMs: null };
  assert.equal(
    judged('100@0.5/s', kept),
    'k6 used 60 % of its core while others kept it waiting for 35 %, and the target 50 % of its own',
  );
  assert.equal(judged('100@0.5/s', { ...kept, cpuMs: { ...cpuMs, target: 9_600 } }), null);
  assert.equal(judged('100@0.5/s', { ...kept, generatorWaitedMs: 2_000 }), null);
  assert.equal(judged('100@0.5/s', { ...kept, generatorWaitedMs: null }), null);
  // Where none is dropped, lateness tells whether the load came in time.
  assert.equal(judged('100@0.5/s', { cpuMs, generatorWaitedMs: 3_500 }), null);
});

test('fewer requests than were due are no load that anybody asked for', () => {
  assert.equal(judged('100@0.5/s', { requests: 400 }), 'k6 sent 400 of 500 requests that were due');
});
