import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { keepToken } from '../lab-api.ts';
import { JobView, WatchedJobs } from './job-view.ts';

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
    nextLook: null,
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

/** How often what is said got focus. */
function focusedIn(section: HTMLElement): () => number {
  let reached = 0;
  section.querySelector<HTMLElement>('.job-what')!.focus = () => {
    reached++;
  };
  return () => reached;
}

/** As much of a window as the token needs. */
function pageOfToken() {
  return {
    location: { hash: '', pathname: '/ask', search: '' },
    localStorage: { getItem: () => 'token' },
    addEventListener: () => {},
  };
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

test('before there is a run it says what it does and how many of how many are done', () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const progress = {
    ...JOB.progress,
    doing: 'timing every format on this machine',
    steps: { done: 5, of: 17 },
    share: 5 / 17,
  };
  view.show(job({ state: 'going', progress }));
  assert.match(section.querySelector('.job-what')!.textContent!, /^Advice on orders: timing every format/);
  assert.equal(section.querySelector('.job-figures')!.textContent, '5 of 17 done');
  assert.equal(section.querySelector('.job-figures')!.hasAttribute('hidden'), false);
});

test('between looks it says how far it is, when it looks next, and then what has become of the questions', () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const going = (more: Partial<JobSnapshot['progress']>) =>
    view.show(
      job({
        state: 'going',
        progress: {
          ...JOB.progress,
          share: 0.3,
          leftMs: 90_000,
          sessionsDone: 4,
          sessionsPlanned: 16,
          ...more,
        },
      }),
    );
  const figures = () => section.querySelector('.job-figures')!.textContent!;
  going({ nextLook: { sessions: 6, inMs: 30_000 } });
  assert.match(figures(), /^session 5 of 16 · first look after session 6, in 30 s · 1\.5 min left · /);
  const race = [
    { id: 'json', network: 'none', medianMs: 5, interval: [4, 6], before: null, isOut: false },
  ] as const;
  going({ nextLook: { sessions: 8, inMs: 30_000 }, looks: [{ sessions: 4, open: 5 }], race });
  assert.match(figures(), / · next look after session 8, in 30 s · /);
  const looks = [
    { sessions: 4, open: 5 },
    { sessions: 6, open: 1 },
  ];
  going({ nextLook: { sessions: 16, inMs: 90_000 }, looks, race: [{ ...race[0], before: [3, 9] }] });
  assert.match(figures(), / · next look at the end · /);
  assert.equal(
    section.querySelector('.race p')!.textContent,
    'After 6 sessions 1 question is open (after 4: 5)',
  );
  assert.match(section.querySelector('.race')!.textContent!, /was \[3\.00, 9\.00\]/);
  assert.doesNotMatch(figures(), /updated/);
  going({ isMeasuring: true });
  assert.match(figures(), / · updated every 5 s, to leave it undisturbed$/);
});

test('what failed stays until somebody closes it, and what was over before is gone', () => {
  const { document, section } = place();
  const watched = new WatchedJobs(document, section);
  const failure = { problem: 'no browser' };
  const said = () => [...section.querySelectorAll('.job-what')].map((each) => each.textContent);
  const events = (state: JobSnapshot['state']) => [
    job({ id: 1, title: 'a', state: 'failed', failure }),
    job({ id: 2, title: 'b', state: 'done' }),
    job({ id: 3, title: 'c', state }),
  ];
  for (const event of events('going')) watched.show(event);
  assert.deepEqual(said(), ['C …'], 'what was over before this page came is old news');
  watched.show(job({ id: 4, title: 'd' }));
  watched.show(job({ id: 3, title: 'c', state: 'failed', failure }));
  watched.show(job({ id: 5, title: 'e' }));
  watched.show(job({ id: 4, title: 'd', state: 'done' }));
  assert.deepEqual(said(), ['C did not work.', 'E …']);
  const closes = () =>
    [...section.querySelectorAll<HTMLElement>('[aria-label^=Close]')].filter(
      (each) => !each.hasAttribute('hidden'),
    );
  assert.equal(closes().length, 1);
  closes()[0]!.click();
  assert.deepEqual(said(), ['E …']);
  for (const event of events('failed')) watched.show(event);
  assert.deepEqual(said(), ['E …'], 'told again after the page was hidden');
  watched.show(job({ id: 5, title: 'e', state: 'failed', failure }));
  watched.closeFailedBefore(job({ id: 5 }));
  assert.deepEqual(said(), ['E did not work.']);
  watched.closeFailedBefore(job({ id: 6 }));
  assert.deepEqual(said(), []);
  assert.ok(section.hasAttribute('hidden'));
});

test('what goes on aside is seen while it does, and takes nothing from what was over before', () => {
  const { document, section } = place();
  const watched = new WatchedJobs(document, section);
  const said = () => [...section.querySelectorAll('.job-what')].map((each) => each.textContent);
  watched.show(job({ id: 1, title: 'run', state: 'going' }));
  watched.show(job({ id: 2, title: 'plan', state: 'going' }), true);
  watched.show(job({ id: 1, title: 'run', state: 'stopped' }));
  assert.deepEqual(said(), ['Run was stopped.', 'Plan …']);
  watched.show(job({ id: 2, title: 'plan', state: 'done' }), true);
  assert.deepEqual(said(), ['Run was stopped.']);
});

test('what another section does is seen aside, with its Stop, while something waits for it', () => {
  const { document, section } = place();
  const watched = new WatchedJobs(document, section);
  const said = () => [...section.querySelectorAll('.job-what')].map((each) => each.textContent);
  const tell = (event: JobSnapshot, isOfSection: boolean) => {
    watched.hear(event, isOfSection);
    if (isOfSection) watched.show(event);
  };
  const messages = job({ id: 1, kind: 'messages', title: 'messages of a page', state: 'going' });
  const run = job({ id: 2, title: 'run', waitsFor: 'messages of a page' });
  tell(messages, false);
  assert.deepEqual(said(), [], 'nothing waits for it');
  assert.ok(section.hasAttribute('hidden'));
  tell(run, true);
  const waits = 'Run waits for messages of a page: one at a time, or they would measure each other.';
  assert.deepEqual(said().toSorted(), ['Messages of a page …', waits]);
  assert.ok(!section.hasAttribute('hidden'));
  const stops = [...section.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Stop');
  assert.equal(stops.filter((each) => !each.hasAttribute('hidden')).length, 2);
  tell({ ...run, state: 'stopped' }, true);
  assert.deepEqual(said(), ['Run was stopped.'], 'nothing waits for it any more');
  tell(run, true);
  assert.deepEqual(said(), ['Run was stopped.'], 'the answer to its start came late');
  const next = job({ id: 3, title: 'next' });
  tell(next, true);
  tell({ ...messages, state: 'failed', failure: { problem: 'gone' } }, false);
  tell({ ...next, state: 'going' }, true);
  assert.deepEqual(said(), ['Next …'], 'it is gone when it is over, however it ended');
  tell(job({ id: 4, kind: 'sizes', title: 'sizes' }), false);
  assert.deepEqual(said(), ['Next …'], 'what waits itself holds nothing up yet');
});

test('an answer that does not reach the lab is told, whatever the job tells then', async () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const answer = () => Response.json({ problem: 'nothing of that number is known' }, { status: 400 });
  Object.assign(globalThis, { window: pageOfToken() });
  keepToken();
  const fetched = mock.method(globalThis, 'fetch', async () => answer());
  const asked = job({ state: 'going', question: 'Send it? [y/N]' });
  view.show(asked);
  const question = section.querySelector('.job-question')!;
  assert.equal(question.getAttribute('role'), 'alert');
  question.querySelector('button')!.click();
  for (let i = 0; i < 5; i++) await turn();
  const told = () => [...section.querySelectorAll('.failure:not([hidden])')].map((each) => each.textContent);
  assert.deepEqual(told(), ['nothing of that number is known']);
  view.show({ ...asked, notes: ['something'] });
  assert.deepEqual(told(), ['nothing of that number is known']);
  view.show({ ...asked, state: 'stopped', question: null });
  assert.deepEqual(told(), []);
  fetched.mock.restore();
});

test('whoever has answered, or stopped it, is not led to the top of the page', () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const reached = focusedIn(section);
  // linkedom knows of no focus.
  let at: Element | null = null;
  Object.defineProperty(document, 'activeElement', { get: () => at });
  const asked = job({ state: 'going', question: 'Send it? [y/N]' });
  const answered = { ...asked, question: null };
  view.show(asked);
  at = section.querySelector('.job-question button');
  view.show({ ...asked, notes: ['something'] });
  assert.equal(reached(), 0, 'the button is there still');
  view.show(answered);
  assert.equal(reached(), 1);
  at = [...section.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop')!;
  view.show({ ...answered, state: 'stopped' });
  assert.equal(reached(), 2);
  at = document.querySelector('main');
  view.show({ ...answered, state: 'stopped', notes: ['another'] });
  assert.equal(reached(), 2, 'nobody is fetched from elsewhere');
});

test('a Stop that cannot be pressed again leaves focus to what is said', async () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const reached = focusedIn(section);
  Object.assign(globalThis, { window: pageOfToken() });
  keepToken();
  const fetched = mock.method(globalThis, 'fetch', async () => Response.json({}));
  view.show(job({ state: 'going' }));
  [...section.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop')!.click();
  assert.equal(reached(), 1);
  for (let i = 0; i < 5; i++) await turn();
  fetched.mock.restore();
});

test('a browser that watches and measures is told while the run goes on', () => {
  const { document, section } = place();
  const view = new JobView(document, section);
  const outside = (watches: boolean) => {
    const client = {
      ...{ engine: 'firefox', engineVersion: '140.0', userAgent: 'Firefox', device: 'one', cores: 8 },
      ...{ clockStepUs: 20, crossOriginIsolated: true, sessions: 1, measures: true, isThere: true, watches },
    };
    return { url: 'http://192.0.2.7/', trust: null, isWanted: false, clients: [client], newcomers: 0 };
  };
  const told = () =>
    [...section.querySelectorAll('[role=alert]:not([hidden])')].map((each) => each.textContent);
  view.show(job({ state: 'going', outside: outside(false) }));
  assert.ok(!told().join().includes('watches this lab'));
  view.show(job({ state: 'going', outside: outside(true) }));
  assert.ok(
    told().join().includes('firefox 140.0 measures, and seems to be the browser that watches this lab'),
  );
  view.show(job({ state: 'done' }));
  assert.ok(!told().join().includes('watches this lab'));
});
