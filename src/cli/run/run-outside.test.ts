import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { IN_PROCESS, inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { LabClient } from '../../agent/lab-client.ts';
import { work } from '../../agent/work.ts';
import { outsideAgentDriver } from '../../drive/agents/outside-agent.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { RunFile } from '../../record/record.ts';
import type { Watcher } from '../../run/watcher.ts';
import type { Summary } from '../../summary/summary.ts';
import { run } from './run.ts';

// Phones that are the agent's program in this process: they open the printed URL, and wait there as pages do.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-outside-'));
after(() => rmSync(scratch, { recursive: true }));

const STUDY = `study: phones
title: Two servers
question: Which is faster?
factors: {n: 3, format: json, browser: outside, protocol: http1, target: [node, other]}
protocol: {sessions: 2, budget: 6s, warmup: 0s, timeout: 1s}
compare: [{factor: target, baseline: node}]
`;

/** Takes one session after the other until the lab has ended. */
async function bePhone(url: string, device: string | undefined): Promise<void> {
  const { origin, hash } = new URL(url);
  const key = new URLSearchParams(hash.slice(1)).get('key')!;
  for (;;) {
    const lab = new LabClient(origin);
    const token = await lab.nextSession(key);
    if (token === null) continue;
    const introduction = {
      token,
      ...IN_PROCESS,
      userAgent: 'a phone',
      offers: ['eval', 'response-end'] as const,
      disturbance: () => null,
      ...(device !== undefined && { device }),
    };
    await work(lab, introduction);
  }
}

function bench(name: string) {
  const dir = join(scratch, name);
  mkdirSync(join(dir, 'other'), { recursive: true });
  const target = { name: 'other', title: 'O', language: 'L', version: '1', start: ['node'] };
  writeFileSync(join(dir, 'other', 'target.json'), JSON.stringify(target));
  writeFileSync(join(dir, 'phones.yaml'), STUDY);
  const plain = fakeHost(dir, QUICK_TIME);
  const host = { ...plain, env: { ...plain.env, WIREFARE_TARGETS: dir } };
  const fakes = inProcessDrivers({ targets: ['node', 'other'] }, QUICK_TIME);
  const drivers = new Proxy(fakes as Drivers, {
    get: (real, member: keyof Drivers) => {
      if (member === 'agent') return outsideAgentDriver;
      const value: unknown = real[member];
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  return { dir, plain, host, drivers };
}

async function runWith(name: string, devices: readonly (string | undefined)[]) {
  const { dir, plain, host, drivers } = bench(name);
  const options = { out: 'out', host: '127.0.0.1', parallel: String(devices.length) };
  const running = run('phones.yaml', options, host, drivers);
  let isOver = false;
  running.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  let url: string | undefined;
  while (!isOver && url === undefined) {
    url = /http:\S+#key=\w+/.exec(plain.told())?.[0];
    await delay(5);
  }
  // Each ends with an error when the lab is gone.
  const phones = url === undefined ? [] : devices.map((device) => bePhone(url, device));
  const ended = Promise.allSettled(phones);
  assert.equal(await running, 0, plain.told());
  await ended;
  const read = <T>(file: string) => JSON.parse(readFileSync(join(dir, 'out', file), 'utf8')) as T;
  const summary = read<Summary>('summary.json');
  const { plan, sessions } = read<RunFile>('run.json');
  const measured = new Set(
    sessions
      .filter(({ status }) => status === 'complete')
      .map(({ agent, planned }) => `${agent!.device} ${plan.sessions[planned]!.target}`),
  );
  const targets = new Set(plan.sessions.map(({ target }) => target));
  return {
    isAnswered: devices.some((device) => [...targets].every((target) => measured.has(`${device} ${target}`))),
    devices: [...new Set(read<RunFile>('run.json').sessions.map(({ agent }) => agent!.device))].sort(),
    ofTargets: summary.comparisons.filter(({ asked, factor }) => asked && factor === 'target').length,
    warning: summary.warnings.find(({ kind }) => kind === 'different-nodes'),
  };
}

test('cells that two phones measured are not held against each other, however alike the phones are', async () => {
  // Which phone asks for which session is theirs to say: one that has had both targets answers for itself.
  const two = await runWith('two', ['d1', 'd2']);
  assert.deepEqual(two.devices, ['d1', 'd2']);
  assert.equal(two.ofTargets > 0, two.isAnswered);
  if (!two.isAnswered) assert.match(two.warning!.what, /as the sessions ran on 2 devices: /);
});

test('one phone’s own cells are compared, also where it does not say which one it is', async () => {
  for (const device of ['d1', undefined]) {
    const one = await runWith(`one ${device}`, [device]);
    assert.deepEqual(one.devices, [device]);
    assert.ok(one.ofTargets > 0);
    assert.equal(one.warning, undefined);
  }
});

test('a phone is led to the address that was chosen for the lab which started the run', async () => {
  const { plain, host, drivers } = bench('led');
  const led: string[] = [];
  const watcher: Watcher = {
    event(event) {
      if (event.kind !== 'outside-wanted') return;
      led.push(new URL(event.url).hostname);
      plain.interrupt();
    },
    soFar() {},
    ended() {},
  };
  await run('phones.yaml', { out: 'out' }, host, drivers, { watcher, usualAddress: '127.0.0.2' });
  assert.deepEqual(led, ['127.0.0.2']);
});

test('a phone’s page in the browser that watches its own run is told in the record', async () => {
  const { dir, plain, host, drivers } = bench('watching');
  const wanted = Promise.withResolvers<string>();
  const watcher: Watcher = {
    event(event) {
      if (event.kind === 'outside-wanted') wanted.resolve(event.url);
    },
    soFar() {},
    ended() {},
    isWatching: ({ address }) => address === '127.0.0.1',
  };
  const running = run('phones.yaml', { out: 'out', host: '127.0.0.1' }, host, drivers, { watcher });
  running.catch(wanted.reject);
  // It ends with an error when the lab is gone.
  const phone = bePhone(await wanted.promise, 'd1').catch(() => {});
  assert.equal(await running, 0, plain.told());
  await phone;
  const read = <T>(file: string) => JSON.parse(readFileSync(join(dir, 'out', file), 'utf8')) as T;
  assert.ok(read<RunFile>('run.json').sessions.every(({ agent }) => agent!.watches === true));
  const told = read<Summary>('summary.json').warnings.filter(({ kind }) => kind === 'watching-browser');
  assert.equal(told.length, 1);
  assert.match(told[0]!.what, /measured \d+ sessions, and by its address and User-Agent is the browser that/);
});
