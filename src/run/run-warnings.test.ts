import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionFacts, VoidedBlockFacts } from '../record/record.ts';
import { runWarnings } from './run-warnings.ts';

const late = { block: 0, cause: 'late', why: 'the link was late' } as VoidedBlockFacts;
const session = {
  session: 0,
  status: 'complete',
  reason: '',
  blocks: 4,
  agent: null,
  checks: [],
  voidedBlocks: [late],
} as unknown;
const told = (rootless: boolean) => runWarnings([session as SessionFacts], { reopened: 0, rootless });

test('late blocks are told with the session as people count it', () => {
  assert.deepEqual(
    told(false).map(({ kind, what, session: index }) => [kind, what, index]),
    [['link-disturbed', 'the link was late: 1 of 4 blocks of session 1 left out, and repeated once', 0]],
  );
});

test('the way to real-time priority is told to those who lack root’s', () => {
  assert.match(told(true)[0]!.advice, /real-time priority: sudo prlimit --pid \$\$ --rtprio=10:10/);
  assert.doesNotMatch(told(false)[0]!.advice, /prlimit/);
});

test('sessions outside that different machines took are no repetitions, and that is told where nobody knows which is which', () => {
  const by = (userAgent: string, command: readonly string[], device?: string) =>
    ({
      session: 0,
      status: 'complete',
      checks: [],
      voidedBlocks: [],
      blocks: 1,
      compared: {},
      agent: { userAgent, command, cores: 2, device },
    }) as unknown;
  const toldOf = (...sessions: unknown[]) =>
    runWarnings(sessions as SessionFacts[], { reopened: 0, rootless: false }).map(({ what }) => what);
  assert.deepEqual(toldOf(by('A', []), by('A', []), by('B', ['chromium'])), []);
  assert.deepEqual(toldOf(by('A', []), by('B', [])), [
    '2 different agents took the sessions outside: A (2 cores); B (2 cores)',
  ]);
  assert.deepEqual(toldOf(by('A', [], 'one'), by('A', [], 'one')), []);
  // Each of those answers by itself.
  assert.deepEqual(toldOf(by('A', [], 'one'), by('A', [], 'other')), []);
  assert.equal(toldOf(by('A', [], 'one'), by('A', [])).length, 1);
});

test('a browser that watches and measures is told of once, with its sessions', () => {
  const by = (device: string, watches: object) =>
    ({
      ...{ session: 0, status: 'complete', checks: [], voidedBlocks: [], blocks: 1, compared: {} },
      agent: {
        engine: 'firefox',
        engineVersion: '140.0',
        userAgent: 'A',
        cores: 8,
        command: [],
        device,
        ...watches,
      },
    }) as unknown as SessionFacts;
  const toldOf = (...sessions: SessionFacts[]) =>
    runWarnings(sessions, { reopened: 0, rootless: false }).map(({ kind, what }) => [kind, what]);
  assert.deepEqual(toldOf(by('one', {}), by('one', {})), []);
  const watches = { watches: true };
  assert.deepEqual(toldOf(by('one', {}), by('two', watches), by('two', watches)), [
    [
      'watching-browser',
      'firefox 140.0 measured 2 sessions, and by its address and User-Agent is the browser that watches the lab',
    ],
  ]);
});

test('a slowdown that missed what was asked by more than a quarter is told, and one at the border is not', () => {
  const by = (asked: number, slowedMs: number | null) =>
    ({
      session: 0,
      status: 'complete',
      checks: [],
      voidedBlocks: [],
      blocks: 1,
      compared: {},
      agent: { engine: 'chromium', command: ['x'] },
      slowdown: { asked, ...(slowedMs !== null && { knownWork: { beforeMs: 20, slowedMs } }) },
    }) as unknown as SessionFacts;
  const toldOf = (...sessions: SessionFacts[]) =>
    runWarnings(sessions, { reopened: 0, rootless: false }).map(({ kind, what }) => [kind, what]);
  assert.deepEqual(toldOf(by(4, 100), by(4, 60), by(4, 80)), []);
  assert.deepEqual(toldOf(by(4, 102)), [['slowdown-missed', 'chromium, session 1: asked 4×, reached 5.1×']]);
  assert.deepEqual(toldOf(by(4, 58)), [['slowdown-missed', 'chromium, session 1: asked 4×, reached 2.9×']]);
  assert.deepEqual(toldOf(by(4, null), by(2, null)), [
    ['slowdown-not-held', 'chromium cannot do the known work that says how slow it was made'],
  ]);
});

test('a client that compares no timed answers is told of once', () => {
  const by = (engine: string, compared: object) =>
    ({
      session: 0,
      status: 'complete',
      checks: [],
      voidedBlocks: [],
      blocks: 1,
      agent: { engine, command: ['x'] },
      ...compared,
    }) as unknown;
  const sessions = [by('lua', {}), by('lua', {}), by('chromium', { compared: { json: 7 } })];
  assert.deepEqual(
    runWarnings(sessions as SessionFacts[], { reopened: 0, rootless: false }).map(({ kind, what }) => [
      kind,
      what,
    ]),
    [['answers-not-compared', 'lua compares none of its timed answers with the original']],
  );
});
