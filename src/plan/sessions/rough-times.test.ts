import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCell, requestCell } from '../../../test/support/cells/made-cells.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { PayloadRef } from '../../study/study.ts';
import { roughlyMs } from './rough-times.ts';

const WORDS = { n: 1_000 };

test('what takes many times as long is reckoned with: slow compressions, and XML by DOMParser', () => {
  const costMs = (words: { compression?: string; format?: string; codec?: string }) =>
    roughlyMs(requestCell({ ...WORDS, ...words }), { networks: [], payloads: [] });
  const jsonMs = costMs({});
  // Medians of Chromium and the embedded target on two quiet cores: 19, 10, 75 and 54 ms where JSON took 8.
  assert.ok(costMs({ compression: 'gzip-6' }) > 2 * jsonMs && costMs({ compression: 'gzip-6' }) < 25);
  assert.ok(costMs({ compression: 'zstd-3' }) < 1.5 * jsonMs);
  assert.ok(costMs({ compression: 'br-9' }) > 50 && costMs({ compression: 'br-9' }) < 100);
  assert.ok(costMs({ compression: 'br-11' }) > 300 && costMs({ compression: 'br-11' }) < 600);
  const xmlMs = costMs({ format: 'xml', codec: 'domparser' });
  assert.ok(xmlMs > 35 && xmlMs < 70, `${xmlMs}`);
});

test('a slow client takes longer for its half of the work, and for its decoder, but not for the target’s', () => {
  const costMs = (words: { cpu?: number; codec?: string; format?: string; compression?: string }) =>
    roughlyMs(requestCell({ ...WORDS, ...words }), { networks: [], payloads: [] });
  const compressedMs = (cpu: number) => costMs({ cpu, compression: 'br-9' }) - costMs({ cpu });
  assert.ok(Math.abs(costMs({ cpu: 4 }) / costMs({}) - 2.5) < 1e-9);
  assert.ok(Math.abs(compressedMs(4) - compressedMs(1)) < 1e-9);
  const dom = { format: 'xml', codec: 'domparser' };
  assert.ok(costMs({ ...dom, cpu: 4 }) > 3.5 * costMs(dom));
});

test('packets that are lost keep TCP below the rate of the wire, and are reckoned with', () => {
  const cable = profileNamed('cable')!;
  const costMs = (rttMs: number, lossShare: number) =>
    roughlyMs(requestCell({ ...WORDS, network: 'cable' }), {
      networks: [{ ...cable, rttMs, lossShare }],
      payloads: [],
    });
  // 300 kB at 5 Mbit/s take 480 ms; at 2 % loss and 250 ms a round trip TCP comes to 0.4 Mbit/s.
  assert.ok(costMs(250, 0) < 1_000);
  assert.ok(costMs(250, 0.02) > 5_000 && costMs(250, 0.02) < 8_000);
  assert.equal(costMs(1, 0.0001), costMs(1, 0), 'where the wire is slower than what loss allows, it decides');
});

test('own data are reckoned by their bytes as JSON: a list by those of n records, messages by their mean', () => {
  const cable = profileNamed('cable')!;
  const own = {
    name: 'orders',
    source: 'orders.json',
    digest: '',
    count: 100,
    jsonBytes: 1_000_000,
    schema: { name: 'Orders', root: { kind: 'never' } },
    notes: [],
  } as const;
  const costMs = (shape: PayloadRef['shape'], n: number, network: string) => {
    const payloads = [{ ...own, shape, count: shape === 'document' ? 1 : own.count }];
    return roughlyMs(requestCell({ ...WORDS, dataset: 'orders', n, network }), {
      networks: [cable],
      payloads,
    });
  };
  // 1 MB at 5 Mbit/s take 1.6 s.
  const wholeMs = costMs('list', 100, 'cable');
  assert.ok(wholeMs > 1_600 && wholeMs < 1_800, `${wholeMs}`);
  assert.equal(costMs('document', 1, 'cable'), wholeMs);
  assert.equal(costMs('messages', 1, 'cable'), costMs('list', 1, 'cable'));
  assert.ok(costMs('messages', 1, 'cable') < 100);
  const localMs = roughlyMs(requestCell({ ...WORDS, n: 2_252 }), { networks: [], payloads: [] });
  assert.ok(Math.abs(costMs('list', 100, 'none') - localMs) < 0.1, 'as much as Books of the same length');
});

test('a URL that may be asked six times a minute takes ten seconds, and no longer than it does by itself', () => {
  const costMs = (perSecond: number | null, n = 1) => {
    const url = { target: 'node', ...(perSecond !== null && { perSecond }) };
    const own = { name: 'orders', shape: 'document', count: 1, jsonBytes: 1_000_000 * n, url };
    const payloads = [own as unknown as PayloadRef];
    return roughlyMs(requestCell({ ...WORDS, dataset: 'orders', n: 1 }), { networks: [], payloads });
  };
  assert.equal(costMs(0.1), 10_000);
  assert.equal(costMs(1_000), costMs(null));
});

test('SOAP by JAX-WS takes half as much again as JSON, as its sessions did', () => {
  const costMs = (codec: string) =>
    roughlyMs(requestCell({ format: 'soap', codec, n: 24_000 }), { networks: [], payloads: [] });
  // A call with 24 000 Books took 212 ms and, with what is around it, 230 ms of a session on two quiet cores.
  assert.ok(costMs('jax-ws') > 210 && costMs('jax-ws') < 250, `${costMs('jax-ws')}`);
});

test('each call in WebKit is reckoned with a connection of its own', () => {
  const mobile = profileNamed('3g')!;
  const costMs = (make: typeof callCell | typeof requestCell, browser: string) =>
    roughlyMs(make({ browser, network: '3g', n: 1 }), { networks: [mobile], payloads: [] });
  assert.equal(costMs(callCell, 'webkit') - costMs(callCell, 'chromium'), mobile.rttMs);
  assert.equal(costMs(requestCell, 'webkit'), costMs(requestCell, 'chromium'));
});
