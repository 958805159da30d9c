import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { LabError, LabGone } from '../lab-api.ts';
import { type Followed, followJobs, type SeenPage } from './follow-jobs.ts';

/** A page that is seen or not, and a lab that is connected to: each connection as a test goes on with it. */
function bench() {
  const changed = new EventTarget();
  let visibilityState: DocumentVisibilityState = 'visible';
  const page = {
    get visibilityState() {
      return visibilityState;
    },
    addEventListener: changed.addEventListener.bind(changed),
    removeEventListener: changed.removeEventListener.bind(changed),
  } as SeenPage;
  const see = (state: DocumentVisibilityState) => {
    visibilityState = state;
    changed.dispatchEvent(new Event('visibilitychange'));
  };
  interface Connection {
    readonly has: readonly number[];
    say(event: string, data: object): void;
    isOver(): boolean;
  }
  const connections: Connection[] = [];
  let refusal: Error | null = null;
  let nextToken = Promise.withResolvers<void>();
  const followed: Followed = {
    page,
    anotherToken: () => nextToken.promise,
    async connect(signal, has) {
      if (refusal !== null) throw refusal;
      let sender: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          sender = controller;
          signal.addEventListener('abort', () => {
            try {
              controller.error(signal.reason);
            } catch {
              // It was cancelled before.
            }
          });
        },
      });
      connections.push({
        has,
        say: (event, data) =>
          sender.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
        isOver: () => signal.aborted,
      });
      return body;
    },
  };
  const told: JobSnapshot[] = [];
  const troubles: unknown[] = [];
  void followJobs(
    { job: (job) => void told.push(job), trouble: (thrown) => void troubles.push(thrown) },
    followed,
  );
  return {
    ...{ connections, told, troubles, see },
    refuse: (by: Error | null) => {
      refusal = by;
    },
    giveToken: () => {
      nextToken.resolve();
      nextToken = Promise.withResolvers<void>();
    },
  };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

const job = (id: number, state: string) => ({ id, state, notes: [] });

test('a page that nobody sees lets its connection go, without a word, and takes it again', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { connections, told, troubles, see } = bench();
  await settle();
  connections[0]!.say('hello', { known: [1] });
  connections[0]!.say('job', job(1, 'going'));
  await settle();
  see('hidden');
  mock.timers.tick(9_000);
  see('visible');
  mock.timers.tick(9_000);
  await settle();
  assert.ok(!connections[0]!.isOver(), 'seen again in time');
  see('hidden');
  mock.timers.tick(10_000);
  await settle();
  assert.ok(connections[0]!.isOver());
  mock.timers.tick(60_000);
  await settle();
  assert.equal(connections.length, 1);
  see('visible');
  await settle();
  connections[1]!.say('hello', { known: [1] });
  connections[1]!.say('job', job(1, 'done'));
  await settle();
  assert.deepEqual(
    told.map(({ state }) => state),
    ['going', 'done'],
  );
  assert.deepEqual(troubles, [null, null]);
});

test('a page that comes back says what it has seen the end of, as far as the lab knows it', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { connections, see } = bench();
  const comeBack = async () => {
    see('hidden');
    mock.timers.tick(10_000);
    await settle();
    see('visible');
    await settle();
  };
  await settle();
  assert.deepEqual(connections[0]!.has, []);
  connections[0]!.say('hello', { known: [1, 2, 3] });
  for (const [id, state] of [
    [1, 'done'],
    [2, 'failed'],
    [3, 'going'],
  ] as const)
    connections[0]!.say('job', job(id, state));
  await settle();
  await comeBack();
  assert.deepEqual(connections[1]!.has, [1, 2]);
  connections[1]!.say('hello', { known: [2, 3] });
  await settle();
  await comeBack();
  assert.deepEqual(connections[2]!.has, [2]);
});

test('a page that is refused waits for another token, and then asks again', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { connections, troubles, refuse, giveToken } = bench();
  await settle();
  refuse(new LabGone());
  connections[0]!.say('hello', { known: [] });
  await settle();
  mock.timers.tick(45_000);
  await settle();
  mock.timers.tick(500);
  await settle();
  const refused = new LabError({ problem: 'with another token' }, 403);
  refuse(refused);
  mock.timers.tick(1_000);
  await settle();
  assert.equal(troubles.at(-1), refused);
  refuse(null);
  mock.timers.tick(60_000);
  await settle();
  assert.equal(connections.length, 1);
  giveToken();
  await settle();
  mock.timers.tick(5_000);
  await settle();
  assert.equal(connections.length, 2);
});

test('what the lab knows no more is over', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { connections, told } = bench();
  await settle();
  connections[0]!.say('hello', { known: [1, 2] });
  connections[0]!.say('job', job(1, 'going'));
  connections[0]!.say('job', job(2, 'waiting'));
  await settle();
  mock.timers.tick(45_000);
  await settle();
  mock.timers.tick(500);
  await settle();
  connections[1]!.say('hello', { known: [2, 3] });
  await settle();
  assert.deepEqual(
    told.map(({ id, state }) => [id, state]),
    [
      [1, 'going'],
      [2, 'waiting'],
      [1, 'stopped'],
    ],
  );
  assert.match(told.at(-1)!.notes[0]!, /was started again/);
});
