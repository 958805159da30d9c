import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { JobSnapshot } from '../jobs/snapshot.ts';
import { JobView } from './job-view.ts';

const JOB: JobSnapshot = {
  id: 1,
  kind: 'advise',
  title: 'advice on orders',
  state: 'waiting',
  waitsFor: null,
  progress: {
    doing: '',
    isMeasuring: false,
    share: null,
    leftMs: null,
    exchanges: 0,
    sessionsDone: 0,
    sessionsPlanned: 0,
    looks: [],
    race: [],
  },
  notes: [],
  question: null,
  outside: null,
  record: null,
  result: null,
  failure: null,
};

const job = (more: Partial<JobSnapshot>): JobSnapshot => ({ ...JOB, ...more });

function place() {
  const { document } = parseHTML('<main><section></section></main>');
  return { document, section: document.querySelector('section')! as unknown as HTMLElement };
}

test('the answer to a start that comes late takes nothing back', () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const said = () => section.querySelector('.job-what')!.textContent;
  view.show(job({}));
  assert.equal(said(), 'Advice on orders …', 'it waits for nothing');
  view.show(job({ waitsFor: 'study one' }));
  assert.match(said()!, /^Advice on orders waits for study one: one at a time/);
  view.show(job({ state: 'going' }));
  view.show(job({}));
  assert.equal(said(), 'Advice on orders …');
  view.show(job({ state: 'done' }));
  view.show(job({ state: 'going' }));
  assert.equal(said(), 'Advice on orders is done.');
});
