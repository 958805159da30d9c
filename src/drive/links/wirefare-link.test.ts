import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import { EnvironmentError } from '../../base/errors.ts';
import { sayCheck } from '../../network/calibration.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import { createGuardian } from '../processes/guardian.ts';
import { wirefareLinkDriver } from './wirefare-link.ts';

// The driver against a program that speaks the protocol of wirefare-link and does what a test asks of it.

const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-standin-'));
after(() => rmSync(scratch, { recursive: true }));

const NETWORKS = [profileNamed('3g')!, profileNamed('10mbit')!];
let programs = 0;

interface StandIn {
  /** In the place of the ready line. */
  readonly first?: object | 'nothing' | 'late';
  /** Added to the round trip of the nth calibration of a network. */
  readonly lateMs?: readonly number[];
  readonly noTrain?: boolean;
  readonly endsWhileCalibrating?: boolean;
}

/** Writes every line that it is told into `heard`. */
function standIn(script: StandIn = {}) {
  const folder = path.join(scratch, String(programs++));
  const heard = `${folder}.heard`;
  const place = (name: string) => `/proc/1/ns/${name}`;
  const tcp = {
    congestionControl: 'cubic',
    initialWindow: 10,
    noMetricsSave: true,
    slowStartAfterIdle: false,
  };
  const ready = {
    ready: true,
    version: '9.9.9',
    pid: 1,
    rootless: true,
    namespaces: { user: place('user'), client: place('client'), server: place('server') },
    paths: NETWORKS.map(({ name }, i) => ({
      name,
      engine: 'tun',
      why: 'the first that works here',
      clientAddress: `10.201.${i + 1}.1`,
      serverAddress: `10.201.${i + 1}.2`,
      coldAddress: `10.201.${i + 1}.3`,
      mtu: 1500,
    })),
    tcp: { client: tcp, server: tcp },
    tried: [],
  };
  const settings = {
    ...script,
    ready,
    calibrations: Object.fromEntries(NETWORKS.map((one) => [one.name, exact(one)])),
  };
  writeFileSync(`${folder}.json`, JSON.stringify(settings));
  const program = `${folder}.mjs`;
  writeFileSync(program, `#!${process.execPath}\n${PROGRAM.replaceAll('FILE', folder)}`);
  chmodSync(program, 0o755);
  return {
    program: async () => program,
    // The file is there before its first line is.
    heard: () =>
      existsSync(heard)
        ? readFileSync(heard, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        : [],
  };
}

const PROGRAM = `
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const { first, lateMs = [], noTrain, endsWhileCalibrating, ready, calibrations } = JSON.parse(readFileSync('FILE.json', 'utf8'));
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
const times = new Map();
let setUp = false;
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync('FILE.heard', line + '\\n');
  const { id, path, port, ...order } = JSON.parse(line);
  if (!setUp) {
    setUp = true;
    if (first === 'nothing') { console.error('no memory'); process.exit(1); }
    if (first !== 'late') say(first ?? ready);
  } else if (order.do === 'calibrate') {
    if (endsWhileCalibrating) process.exit(3);
    const time = times.get(path) ?? 0;
    times.set(path, time + 1);
    const answer = calibrations[path];
    if (noTrain) answer.train.upKbitPerS = null;
    say({ id, answer: { ...answer, echo: { ...answer.echo, rttMsMedian: answer.echo.rttMsMedian + (lateMs[time] ?? 0) } } });
  } else if (order.do === 'relay') say({ id, answer: { port: port + 1 } });
  else if (order.do === 'audit') say(path === '3g' ? { id, answer: { packets: order.toMs - order.fromMs } } : { id, error: 'the path has ended' });
}
`;

/** What a link measures that is what its profile says. */
function exact({ name, rttMs, downKbits, upKbits }: NetworkProfile) {
  const wiresMs = (bytes: number) => (bytes * 8) / downKbits! + (bytes * 8) / upKbits!;
  const rtt = rttMs + wiresMs(64);
  const counters = {
    packetsIn: 9,
    bytesIn: 9,
    packetsOut: 9,
    bytesOut: 9,
    packetsLost: 0,
    packetsDropped: 0,
    packetsQueued: 0,
  };
  return {
    path: name,
    compensationMs: 0.2,
    echo: { sent: 40, received: 40, ipBytes: 64, rttMsMin: rtt, rttMsMedian: rtt, rttMsP99: rtt },
    slope: { smallBytes: 64, fullBytes: 1500, differenceMs: wiresMs(1500) - wiresMs(64) },
    train: { packets: 100, downKbitPerS: downKbits, upKbitPerS: upKbits },
    gets: [],
    counters: { down: counters, up: counters },
    tookMs: 5,
  };
}

function driverOf(program: () => Promise<string>, interrupted?: AbortSignal) {
  const settings = {
    program,
    clock: new FakeClock(),
    env: { PATH: process.env.PATH },
    interrupted,
    pausesMs: [0, 0, 0],
  };
  return wirefareLinkDriver(settings, null, createGuardian(scratch));
}

test('a link is set up with the figures of every network, measured, and asked what it is asked', async () => {
  const { program, heard } = standIn();
  const told: string[] = [];
  const link = await driverOf(program).open(NETWORKS, { seed: 5, tell: (doing) => void told.push(doing) });
  const [setup] = heard();
  assert.deepEqual([setup.version, setup.congestionControl, setup.initialWindow], [1, 'cubic', 10]);
  const { name, down, up } = setup.paths[0];
  assert.deepEqual(
    [name, down.kbitPerS, down.delayMs, up.kbitPerS, up.delayMs],
    ['3g', 1_600, 150, 768, 150],
  );
  assert.notEqual(setup.paths[0].seed, setup.paths[1].seed);
  assert.deepEqual(told, [
    'calibrating 3g (1600/768 kbit/s, 300 ms)',
    'calibrating 10mbit (10/10 Mbit/s, 0.2 ms)',
  ]);
  const { facts, clientPlace, serverPlace } = link;
  assert.deepEqual(
    [facts.version, facts.rootless, facts.tcp!.server.congestionControl],
    ['9.9.9', true, 'cubic'],
  );
  assert.ok(facts.networks.every(({ checks }) => checks.length > 5 && checks.every(({ within }) => within)));

  assert.deepEqual(clientPlace!.wrap('/bin/true', ['-x']).args, [
    ...['enter', '--user', '/proc/1/ns/user', '--net', '/proc/1/ns/client', '--', '/bin/true', '-x'],
  ]);
  assert.ok(serverPlace!.wrap('/bin/true', []).args.includes('/proc/1/ns/server'));
  assert.equal(await link.authority('10mbit', 80, 'warm'), '10.201.2.2:80');
  assert.equal(await link.authority('10mbit', 80, 'cold'), '10.201.2.3:80');
  await assert.rejects(link.authority('lan', 80, 'warm'), /no path for the network lan/);
  assert.equal(await link.labPort(4_000), 4_001);
  assert.equal(await link.labPort(4_000), 4_001);
  assert.equal(await serverPlace!.reach(5_000), 5_001);
  assert.equal(heard().filter((one) => one.do === 'relay').length, 2, 'a port has one relay');
  assert.equal((await link.audit('3g', 10, 25))!.packets, 15);
  await assert.rejects(link.audit('10mbit', 0, 1), /wirefare-link: the path has ended/);
  await link.close();
  await link.close();
  await assert.rejects(link.audit('3g', 0, 1), /wirefare-link/);
});

test('a network that is out of its bounds for a while is tried again, and what was seen is told', async () => {
  const { program, heard } = standIn({ lateMs: [40, 40] });
  const told: string[] = [];
  const link = await driverOf(program).open(NETWORKS, { seed: 1, tell: (doing) => void told.push(doing) });
  await link.close();
  assert.equal(heard().filter((one) => one.do === 'calibrate').length, 2 * 3);
  assert.match(told[1]!, /calibrating again: 3g .* is not what it says: round trip, median: 340\.99 ms/);
});

test('a network that stays out of its bounds is refused with what was seen, and nothing is left', async () => {
  const { program } = standIn({ lateMs: [40, 40, 40, 40] });
  await assert.rejects(driverOf(program).open(NETWORKS, { seed: 1 }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(
      thrown.message,
      /3g \(1600\/768 kbit\/s, 300 ms\) is not what it says: round trip, median: 340\.99 ms/,
    );
    assert.match(thrown.message, /10mbit .* is not what it says/);
    assert.deepEqual(thrown.tried, [
      '3g by tun: the first that works here',
      '10mbit by tun: the first that works here',
    ]);
    return true;
  });
});

test('what could not be measured is no number, not even 0', async () => {
  const { program } = standIn({ noTrain: true });
  const link = await driverOf(program).open(NETWORKS, { seed: 1, calibration: 'told' });
  await link.close();
  const { calibration, checks } = link.facts.networks[0]!;
  assert.equal(calibration!.train.upKbitPerS, Number.NaN);
  const failed = checks.filter(({ within }) => !within);
  assert.deepEqual(failed.map(sayCheck), ['rate up: nothing measured, 752.64 to 783.36 kbit/s expected']);
});

test('what the machine lacks is told in the words of the program', async () => {
  const first = { ready: false, what: 'no namespaces', tried: ['unshare: EPERM'], remedy: 'allow them' };
  const { program } = standIn({ first });
  for (const attempt of [
    () => driverOf(program).examine(NETWORKS),
    () => driverOf(program).open(NETWORKS, { seed: 1 }),
  ]) {
    await assert.rejects(attempt(), (thrown: unknown) => {
      assert.ok(thrown instanceof EnvironmentError);
      assert.deepEqual(
        [thrown.message, thrown.tried, thrown.remedy],
        ['no namespaces', ['unshare: EPERM'], 'allow them'],
      );
      return true;
    });
  }
});

test('a program that ends is told by its last words, also in the middle of a calibration', async () => {
  await assert.rejects(
    driverOf(standIn({ first: 'nothing' }).program).examine(NETWORKS),
    /exited with code 1: no memory/,
  );
  const ends = driverOf(standIn({ endsWhileCalibrating: true }).program);
  await assert.rejects(ends.open(NETWORKS, { seed: 1 }), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.message, /cannot be calibrated: wirefare-link exited with code 3/);
    return true;
  });
});

test('an interruption ends a link that is being measured', async () => {
  const interruption = new AbortController();
  const { program } = standIn();
  const opening = { seed: 1, tell: () => interruption.abort(), interrupted: interruption.signal };
  await assert.rejects(driverOf(program).open(NETWORKS, opening), EnvironmentError);
});

test('an interruption ends a link that is being set up, and one that came before that too', async () => {
  const { program, heard } = standIn({ first: 'late' });
  const interruption = new AbortController();
  const attempt = driverOf(program, interruption.signal).examine(NETWORKS);
  const refused = assert.rejects(attempt, /the link cannot be set up: wirefare-link/);
  while (heard().length === 0) await new Promise((resolve) => setImmediate(resolve));
  interruption.abort();
  await refused;
  await assert.rejects(driverOf(program, interruption.signal).examine(NETWORKS), EnvironmentError);
});
