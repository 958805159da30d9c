import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPAN_COLUMNS } from '../items/columns.ts';
import type { RequestMarks } from './request-exchange.ts';
import { failedSample, sampleFromMarks } from './sample-from-marks.ts';

const place = {
  cell: 'json',
  block: 3,
  sequence: 17,
  takes: 'text',
  connection: 'warm',
  protocol: 'http1',
} as const;

function entry(url: string, over: Partial<PerformanceResourceTiming> = {}) {
  const timing = {
    name: url,
    fetchStart: 101,
    connectStart: 101,
    secureConnectionStart: 0,
    connectEnd: 101,
    requestStart: 103,
    responseStart: 110,
    responseEnd: 114,
    encodedBodySize: 400,
    decodedBodySize: 900,
    ...over,
  };
  return [url, [timing as PerformanceResourceTiming]] as const;
}

function marks(over: Partial<RequestMarks> = {}) {
  const request: RequestMarks = {
    url: 'u',
    callMs: 100,
    encodedMs: 100,
    bytesRequest: 0,
    bodyMs: 115,
    decodedMs: 118,
    serverTiming: 'compute;dur=1, encode;dur=2, compress;dur=0.5',
    contentEncoding: 'gzip',
    contentLength: 400,
    ...over,
  };
  return { startMs: 100, endMs: 120, requests: [request], times: { clientComputeMs: 2 }, value: null };
}

test('the items of a sample are the distances between its marks', () => {
  const sample = sampleFromMarks(place, marks(), new Map([entry('u')]));
  assert.deepEqual(
    [sample.queueMs, sample.stallMs, sample.connectMs, sample.tlsMs, sample.waitMs, sample.transferMs],
    [1, 2, 0, 0, 7, 4],
  );
  assert.deepEqual(
    [sample.deliveryMs, sample.decodeMs, sample.clientComputeMs, sample.totalMs],
    [1, 3, 2, 20],
  );
  assert.deepEqual([sample.serverComputeMs, sample.encodeMs, sample.compressMs], [1, 2, 0.5]);
  assert.deepEqual([sample.bytesEncoded, sample.bytesDecoded], [400, 900]);
  assert.equal(sample.timingDoubtful, false);
});

test('the times that follow one another add up to the total: nothing is counted twice or lost', () => {
  const sample = sampleFromMarks(place, marks(), new Map([entry('u')]));
  const sum = SPAN_COLUMNS.reduce((total, column) => total + (sample[column] ?? 0), 0);
  assert.equal(sum, sample.totalMs);
});

test('a cold connection splits connect and TLS off the stall', () => {
  const cold = entry('u', { connectStart: 101.25, secureConnectionStart: 101.75, connectEnd: 102.5 });
  const sample = sampleFromMarks(place, marks(), new Map([cold]));
  assert.deepEqual([sample.connectMs, sample.tlsMs, sample.stallMs], [0.5, 0.75, 0.75]);
});

test('a codec that takes body and objects in one step has no delivery, and decodes from the last byte on', () => {
  const fused = marks({ bodyMs: 118, decodedMs: 118 });
  const sample = sampleFromMarks({ ...place, takes: 'json' }, fused, new Map([entry('u')]));
  assert.deepEqual([sample.deliveryMs, sample.decodeMs], [0, 4]);
});

test('two requests of one exchange are summed', () => {
  const both = { ...marks(), requests: [marks().requests[0]!, { ...marks().requests[0]!, url: 'v' }] };
  const sample = sampleFromMarks(place, both, new Map([entry('u'), entry('v')]));
  assert.deepEqual([sample.requests, sample.waitMs, sample.encodeMs, sample.bytesEncoded], [2, 14, 4, 800]);
});

test('where the engine tells no sizes, the header says what crossed the wire', () => {
  const silent = entry('u', { encodedBodySize: 0, decodedBodySize: 0 });
  assert.equal(sampleFromMarks(place, marks(), new Map([silent])).bytesEncoded, 400);
});

test('missing Resource Timing is flagged and leaves what the script itself stamped', () => {
  const sample = sampleFromMarks(place, marks(), new Map());
  assert.equal(sample.timingDoubtful, true);
  assert.deepEqual([sample.totalMs, sample.decodeMs, sample.encodeMs, sample.waitMs], [20, 3, 2, 0]);
});

test('stamps out of order are flagged and kept as they are', () => {
  const late = entry('u', { requestStart: 111 });
  const sample = sampleFromMarks(place, marks(), new Map([late]));
  assert.equal(sample.timingDoubtful, true);
  assert.equal(sample.waitMs, -1);
});

test('an answer without Server-Timing is flagged', () => {
  const sample = sampleFromMarks(place, marks({ serverTiming: null }), new Map([entry('u')]));
  assert.equal(sample.timingDoubtful, true);
});

test('a failed exchange keeps its reason and its time', () => {
  const sample = failedSample(place, 100, 130, 'timed-out', 'too long');
  assert.deepEqual(
    [sample.outcome, sample.reason, sample.totalMs, sample.requests],
    ['timed-out', 'too long', 30, 0],
  );
});

test('a cold exchange without a new connection is in doubt, and over TLS one without a handshake', () => {
  const doubtful = (over: Partial<PerformanceResourceTiming>, changes: Partial<typeof place> | object) =>
    sampleFromMarks({ ...place, ...changes }, marks(), new Map([entry('u', over)])).timingDoubtful;
  const connected = { connectStart: 101, connectEnd: 102 };
  const secured = { ...connected, secureConnectionStart: 101.5 };
  const cold = { connection: 'cold' };
  const overTls = { connection: 'cold', protocol: 'h2' };
  assert.equal(doubtful({}, {}), false);
  assert.equal(doubtful({}, cold), true);
  assert.equal(doubtful(connected, cold), false);
  assert.equal(doubtful(connected, overTls), true);
  assert.equal(doubtful(secured, overTls), false);
});

test('a sample that went over another protocol than its cell’s has failed, and over HTTP/3 one of which nothing tells', () => {
  const asked = (protocol: 'http1' | 'h2' | 'h3', nextHopProtocol?: string) => {
    const over = nextHopProtocol === undefined ? {} : { nextHopProtocol };
    const { outcome, reason } = sampleFromMarks({ ...place, protocol }, marks(), new Map([entry('u', over)]));
    return outcome === 'completed' ? outcome : reason;
  };
  assert.equal(asked('h3', 'h3'), 'completed');
  assert.equal(asked('h3', 'h2'), 'it went over h2, not h3');
  assert.equal(asked('h3', ''), 'nothing tells whether it went over h3');
  assert.equal(asked('h3'), 'nothing tells whether it went over h3');
  assert.equal(asked('h2', 'http/1.1'), 'it went over http/1.1, not h2');
  assert.equal(asked('http1', 'http/1.1'), 'completed');
  assert.equal(asked('http1'), 'completed');
});

test('the one handshake of QUIC is that of TLS', () => {
  const cold = { ...place, connection: 'cold', protocol: 'h3' } as const;
  const over = { nextHopProtocol: 'h3', connectStart: 101, secureConnectionStart: 101, connectEnd: 102 };
  const sample = sampleFromMarks(cold, marks(), new Map([entry('u', over)]));
  assert.deepEqual([sample.connectMs ?? 0, sample.tlsMs, sample.timingDoubtful], [0, 1, false]);
  const without = sampleFromMarks(cold, marks(), new Map([entry('u', { nextHopProtocol: 'h3' })]));
  assert.equal(without.timingDoubtful, true);
});
