import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOver } from 'node:timers/promises';
import { Jobs } from '../jobs/jobs.ts';
import { messageRoutes } from './routes.ts';
import { TurnEnd, takeTurn } from './turn.ts';
import type { TurnLine } from './turn-line.ts';

const clock = { nowMs: () => 0, date: () => new Date(0) };

function bench() {
  const jobs = new Jobs(clock);
  const routes = messageRoutes(jobs);
  /** As the page reads it, cut where its connection is. */
  async function* ask(signal: AbortSignal): AsyncGenerator<TurnLine> {
    const { body } = await routes.request('/turn', { signal });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    signal.addEventListener('abort', () => void reader.cancel(), { once: true });
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as TurnLine;
    }
  }
  const states = () => jobs.snapshots().map(({ kind, state }) => `${kind} ${state}`);
  async function until(...wanted: string[]): Promise<void> {
    while (states().join() !== wanted.join()) await turnOver();
  }
  return { jobs, ask, states, until };
}

function whyOf({ signal }: AbortController): string {
  assert.ok(signal.reason instanceof TurnEnd);
  return signal.reason.message;
}

test('while a page sends messages a run waits, and says for what', async () => {
  const { jobs, ask, until } = bench();
  const giveBack = await takeTurn(ask, new AbortController(), () => assert.fail('nothing goes on'));
  jobs.start({ kind: 'run', title: 'a run', work: async () => 'done' });
  await until('messages going', 'run waiting');
  assert.equal(jobs.snapshots()[1]!.waitsFor, 'messages of a page');
  assert.equal(jobs.measuring(), 'messages of a page');
  giveBack!();
  await until('messages done', 'run done');
});

test('while a run goes on the page waits, says for what, and sends when it is over', async () => {
  const { jobs, ask, until } = bench();
  const end = Promise.withResolvers<void>();
  jobs.start({ kind: 'run', title: 'a run', work: () => end.promise });
  const waited: string[] = [];
  const taken = takeTurn(ask, new AbortController(), (waitsFor) => {
    waited.push(waitsFor);
    end.resolve();
  });
  const giveBack = await taken;
  assert.deepEqual(waited, ['a run']);
  await until('run done', 'messages going');
  giveBack!();
  await until('run done', 'messages done');
});

test('a page that stops while it waits, or is closed, holds nobody up', async () => {
  const { jobs, ask, until } = bench();
  const end = Promise.withResolvers<void>();
  jobs.start({ kind: 'run', title: 'a run', work: () => end.promise });
  const stopping = new AbortController();
  const taken = await takeTurn(ask, stopping, () => stopping.abort());
  assert.equal(taken, null);
  assert.ok(!(stopping.signal.reason instanceof TurnEnd));
  await until('run going', 'messages stopped');
  end.resolve();
  await until('run done', 'messages stopped');
});

test('a turn that is stopped in another tab stops the page', async () => {
  const { jobs, ask, until } = bench();
  const stopping = new AbortController();
  const giveBack = await takeTurn(ask, stopping, () => {});
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
  jobs.stop(jobs.snapshots()[0]!.id);
  await stopped;
  assert.match(whyOf(stopping), /^Stopped by another page/);
  await until('messages stopped');
  giveBack!();
});

test('one that is stopped there while it waits is told in the same way', async () => {
  const { jobs, ask } = bench();
  const end = Promise.withResolvers<void>();
  jobs.start({ kind: 'run', title: 'a run', work: () => end.promise });
  const stopping = new AbortController();
  const taken = await takeTurn(ask, stopping, () => jobs.stop(jobs.snapshots()[1]!.id));
  assert.equal(taken, null);
  assert.match(whyOf(stopping), /^Stopped by another page/);
  end.resolve();
});

test('a connection that ends or breaks is told as a lab that is gone', async () => {
  const waits: TurnLine = { state: 'waiting', waitsFor: 'a run' };
  const goes: TurnLine = { state: 'going', waitsFor: null };
  for (const before of [[waits], [waits, goes]])
    for (const breaks of [true, false]) {
      const cut = Promise.withResolvers<void>();
      const ask = async function* (): AsyncGenerator<TurnLine> {
        yield* before;
        await cut.promise;
        if (breaks) throw new TypeError('network error');
      };
      const stopping = new AbortController();
      const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
      const taken = takeTurn(ask, stopping, () => {});
      if (before.includes(goes)) assert.notEqual(await taken, null);
      cut.resolve();
      await stopped;
      assert.match(whyOf(stopping), /^The lab has ended/);
    }
});

test('a lab that does not answer is told, and no turn is taken', async () => {
  // biome-ignore lint/correctness/useYield: it fails before there is anything.
  const gone = async function* (): AsyncGenerator<TurnLine> {
    throw new Error('the lab does not answer');
  };
  await assert.rejects(
    takeTurn(gone, new AbortController(), () => {}),
    /does not answer/,
  );
});

test('messages drive no run out of what the lab tells a page that is loaded anew', async () => {
  const { jobs, ask, states, until } = bench();
  jobs.start({ kind: 'run', title: 'a run', work: async () => 'done' });
  await until('run done');
  for (let i = 0; i < 25; i++) {
    const giveBack = await takeTurn(ask, new AbortController(), () => {});
    giveBack!();
    while (jobs.measuring() !== null) await turnOver();
  }
  assert.equal(states()[0], 'run done');
});
