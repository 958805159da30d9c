import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { endView } from './result-view.ts';

const RESULT = {
  answers: [{ question: 'What to send?', sentences: [] }],
  alerts: [],
  tables: [],
  warnings: [],
  how: [],
  status: 'complete',
  ending: null,
};

function shown(job: Partial<JobSnapshot>) {
  const { document } = parseHTML('<main></main>');
  const main = document.querySelector('main')!;
  const progress = { sessionsDone: 0 };
  const snapshot = {
    title: 'advice on orders',
    record: 'a b',
    result: null,
    progress,
    ...job,
  } as JobSnapshot;
  main.append(...(endView(document as unknown as Document, snapshot) as never[]));
  return {
    text: main.textContent!,
    links: [...main.querySelectorAll('a')].map((each) => each.getAttribute('href')),
  };
}

const GO_ON = '/studies?record=a%20b';

test('a run that is complete has its result and nothing to go on with', () => {
  const { text, links } = shown({ result: RESULT });
  assert.match(text, /^advice on ordersWhat to send\?/);
  assert.deepEqual(links, ['/records']);
});

test('a run that was stopped has what was measured until then, and can be gone on with', () => {
  const { text, links } = shown({
    result: { ...RESULT, status: 'interrupted', ending: 'The run was interrupted' },
  });
  assert.match(text, /^advice on ordersThe run was interruptedWhat to send\?.*Go on with this run$/s);
  assert.deepEqual(links, ['/records', GO_ON]);
});

test('a run that failed says so above what was measured, and where nothing was', () => {
  const failed = { ...RESULT, status: 'failed', ending: 'The run failed: no browser' };
  const { text, links } = shown({ result: failed });
  assert.match(text, /^advice on ordersThe run failed: no browserWhat to send\?/);
  assert.deepEqual(links, ['/records', GO_ON]);
  assert.match(
    shown({ result: { ...failed, answers: [] } }).text,
    /^The run failed: no browserNothing was measured/,
  );
});

test('a run that failed can be gone on with by its record, and not without one', () => {
  assert.deepEqual(shown({}), { text: 'advice on ordersGo on with this run', links: [GO_ON] });
  assert.deepEqual(shown({ record: null }), { text: '', links: [] });
});

test('of a run that broke off without a result, what was measured can be opened', () => {
  const { text, links } = shown({ progress: { sessionsDone: 2 } as JobSnapshot['progress'] });
  assert.match(text, /^advice on ordersEverything measured stands in Records as a b\. Open its report/);
  assert.deepEqual(links, ['/records', GO_ON]);
});

test('what bears on the answer stands beneath it, each thing once, and no more than are read', () => {
  const busy = { what: 'the machine was busy: <b>9 %</b>', advice: 'end other work' };
  const known = { what: 'few sessions', advice: '' };
  const { text } = shown({ result: { ...RESULT, warnings: [busy, known, busy] } });
  assert.match(text, /2 warningsthe machine was busy: <b>9 %<\/b>; end other workfew sessionsEverything/);
  const many = Array.from({ length: 8 }, (_, i) => ({ what: `number ${i}`, advice: '' }));
  assert.match(
    shown({ result: { ...RESULT, warnings: many } }).text,
    /number 52 more warnings in the report/,
  );
  const nothing = { ...RESULT, answers: [], warnings: [known] };
  assert.match(shown({ result: nothing }).text, /^Nothing was measured\.1 warningfew sessions/);
  assert.doesNotMatch(shown({ result: RESULT }).text, /warning/);
});

test('what makes its answers provisional, and what helps, stands above them', () => {
  const sentence = { kind: 'open' as const, text: 'perhaps avro', provisional: false };
  const answers = [{ question: 'What to send?', sentences: [sentence] }];
  const { text } = shown({ result: { ...RESULT, answers, alerts: ['A run of about 6m is enough.'] } });
  assert.match(text, /^advice on ordersWhat to send\?A run of about 6m is enough\.\?perhaps avro/);
});
