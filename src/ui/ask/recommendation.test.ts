import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { JobSnapshot } from '../jobs/snapshot.ts';
import { Recommendation } from './recommendation.ts';

let place: HTMLElement;
let data: string | null;
let recommendation: Recommendation;
beforeEach(() => {
  const { document } = parseHTML('<html><body><section id="recommendation" hidden></section></body></html>');
  place = document.getElementById('recommendation')!;
  place.focus = () => {};
  data = 'orders';
  recommendation = new Recommendation(document, () => data);
});

const job = (id: number, title: string, more: Partial<JobSnapshot> = {}) => {
  const answers = [{ question: 'What to send?', sentences: [] }];
  const result = { answers, alerts: [], tables: [], warnings: [], how: [], status: 'complete', ending: null };
  const told = { kind: 'advise', state: 'done', about: 'orders', record: null, result };
  return { id, title, progress: { sessionsDone: 2 }, ...told, ...more } as JobSnapshot;
};
const GOING = { state: 'going', result: null } as const;
const title = () => place.querySelector('.note')?.textContent;
const isMarked = () => !place.querySelector('.former')!.hasAttribute('hidden');

test('advice that another tab asked for takes no recommendation of this one away', () => {
  recommendation.own(job(1, 'advice on orders'));
  recommendation.hear(job(1, 'advice on orders', GOING));
  recommendation.hear(job(1, 'advice on orders'));
  recommendation.hear(job(2, 'advice on users'));
  assert.equal(title(), 'advice on orders');
  assert.ok(!place.hasAttribute('hidden'));
});

test('where other data were given since, the recommendation says that it is not about them', () => {
  recommendation.own(job(1, 'advice on orders'));
  recommendation.hear(job(1, 'advice on orders'));
  assert.equal(isMarked(), false);
  data = 'users';
  recommendation.dataChanged();
  assert.equal(isMarked(), true);
  data = 'orders';
  recommendation.dataChanged();
  assert.equal(isMarked(), false, 'the path that was typed is gone again');
});

test('advice that ends when other data stand there says so, too', () => {
  recommendation.own(job(1, 'advice on orders'));
  recommendation.hear(job(1, 'advice on orders', GOING));
  data = 'users';
  recommendation.dataChanged();
  recommendation.hear(job(1, 'advice on orders'));
  assert.equal(isMarked(), true);
});

test('a page that is loaded anew, with other data, says that the recommendation is not about them', () => {
  data = 'users';
  recommendation.hear(job(1, 'advice on orders'));
  assert.equal(isMarked(), true);
  data = 'orders';
  recommendation.dataChanged();
  assert.equal(isMarked(), false);
  data = null;
  recommendation.dataChanged();
  assert.equal(isMarked(), false, 'nothing is there to be mistaken for them');
});

test('advice that was stopped or failed can be gone on with', () => {
  recommendation.hear(job(1, 'advice on orders', { state: 'failed', result: null, record: 'a' }));
  const links = [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  assert.ok(links.includes('/studies?record=a'), links.join(' '));
});

test('while the next run goes on, what the one before found says so', () => {
  recommendation.hear(job(1, 'advice on orders'));
  assert.equal(isMarked(), false);
  recommendation.hear(job(2, 'advice on orders', GOING));
  assert.equal(isMarked(), true);
  assert.match(place.querySelector('.former')!.textContent!, /^This is what the run before found/);
  recommendation.hear(job(2, 'advice on orders', { state: 'stopped', result: null }));
  assert.equal(isMarked(), false);
});
