import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CheckOutcome, sayReport, type VerifyReport } from './report.ts';

function outcome(name: string, change: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    name,
    must: `${name} is right`,
    status: 'passed',
    findings: [],
    reason: '',
    durationMs: 1,
    ...change,
  };
}

function makeReport(checks: readonly CheckOutcome[]): VerifyReport {
  const passed = checks.every(({ status }) => status !== 'failed');
  return { target: 'http://t', mode: 'fast', about: null, passed, checks, requests: 12, durationMs: 1_540 };
}

test('a report is a line a check, then the verdict', () => {
  assert.equal(
    sayReport(
      makeReport([outcome('about'), outcome('orders', { status: 'skipped', reason: 'no computation' })]),
    ),
    `pass  about   about is right
skip  orders  no computation

http://t meets the target contract (12 requests in 1.5 s)
`,
  );
});

test('checks in a row that are skipped for one reason share a line', () => {
  const none = { status: 'skipped', reason: 'messages: it has none' } as const;
  const checks = [
    outcome('message-data', none),
    outcome('message-pace', none),
    outcome('message-limits', none),
    outcome('call-answers', { status: 'skipped', reason: 'calls: it has none' }),
    outcome('about'),
    outcome('message-headers', none),
  ];
  assert.deepEqual(sayReport(makeReport(checks)).split('\n').slice(0, 4), [
    'skip  message-data     messages: it has none (and 2 checks more)',
    'skip  call-answers     calls: it has none',
    'pass  about            about is right',
    'skip  message-headers  messages: it has none',
  ]);
});

test('what is wrong stands under its check, the first five of many', () => {
  const findings = Array.from({ length: 7 }, (_, i) => `wrong ${i}`);
  const said = sayReport(makeReport([outcome('objects', { status: 'failed', findings })]));
  assert.equal(
    said,
    `FAIL  objects  objects is right
      wrong 0
      wrong 1
      wrong 2
      wrong 3
      wrong 4
      and 2 more

http://t does not meet the target contract: objects (12 requests in 1.5 s)
`,
  );
});
