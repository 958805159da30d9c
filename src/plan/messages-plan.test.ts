import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sequenceCell } from '../../test/support/cells/made-cells.ts';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { study } from '../../test/support/studies/planned-studies.ts';
import { recordedCell } from '../factors/recorded-cell.ts';
import { unableReason } from '../study/vocabulary.ts';
import { makePlan } from './make-plan.ts';
import { sayPlan } from './say/say-plan.ts';
import { roughlyMs } from './sessions/rough-times.ts';

const SETTINGS = {
  noLink: null,
  unableReason: (factors: Parameters<typeof unableReason>[0]) => unableReason(factors, FAKE_VOCABULARY),
};

function ids(factors: string): string[] {
  const { cells } = makePlan(study(`factors: ${factors}`), SETTINGS);
  return cells.filter(({ twinOf }) => twinOf === null).map(({ id }) => id);
}

describe('ids of messages', () => {
  it('name the transport always, and else what varies', () => {
    assert.deepEqual(ids('{transport: [sse, websocket], size: [100, growing-20, random-50-100]}'), [
      'sse 100 B',
      'sse growing by 20 B',
      'sse random 50–100 B',
      'websocket 100 B',
      'websocket growing by 20 B',
      'websocket random 50–100 B',
    ]);
    assert.deepEqual(ids('{transport: websocket, direction: both-ways}'), ['websocket']);
  });

  it('name a direction only of transports that have several in the study, and a protocol likewise', () => {
    assert.deepEqual(
      ids(
        '{transport: [xhr, sse, websocket, webtransport], direction: [client-to-server, server-to-client], protocol: [http1, https1, h3]}',
      ),
      [
        'xhr',
        'xhr https1',
        'sse',
        'sse https1',
        'websocket client-to-server',
        'websocket server-to-client',
        'websocket client-to-server https1',
        'websocket server-to-client https1',
        'webtransport client-to-server',
        'webtransport server-to-client',
      ],
    );
  });

  it('are unique where everything varies, beside requests too', () => {
    const wide = study(`parts:
  - {name: a, title: A, factors: {n: [1, 1000], format: [json, xml]}}
  - name: b
    title: B
    factors:
      dataset: [random, book]
      n: [10, 1000]
      format: [text, binary, json/JSON.parse, xml/domparser, xml/saxes, protobuf]
      transport: [xhr, fetch, beacon, sse, stream, long-polling, websocket, webtransport, sse+xhr, sse+fetch]
      direction: [client-to-server, server-to-client, both-ways]
      mode: [throughput, paced-50]
      size: [100, growing-100]
      compression: [none, permessage-deflate]
      network: [none, lan]
      protocol: [http1, h2, h3]`);
    const { cells } = makePlan(wide, SETTINGS);
    assert.ok(cells.length > 1_000);
    assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
  });
});

describe('panels of messages', () => {
  it('interleave transports whatever their protocol, and nothing that takes much longer; without empty exchanges', () => {
    const { sessions } = makePlan(
      study(
        'factors: {transport: [websocket, webtransport], direction: server-to-client, mode: [throughput, paced-50], size: [100, 1000], n: 500}\nprotocol: {budget: 1h, twin: {transport: websocket, mode: throughput, size: 100}}',
      ),
      SETTINGS,
    );
    const { panels } = sessions[0]!;
    assert.deepEqual(
      panels.map(({ cells, empties }) => [cells, empties]),
      [
        [['websocket 100 B', 'webtransport 100 B', 'websocket 100 B (twin)'], []],
        [['websocket 1000 B', 'webtransport 1000 B'], []],
        [['websocket paced-50 100 B', 'webtransport paced-50 100 B'], []],
        [['websocket paced-50 1000 B', 'webtransport paced-50 1000 B'], []],
      ],
    );
    assert.ok(
      panels[0]!.blocksPerRound > 4 * panels[2]!.blocksPerRound,
      'ten seconds at a rate against a blink',
    );
  });

  it('skip what a browser does not have, with the reason', () => {
    const { cells } = makePlan(
      study(
        'factors: {transport: [websocket, webtransport], direction: both-ways, browser: [chromium, webkit]}',
      ),
      SETTINGS,
    );
    assert.deepEqual(
      cells.flatMap(({ skip }) => skip ?? []),
      ['webkit has no webtransport'],
    );
  });
});

describe('the cost of messages', () => {
  const slow = { name: 'slow', source: '', rttMs: 40, jitterMs: 0, lossShare: 0, queueBytes: 1e6 };
  const networks = [{ ...slow, downKbits: 8_000, upKbits: 1_000 }];
  const [xhr, websocket] = study('factors: {transport: [xhr, websocket]}').parts[0]!.cells;
  const costMs = (cell: typeof xhr, changes: object) =>
    roughlyMs(sequenceCell({ ...recordedCell(cell!), network: 'slow', ...changes }), {
      networks,
      payloads: [],
    });

  it('is a round trip each where every one is answered, and the wire alone where they flow', () => {
    // 1 000 × 40 ms and 100 kB (with heads 500 kB) up at 1 Mbit/s; 1 000 × 110 B.
    const xhrMs = costMs(xhr, {});
    assert.ok(xhrMs > 41_000 && xhrMs < 46_000, `${xhrMs}`);
    const websocketMs = costMs(websocket, {});
    assert.ok(websocketMs > 880 && websocketMs < 1_300, `${websocketMs}`);
    assert.ok(costMs(websocket, { mode: 'ping-pong' }) > 40_000);
  });

  it('goes by the rate of the direction, and at a rate by the clock', () => {
    assert.ok(costMs(websocket, { size: '10000' }) > 80_000);
    assert.ok(costMs(websocket, { size: '10000', direction: 'server-to-client' }) < 12_000);
    const pacedMs = costMs(websocket, { mode: 'paced-50' });
    assert.ok(pacedMs > 20_000 && pacedMs < 21_000, `${pacedMs}`);
  });
});

describe('the plan of messages in words', () => {
  const text = study('factors: {transport: [sse, websocket], size: [100, random-100-1000]}');
  const said = sayPlan(text, makePlan(text, SETTINGS));

  it('tells what they are, and nothing that only requests have', () => {
    assert.match(said, /transport {4}sse, websocket/);
    assert.match(said, /size {9}100 B, random 100–1000 B/);
    assert.match(said, /format {7}text\n/);
    assert.doesNotMatch(said, /procedure|computation|connection/);
    assert.match(said, /Compared: transport against sse/);
  });

  it('tells beforehand that the budget does not hold one session, and when that is cut off', () => {
    const saidWith = (protocol: string) => {
      const paced = study(
        `factors: {transport: [sse, websocket], mode: paced-20, n: 1000}\nprotocol: {${protocol}}`,
      );
      return sayPlan(paced, makePlan(paced, SETTINGS)).replace(/\s+/g, ' ');
    };
    const free = saidWith('budget: 1m');
    assert.match(
      free,
      /Note: one session of each browser and target takes about \d+ min, and 1 min do not hold it; what is not done after 2 min is cut off: give more time/,
    );
    assert.match(free, /; 2 min of wall time at most, about/);
    assert.doesNotMatch(free, /1 min of wall time at most/);
    const given = saidWith('sessions: 4, budget: 1m');
    assert.match(given, /and 1 min do not hold it; it is carried out all the same: give more time/);
    assert.doesNotMatch(given, /have time for about 1 of 4/);
    assert.doesNotMatch(saidWith('budget: 3h'), /do not hold it/);
  });

  it('keeps to 80 columns', () => {
    assert.ok(said.split('\n').every((line) => line.length <= 80));
  });
});
