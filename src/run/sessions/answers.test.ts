import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import { Answers } from './answers.ts';

const TIMEOUT_MS = 10_000;

/** Of a run of 12 s that may end a tenth later. */
function answersOf(clock: FakeClock, timeoutMs = TIMEOUT_MS): Answers {
  return new Answers({ clock, timeoutMs, inTime: { endMs: 12_000, lateMs: 1_200 } });
}

test('where nobody has to be in time every exchange is waited for as long, and a target may hang', () => {
  const clock = new FakeClock(50_000);
  const answers = new Answers({ clock, timeoutMs: TIMEOUT_MS, inTime: null });
  answers.late('base', TIMEOUT_MS, 'json base');
  assert.equal(answers.withinMs(), TIMEOUT_MS);
  assert.equal(answers.beginWithinMs(), Number.POSITIVE_INFINITY);
  assert.deepEqual([answers.whyOver(), answers.whyWithout('base')], [null, null]);
});

test('an exchange is waited for half of what is left at most, and a tenth of the time at least', () => {
  const clock = new FakeClock();
  const answers = answersOf(clock);
  assert.equal(answers.withinMs(), 6_600);
  assert.equal(answers.withinMs(500), 500);
  clock.advance(10_000);
  assert.equal(answers.withinMs(), 1_600);
  clock.advance(5_000);
  assert.equal(answers.withinMs(), 1_200);
  assert.equal(answersOf(new FakeClock(), 2_000).withinMs(), 2_000, 'and never longer than a study says');
});

test('whenever a target begins to hang, it is known by the end of the time and a tenth of it', () => {
  for (let beganMs = 0; beganMs < 12_000; beganMs += 250) {
    const clock = new FakeClock(beganMs);
    const answers = answersOf(clock);
    while (answers.whyOver() === null) {
      // A job is laid, and its last exchange hangs.
      const waitMs = answers.withinMs();
      clock.advance(answers.beginWithinMs() + waitMs);
      answers.late('base', waitMs, 'json base');
    }
    assert.ok(clock.nowMs() <= 13_201, `from ${beganMs} ms on: ${clock.nowMs()} ms`);
  }
});

test('a server that took long once has as much time again, however little is left', () => {
  const clock = new FakeClock(11_000);
  const answers = answersOf(clock);
  answers.came('base', 900);
  assert.equal(answers.withinMs(), 1_800);
  assert.equal(answers.beginWithinMs(), 400);
  answers.came('head', 40);
  assert.equal(answers.withinMs(), 1_800);
});

test('a target that hangs is told with how often it was asked, and one that answers again does not', () => {
  const clock = new FakeClock(11_999);
  const answers = answersOf(clock);
  answers.late('base', 4_600, 'json base');
  answers.late('base', 2_300, 'cbor base');
  assert.ok(answers.hangs('base', 2) && !answers.hangs('base', 3) && !answers.hangs('head'));
  assert.equal(answers.whyOver(), null, 'its time is not up');
  const [why, none] = [answers.whyWithout('base'), answers.whyWithout('head')];
  assert.equal(
    why?.message,
    'the target base did not answer: 2 exchanges in a row got no answer in 4.6 s at most (json base and cbor base)',
  );
  assert.deepEqual(why?.fault, { target: 'base', how: 'unanswered' });
  assert.equal(none, null);
  for (const cell of ['xml base', 'avro base']) answers.late('base', 100, cell);
  assert.match(answers.whyWithout('base')!.message, /\(json base, cbor base, xml base and others\)$/);
  clock.advance(1);
  assert.match(answers.whyOver()!.message, /^the target base did not answer/);
  answers.came('base');
  assert.deepEqual([answers.whyOver(), answers.whyWithout('base')], [null, null]);
  answers.late('head', 1_200, 'its empty exchange');
  assert.equal(
    answers.whyOver()?.message,
    'the target head did not answer: an exchange got no answer in 1.2 s (its empty exchange)',
  );
});
