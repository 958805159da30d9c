import assert from 'node:assert/strict';
import test from 'node:test';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { restAnswer } from '../answers/rest.ts';
import { sayCaveats } from './caveats.ts';
import { sayUsedTime, usedMs } from './wall-time.ts';

const { run, summary } = madeUp({ noise: 0.05 });

function withComparisons(change: (i: number) => Partial<Summary['comparisons'][number]>): Summary {
  return { ...summary, comparisons: summary.comparisons.map((each, i) => ({ ...each, ...change(i) })) };
}

test('a run of enough sessions, whole and without an alarm, needs no caveat', () => {
  assert.deepEqual(sayCaveats(run, summary), { alerts: [], notes: [] });
});

test('a slower processor is said to be emulated, with what was asked and what each client reached', () => {
  const slowed = (engine: string, asked: number, slowedMs: number) => ({
    ...run.sessions[0]!,
    agent: { ...run.sessions[0]!.agent!, engine },
    slowdown: { asked, ...(slowedMs > 0 && { knownWork: { beforeMs: 20, slowedMs } }) },
  });
  const sessions = [
    ...run.sessions,
    slowed('chromium', 4, 76),
    slowed('chromium', 4, 78),
    slowed('chromium', 4, 78),
    slowed('qt6', 2, 0),
    { ...slowed('chromium', 4, 20), status: 'failed' as const },
  ];
  assert.deepEqual(sayCaveats({ ...run, sessions }, summary).notes, [
    'The slower processor is emulated, by a quota that all threads of the client share; of one thread: chromium asked 4×, reached 3.9× (3.8× to 3.9×); qt6 asked 2×, and nobody knows what it reached.',
  ]);
});

test('a run of too few sessions says once that all of it is provisional, and what would be enough', () => {
  const few = withComparisons(() => ({ provisional: true, sessions: 2 }));
  assert.deepEqual(sayCaveats(run, few).alerts, [
    'Provisional: every answer rests on 2 sessions and takes 4 at least. --budget 4m is about enough.',
  ]);
  const some = withComparisons((i) => ({ provisional: i === 0 }));
  assert.match(sayCaveats(run, some).alerts.join(), /^Provisional are the answers with ○: fewer than 4 /);
});

test('a twin that differs from its cell is told first, with what it withholds', () => {
  const [a] = summary.cells;
  const twin = { cell: a!.id, twin: 'twin', ratio: 1.2, interval: [1.1, 1.3] as const, noiseFloor: 0.3 };
  const beside = summary.comparisons.filter((each) => each.asked && [each.a, each.b].includes(a!.id));
  const [alarm] = sayCaveats(run, { ...summary, twinAlarms: [{ twin, cells: [a!.id] }] }).alerts;
  assert.ok(beside.length > 1);
  assert.match(alarm!, /^Twin alarm: .* differs from itself, 1\.20× \[1\.10, 1\.30\]\. /);
  assert.match(alarm!, new RegExp(`\\. ${beside.length} comparisons beside it are withheld\\. `));
});

test('what was left out is told with its reasons, the most frequent first', () => {
  const cells = summary.cells.map((cell, i) =>
    i < 3 ? { ...cell, status: 'skipped' as const, reason: i === 0 ? 'no TLS' : 'no time' } : cell,
  );
  assert.deepEqual(sayCaveats(run, { ...summary, cells }).notes, [
    'Left out: 3 of 12 cells (2: no time and 1: no TLS)',
  ]);
});

test('the time used leaves out a break between two sittings, and is not told of the former protocol', () => {
  const session = { startMs: 1_000, wallMs: 9_000 };
  const at = (startedAt: string) => ({ ...session, startedAt });
  const sittings = {
    ...run,
    startedAt: '2026-11-21T09:00:00.000Z',
    sessions: [at('2026-11-21T09:00:05.000Z'), at('2026-11-21T10:00:00.000Z')],
    endedAt: '2026-11-21T10:00:12.000Z',
  } as unknown as RunFile;
  assert.equal(usedMs(sittings), 27_000);
  // What was interrupted while its network was set up has no session yet.
  const [, later] = sittings.sessions;
  assert.equal(usedMs({ ...sittings, sessions: [later!] }), 12_000);
  const design = (one: 1 | 2) => ({ ...sittings, plan: { ...run.plan, design: one } });
  assert.equal(sayUsedTime(design(2)), '27 s of 1.5 min');
  assert.equal(sayUsedTime(design(1)), null);
});

test('what predictions are held beside has a time of its own, and what was not measured is told', () => {
  const study = { ...run.study, parts: [...run.study.parts, { ...run.study.parts[0]!, heldMs: 30_000 }] };
  const held = { sessions: [{ startMs: 1_000, wallMs: 12_000 }], link: { setUpMs: 11_000 } };
  const whole = {
    ...run,
    study,
    sessions: [{ startMs: 1_000, wallMs: 49_000, startedAt: '2026-11-21T09:00:03.000Z' }],
    startedAt: '2026-11-21T09:00:00.000Z',
    endedAt: '2026-11-21T09:01:17.000Z',
    held,
  } as unknown as RunFile;
  assert.equal(usedMs(whole), 53_000);
  assert.equal(sayUsedTime(whole), '1.3 min of 2 min');
  const [cell] = summary.cells;
  const unmeasured = { ...cell!, totalMs: null, reason: 'needs the link: no cargo' };
  assert.deepEqual(sayCaveats(run, { ...summary, held: [cell!, unmeasured] }).notes, [
    'Predicted alone, without a measurement beside it: 1 cell over none (needs the link: no cargo)',
  ]);
});

test('what would tell more names the options, and both waits where one is far longer', () => {
  const told = (waits: readonly (number | null)[]) => {
    const made = withComparisons((i) => ({
      verdict: i < waits.length ? 'open' : 'faster',
      moreMs: waits[i] ?? null,
    }));
    return restAnswer({ ...run, plan: { ...run.plan, design: 2 } }, made).flatMap(({ sentences }) =>
      sentences.map(({ text }) => text),
    );
  };
  const asked = summary.comparisons.filter((each) => each.asked).length;
  assert.deepEqual(told([60_000, 90_000, null]), [
    `2 of ${asked} comparisons can still be told to ±2 %: in about 90 s more (--precision 2% --budget 4m); 1 more is out of reach`,
  ]);
  assert.deepEqual(told([60_000, 3_000_000]), [
    `2 of ${asked} comparisons can still be told to ±2 %: half of them in about 60 s more (--precision 2% --budget 3m), all in about 50 min`,
  ]);
  assert.deepEqual(told([null]), []);
});

test('of URLs more time alone is advised, as `measure` takes no precision', () => {
  const payloads = [{ url: { target: 'a' } }] as unknown as RunFile['study']['payloads'];
  const parts = run.study.parts.map((part) => ({
    ...part,
    cells: part.cells.map((cell) => ({ ...cell, target: 'a' })),
  }));
  const ofUrls = {
    ...run,
    study: { ...run.study, payloads, parts },
    plan: { ...run.plan, design: 2 as const },
  };
  const told = (verdict: 'open' | 'within') =>
    restAnswer(
      ofUrls,
      withComparisons((i) => ({ verdict: i === 0 ? verdict : 'faster', moreMs: 60_000 })),
    );
  const asked = summary.comparisons.filter((each) => each.asked).length;
  assert.deepEqual(
    told('open').flatMap(({ sentences }) => sentences.map(({ text }) => text)),
    [`1 of ${asked} comparisons can still be told: in about 60 s more (--budget 3m)`],
  );
  assert.deepEqual(told('within'), []);
});
