import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { PlannedSession } from '../plan/plan.ts';
import { rotationsIn } from '../plan/sessions/rotations.ts';
import type { KindTimes } from '../plan/sessions/session-times.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import { Course } from './course.ts';
import { Pace } from './pace.ts';

const session = (index: number, browser = 'chromium', durationMs = 2_000) =>
  ({ index, browser, target: 'node', place: 'loopback', durationMs }) as PlannedSession;
const sessions = (count: number) => Array.from({ length: count }, (_, index) => session(index));
const timesOf = () => ({ overheadMs: 1_000, leastMs: 500, blocksMs: new Map() }) as unknown as KindTimes;

/**
 * Sessions that take what they are told and `overheadMs` around it; answers when the last ended, and how many
 * there were.
 */
function carriedOut(pace: Pace, plan: readonly PlannedSession[], overheadMs: number, leastMs = 0) {
  let nowMs = 0;
  let left = plan;
  let done = 0;
  for (;;) {
    const durationMs = pace.durationMs(left, done, nowMs);
    if (durationMs === null) return { nowMs, done };
    const [next, ...others] = left;
    const blocksMs = Math.max(leastMs, durationMs);
    nowMs += blocksMs + overheadMs;
    pace.learn({ ...next!, durationMs }, { wallMs: blocksMs + overheadMs, blocksMs });
    left = others;
    done++;
  }
}

for (const minutes of [0.5, 1, 10]) {
  for (const overheadMs of [400, 1_000, 3_000]) {
    test(`${minutes} min end in time where sessions take ${overheadMs} ms around their blocks, and 1 s was foreseen`, () => {
      const endMs = minutes * 60_000;
      const { nowMs, done } = carriedOut(new Pace(endMs, timesOf), sessions(minutes * 20), overheadMs);
      assert.ok(nowMs > 0.9 * endMs && nowMs < 1.02 * endMs, `${nowMs} ms, ${done} sessions`);
      assert.ok(done >= 4);
    });
  }
}

test('while there may be too few sessions for an answer, time is kept back for those to come', () => {
  const pace = new Pace(20_000, timesOf);
  const spareMs = 20_000 - 4 * 1_500;
  const first = pace.durationMs(sessions(4), 0, 0)!;
  assert.equal(first, 500 + (spareMs - 0.15 * 20_000) / 4);
  assert.equal(pace.durationMs([session(3)], 3, 10_000), 9_000, 'the last has all of it');
  // Where the study says how many there are, none is longer than planned, and the rest would be lost.
  const given = new Pace(20_000, timesOf, { isNumberGiven: true });
  assert.equal(
    given.durationMs(
      [0, 1, 2, 3].map((i) => session(i, 'chromium', 9_000)),
      0,
      0,
    ),
    500 + spareMs / 4,
  );
  assert.equal(pace.durationMs(sessions(10), 0, 0), 500 + (20_000 - 10 * 1_500) / 10, 'more than enough');
});

/** Blocks are begun until the time is over; three are carried out anyway. */
function blocksOf(durationMs: number, blockMs: number): number {
  return Math.max(3, Math.ceil(durationMs / blockMs)) * blockMs;
}

test('where blocks are long and few, a session that has only its least does no more', () => {
  for (const blockMs of [1_700, 2_000, 2_400]) {
    const times = { overheadMs: 5_600, leastMs: 5_500, blocksMs: new Map([[0, 5_500 / 3]]) };
    const pace = new Pace(43_000, () => times as unknown as KindTimes);
    let nowMs = 0;
    for (let done = 0; done < 4; done++) {
      const left = sessions(4).slice(done);
      const durationMs = pace.durationMs(left, done, nowMs)!;
      const blocksMs = blocksOf(durationMs, blockMs);
      if (done < 3) assert.equal(blocksMs, 3 * blockMs, `session ${done} of blocks of ${blockMs} ms`);
      // The first has probes, which those after it do not: the run tells the pace of the rest.
      nowMs += blocksMs + 4_600 + (done === 0 ? 5_000 : 0);
      pace.learn({ ...left[0]!, durationMs }, { wallMs: blocksMs + 4_600, blocksMs });
    }
    assert.ok(nowMs < 43_000 * 1.25, `${nowMs}`);
  }
});

test('blocks that take longer than foreseen leave fewer sessions, and the time is kept', () => {
  const { nowMs, done } = carriedOut(new Pace(60_000, timesOf), sessions(30), 1_000, 4_000);
  assert.ok(nowMs > 54_000 && nowMs < 66_000, `${nowMs}`);
  assert.ok(done < 13);
});

test('a rotation that does not fit is not begun; where four are not done yet it is', () => {
  const pace = new Pace(10_000, timesOf);
  const rotation = [session(0, 'chromium'), session(1, 'firefox')];
  assert.equal(pace.durationMs(rotation, 4, 8_500), null);
  assert.equal(pace.durationMs(rotation, 3, 8_500), 500);
  assert.equal(pace.durationMs(rotation, 3, 9_500), null, 'no time even to start one');
  // The other half of a rotation is worth more than its least.
  assert.ok(pace.durationMs([session(1, 'firefox')], 4, 8_000)! >= 500);
});

test('where the study says how many sessions there are, the first of each kind is carried out whole, however late', () => {
  const pace = new Pace(10_000, timesOf, { isNumberGiven: true });
  assert.equal(pace.durationMs([session(0)], 0, 25_000), 500);
  assert.equal(pace.endMsOfSession(session(0)), null);
  pace.learn(session(0), { wallMs: 25_000, blocksMs: 1_000 });
  assert.equal(pace.endMsOfSession(session(1)), 10_000);
  assert.equal(pace.durationMs([session(1)], 0, 25_000), null);
  assert.equal(pace.durationMs([session(1, 'firefox')], 0, 25_000), 500);
  assert.equal(new Pace(10_000, timesOf).durationMs([session(0)], 0, 25_000), null);
});

test('without an end every session has the time that was planned', () => {
  assert.equal(new Pace(null, timesOf).durationMs([session(0)], 0, 1e9), 2_000);
});

test('a session that an answer needs is cut later where time is granted, and its rotation is gone on with', () => {
  const pace = new Pace(10_000, timesOf, { graceMs: 6_000 });
  const kinds = (index: number) => session(index, index % 2 === 0 ? 'chromium' : 'firefox');
  const left = [6, 7].map(kinds);
  // 1.2 s are left for the fourth rotation: it is begun, takes 9 s, and goes on with its other kind.
  assert.equal(pace.durationMs(left, 3, 8_800), 500);
  assert.equal(pace.endMsOfSession(left[0]!), 16_000);
  assert.equal(pace.durationMs(left.slice(1), 3, 13_000), 500);
  assert.equal(pace.durationMs(left.slice(1), 3, 15_500), null, 'no session could begin in what is granted');
  assert.equal(pace.durationMs([kinds(8)], 4, 8_000), 1_000);
  assert.equal(pace.endMsOfSession(kinds(8)), 10_000, 'a fifth is not needed');
  const without = new Pace(10_000, timesOf);
  assert.equal(without.durationMs(left.slice(1), 3, 10_500), null);
});

test('the first session of a run has as much again as was left for it; those after it end in time', () => {
  const pace = new Pace(10_000, timesOf);
  pace.durationMs(sessions(3), 0, 4_000);
  assert.equal(pace.endMsOfSession(session(0)), 16_000);
  pace.learn(session(0), { wallMs: 9_000, blocksMs: 500 });
  assert.equal(pace.endMsOfSession(session(1)), 10_000);
  const late = new Pace(10_000, timesOf);
  assert.equal(
    late.durationMs(sessions(3), 0, 9_500),
    500,
    'it has less than it takes, and is begun all the same',
  );
  assert.equal(late.endMsOfSession(session(0)), 11_500);
  const resumed = new Pace(10_000, timesOf);
  resumed.durationMs(sessions(3), 1, 4_000);
  assert.equal(resumed.endMsOfSession(session(0)), 10_000, 'there is something measured already');
});

test('the first session of a run is granted no more than its budget again, whatever it is foreseen to take', () => {
  const text = `study: s\ntitle: S\nquestion: Q\nfactors: {transport: [sse, websocket], mode: paced-20, n: 1000}\nprotocol: {budget: 1m}`;
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  const plan = makePlan(study, { noLink: null });
  const nothing = { sessions: [], looks: [], race: [] };
  const course = new Course({ study, plan, endMs: 55_000, ...nothing });
  const first = course.next(0, 5_000)!;
  assert.ok(first.durationMs > 300_000, `${first.durationMs}`);
  assert.equal(course.endMsOfSession(first), 55_000 + 60_000);
});

test('a slow session makes its own kind slower, and no longer than the machine is', () => {
  const panel = { warmupBlocks: 1, blocksPerRound: 1 };
  const times = { ...timesOf(), roundMs: 125, panels: [panel] } as unknown as KindTimes;
  const pace = new Pace(600_000, () => times);
  const least = (browser: string) => pace.times(session(0, browser)).leastMs;
  // Four blocks of 125 ms are the least.
  const learn = (browser: string, blocksMs: number, blocks: number) =>
    pace.learn(session(0, browser, least(browser)), { wallMs: blocksMs + 1_000, blocksMs, blocks });
  learn('chromium', 500, 4);
  learn('firefox', 4_500, 4);
  assert.deepEqual([least('chromium'), least('firefox')], [500, 2_500]);
  assert.equal(least('webkit'), 500, 'of one that was not seen yet the least of the others');
  // Quiet again it fills the time that it is told with more blocks.
  learn('firefox', 2_500, 20);
  assert.equal(least('firefox'), 1_500);
});

test('where the first are to be short, time is left for what they leave open', () => {
  const pace = new Pace(60_000, timesOf, { areFirstShort: true });
  assert.equal(pace.durationMs(sessions(4), 0, 0), 500);
  assert.ok(pace.durationMs([session(4)], 4, 10_000)! > 40_000);
});

test('sessions at once have as much more time each, and are all over in that of the run', () => {
  const pace = new Pace(600_000, timesOf, { parallel: 4 });
  const running = new Map<PlannedSession, number>();
  const toldMs: number[] = [];
  let left = sessions(6);
  let [nowMs, done] = [0, 0];
  for (;;) {
    while (running.size < 4) {
      const durationMs = pace.durationMs(left, done, nowMs, [...running.keys()]);
      if (durationMs === null) break;
      toldMs.push(durationMs);
      running.set({ ...left[0]!, durationMs }, nowMs + 1_000 + durationMs);
      left = left.slice(1);
    }
    if (running.size === 0) break;
    const [first, endMs] = [...running].reduce((one, other) => (other[1] < one[1] ? other : one));
    running.delete(first);
    pace.learn(first, { wallMs: 1_000 + first.durationMs, blocksMs: first.durationMs });
    nowMs = endMs;
    done++;
  }
  assert.equal(done, 6);
  assert.ok(nowMs > 599_000 && nowMs < 600_001, `${nowMs}`);
  // Two after one another in each of two lanes: one by one each would have had 100 s.
  assert.ok(
    toldMs.every((ms) => ms > 298_000),
    toldMs.join(', '),
  );
});

test('a look reckons with the time of all sessions at once', () => {
  const text = `study: s\ntitle: T\nquestion: Q\nfactors: {n: 1000, format: [json, xml], browser: "grid:chrome@http://localhost:4444"}\nprotocol: {budget: 10m}`;
  const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
  const plan = makePlan(study, { noLink: null });
  const found = {
    asked: 1,
    open: 1,
    neededCells: new Set(plan.cells.map(({ id }) => id)),
    withinVariances: new Map<string, number>(),
    widest: 1,
  };
  const rotations = (parallel: number) => {
    const nothing = { sessions: [], looks: [], race: [] };
    const course = new Course({ study, plan, endMs: 600_000, parallel, ...nothing });
    course.goOn(4, found, 585_000);
    return rotationsIn(course.plan.sessions);
  };
  assert.ok(rotations(4) > rotations(1), `${rotations(4)} and ${rotations(1)}`);
});
