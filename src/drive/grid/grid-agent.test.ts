import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { ScriptedGrid, type ScriptedGridSettings } from '../../../test/support/grid/scripted-grid.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { programFile } from '../../base/places.ts';
import { createGuardian } from '../processes/guardian.ts';
import { makeCertificate } from '../targets/certificate.ts';
import { type GridAgentSettings, gridAgentDriver } from './grid-agent.ts';
import { remoteEnd } from './remote-end.ts';
import { NoRoom, TakenNodes } from './wait-for-room.ts';

const PAGE = 'http://127.0.0.1:40123/#token=a';
const guardian = createGuardian(tmpdir());
const grids: ScriptedGrid[] = [];
after(() => Promise.all(grids.map((grid) => grid.close())));

async function gridWith(
  settings: ScriptedGridSettings = {},
  env: Record<string, string> = {},
  waits: Pick<
    GridAgentSettings,
    'roomWithinMs' | 'lookAgainMs' | 'sessionWithinMs' | 'sayUnansweredMs' | 'askAgainMs' | 'interrupted'
  > = {},
) {
  const grid = new ScriptedGrid(settings);
  grids.push(grid);
  const server = await grid.listen();
  const told: string[] = [];
  const whole = {
    nodePath: process.execPath,
    projectRoot: '.',
    env: { PATH: process.env.PATH, ...env },
    tempDir: tmpdir(),
    isRoot: true,
    taken: new TakenNodes(),
    ...waits,
    tell: (line: string) => told.push(line),
  };
  const driverAt = (at: string) => gridAgentDriver(`grid:chrome@${at}`, whole, guardian);
  return { grid, server, told, driver: driverAt(server), driverAt };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await soon();
}

test('a session opens the page on a node, is asked after, and is given back', async () => {
  const { grid, server, driver } = await gridWith({ nodes: { one: 2 } });
  assert.deepEqual(await driver.find(), { path: server, version: '4.48.0' });
  const agent = await driver.open(PAGE);
  await until(() => [...grid.sessions.values()][0]?.url === PAGE);
  assert.equal(await agent.remote!.isLost(), false);
  const capabilities = { browserName: 'chrome', browserVersion: '156.0', platformName: 'linux' };
  const placed = { server, serverVersion: '4.48.0', node: 'one', nodeUri: 'http://one:5555', others: 0 };
  assert.deepEqual(agent.remote!.placed, { ...placed, capabilities });
  await agent.close();
  assert.equal(grid.sessions.size, 0);
  assert.deepEqual(grid.asked.slice(-3), [
    'POST /session/ID/url',
    'GET /session/ID/url',
    'DELETE /session/ID',
  ]);
});

test('a lab that is gone leaves no session, and none that is still being made', async () => {
  const made = Promise.withResolvers<void>();
  const { grid, server } = await gridWith({ beforeSession: () => made.promise });
  const ask = JSON.stringify({ server, capabilities: { browserName: 'chrome' } });
  const holder = spawn(process.execPath, [programFile('src/drive/grid/holder-main.ts')], {
    env: { WIREFARE_GRID_ASK: ask },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = new Promise((resolve) => holder.once('exit', resolve));
  await until(() => grid.wanted.length === 1);
  // The pipe closes with the lab, however it ends.
  holder.stdin.end();
  made.resolve();
  await exited;
  assert.equal(grid.mostAtOnce, 1);
  assert.equal(grid.sessions.size, 0);
});

test('two sessions of a lab are never on one node, and a third waits for one of them', async () => {
  const place = (free: readonly string[]) => free[0]!;
  const { grid, driver, told } = await gridWith({ nodes: { one: 3, two: 3 }, place });
  const agents = await Promise.all([driver.open(PAGE), driver.open(PAGE)]);
  assert.deepEqual(agents.map(({ remote }) => remote!.placed.node).sort(), ['one', 'two']);
  const third = driver.open(PAGE);
  await until(() => told.length > 0);
  assert.match(told[0]!, /^waiting for a free node of http\S+: sessions of this run have those that others/);
  await agents[0].close();
  const last = await third;
  assert.equal(last.remote!.placed.node, agents[0].remote!.placed.node);
  await Promise.all([agents[1].close(), last.close()]);
  assert.equal(grid.sessions.size, 0);
});

test('a bare driver is one node by whatever name it is asked', async () => {
  const { grid, server, told, driver, driverAt } = await gridWith({}, {}, { lookAgainMs: 1 });
  const agent = await driver.open(PAGE);
  const second = driverAt(server.replace('127.0.0.1', 'localhost')).open(PAGE);
  await until(() => told.length > 0);
  assert.match(told[0]!, /sessions of this run have those that others leave/);
  assert.equal(grid.wanted.length, 1);
  await agent.close();
  await (await second).close();
});

test('where only nodes of ours have free slots no browser is started beside those that measure', async () => {
  const waits = { lookAgainMs: 1, roomWithinMs: 20 };
  const { grid, driver } = await gridWith({ nodes: { one: 4, two: 4 } }, {}, waits);
  const agents = await Promise.all([driver.open(PAGE), driver.open(PAGE)]);
  const started = grid.wanted.length;
  const third = driver.open(PAGE);
  const looks = () => grid.asked.filter((each) => each === 'GET /status').length;
  const before = looks();
  // For longer than others would be waited for: those that have the nodes are ours.
  await until(() => looks() > before + 40);
  assert.equal(grid.wanted.length, started);
  await agents[0]!.close();
  await (await third).close();
  assert.equal(grid.wanted.length, started + 1);
  await agents[1]!.close();
});

test('a Grid that puts browsers beside a session of ours is asked three times, until such a session ends', async () => {
  const waits = { lookAgainMs: 1 };
  const { grid, driver, told } = await gridWith({ nodes: { one: 9, two: 9 }, place: () => 'one' }, {}, waits);
  const first = await driver.open(PAGE);
  const second = driver.open(PAGE);
  await until(() => told.length > 0 || grid.wanted.length > 8);
  assert.match(told.join(), /: it has put 3 browsers beside a session of this run, so the next one waits/);
  await first.close();
  const agent = await second;
  assert.equal(grid.wanted.length, 5);
  assert.deepEqual([agent.remote!.placed.node, agent.remote!.placed.bounced], ['one', 3]);
  await agent.close();
  assert.equal(grid.sessions.size, 0);
});

test('nodes that others keep are waited for no longer than is said, and that is told', async () => {
  const { grid, driver, told } = await gridWith(
    { nodes: { one: 1 } },
    {},
    { lookAgainMs: 1, roomWithinMs: 20 },
  );
  grid.takeByOthers('one');
  await assert.rejects(driver.open(PAGE), (thrown) => {
    assert.ok(thrown instanceof NoRoom);
    assert.match(thrown.message, /has no room: 1 node, 1 slot of chrome, none of them free for 20 ms$/);
    assert.match(thrown.remedy, /start another node; then go on with the run \(--resume\)/);
    assert.deepEqual(
      thrown.tried.map((each) => each.replace(/http\S+/, '')),
      ['GET  for 20 ms'],
    );
    return true;
  });
  assert.deepEqual(
    told.map((line) => line.replace(/http\S+:/, '')),
    ['waiting for a free node of  others have every one, and are waited for 20 ms at most'],
  );
});

test('a Grid that drops idle sessions keeps one that is asked after between blocks, and drops another', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 1 } }, {}, { askAgainMs: 0 });
  const agent = await driver.open(PAGE);
  await until(() => [...grid.sessions.values()][0]?.url === PAGE);
  for (let block = 0; block < 3; block++) {
    await agent.remote!.stayAlive();
    grid.dropIdle();
    assert.equal(grid.sessions.size, 1);
  }
  // Nobody asked since.
  grid.dropIdle();
  assert.equal(grid.sessions.size, 0);
  assert.equal(await agent.remote!.isLost(), true);
  await agent.close();
});

test('a Grid that drops idle sessions early says so, and is asked more often', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 1 }, sessionTimeout: 1 });
  const agent = await driver.open(PAGE);
  await until(() => [...grid.sessions.values()][0]?.url === PAGE);
  grid.dropIdle();
  await agent.remote!.stayAlive();
  grid.dropIdle();
  assert.equal(grid.sessions.size, 1);
  await agent.close();
});

test('between blocks that follow each other quickly a Grid is not asked again', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 1 } });
  const agent = await driver.open(PAGE);
  await until(() => [...grid.sessions.values()][0]?.url === PAGE);
  await agent.remote!.isLost();
  const asked = grid.asked.length;
  await agent.remote!.stayAlive();
  assert.equal(grid.asked.length, asked);
  await agent.close();
});

test('who came to the node of a session after it began is seen when it ends', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 3, two: 1 }, place: () => 'one' });
  const agent = await driver.open(PAGE);
  assert.equal(agent.remote!.placed.others, 0);
  grid.takeByOthers('one');
  grid.takeByOthers('two');
  assert.equal(await agent.remote!.others(), 1);
  await agent.close();
  await grid.close();
  assert.equal(await agent.remote!.others(), 1, 'what was seen');
});

test('who came to the node of a session and left before its end is seen between blocks', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 3 } }, {}, { askAgainMs: 0 });
  const agent = await driver.open(PAGE);
  grid.takeByOthers('one');
  await agent.remote!.stayAlive();
  grid.lose([...grid.sessions.keys()][1]!);
  assert.equal(await agent.remote!.others(), 1);
  await agent.close();
});

test('a request that a Grid keeps in its queue is given up once, and what is said names the queue', async () => {
  const made = Promise.withResolvers<void>();
  const { grid, driver } = await gridWith(
    { beforeSession: () => made.promise },
    {},
    { sessionWithinMs: 500 },
  );
  await assert.rejects(driver.open(PAGE), (thrown) => {
    assert.ok(thrown instanceof NoRoom);
    assert.match(
      thrown.message,
      /started no browser: .* kept the request for a session in its queue for 0\.5 s/,
    );
    return true;
  });
  assert.equal(grid.asked.filter((each) => each === 'POST /session').length, 1);
  made.resolve();
});

test('a request that stands in the queue of a Grid is told, once, and answered when a node is free', async () => {
  const made = Promise.withResolvers<void>();
  const waits = { sayUnansweredMs: 1 };
  const { grid, driver, told } = await gridWith({ beforeSession: () => made.promise }, {}, waits);
  const opening = driver.open(PAGE);
  await until(() => told.length > 0 && grid.wanted.length === 1);
  assert.match(told[0]!, /^waiting for a free node of \S+: no browser has come for 1 ms, as the request may/);
  made.resolve();
  await (await opening).close();
  assert.deepEqual([told.length, grid.mostAtOnce, grid.sessions.size], [1, 1, 0]);
});

test('whoever interrupts a lab whose request is in the queue of a Grid waits for no browser, and none is left', async () => {
  const made = Promise.withResolvers<void>();
  const interruption = new AbortController();
  const { grid, driver } = await gridWith(
    { beforeSession: () => made.promise },
    {},
    { interrupted: interruption.signal },
  );
  const opening = driver.open(PAGE);
  await until(() => grid.wanted.length === 1);
  interruption.abort();
  await assert.rejects(opening, /interrupted/);
  assert.equal(grid.mostAtOnce, 0);
  made.resolve();
  await until(() => grid.asked.at(-1) === 'DELETE /session/ID');
  assert.equal(grid.sessions.size, 0);
});

test('a session that the remote end has lost ends its agent, which says so', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 1 } });
  const agent = await driver.open(PAGE);
  await until(() => [...grid.sessions.values()][0]?.url === PAGE);
  grid.lose([...grid.sessions.keys()][0]!);
  assert.equal(await agent.remote!.isLost(), true);
  assert.match(
    (await agent.exited).lastWords,
    /the session is lost: invalid session id.*; if its node is still there, start it with a longer --session-timeout$/,
  );
  await agent.close();
  // The node is free for the next one.
  await (await driver.open(PAGE)).close();
});

test('a browser that cannot reach the lab is given back, and what is said names the flag that mends it', async () => {
  const { grid, driver } = await gridWith({ nodes: { one: 1 }, opensNone: 'net::ERR_CONNECTION_REFUSED' });
  const agent = await driver.open(PAGE);
  assert.match(
    (await agent.exited).lastWords,
    /the page cannot be opened: unknown error: net::ERR_CONNECTION_REFUSED\. The node has to reach http:\/\/127\.0\.0\.1:40123: --host names/,
  );
  assert.equal(grid.sessions.size, 0);
  await agent.close();
});

test('a node that another lab has is waited for, and had when that one gives it back', async () => {
  const { grid, server, driver } = await gridWith({ nodes: { one: 1 } });
  const other = await gridWith({}, {}, { lookAgainMs: 1 });
  const first = await driver.open(PAGE);
  const second = other.driverAt(server).open(PAGE);
  await until(() => other.told.length > 0);
  assert.match(other.told[0]!, /: others have every one, and are waited for 5 min at most$/);
  assert.equal(grid.wanted.length, 1);
  await first.close();
  const agent = await second;
  assert.deepEqual([agent.remote!.placed.node, agent.remote!.placed.others], ['one', 0]);
  await agent.close();
  assert.deepEqual([grid.mostAtOnce, grid.sessions.size], [1, 0]);
});

test('user and password go from the environment to the server, and into no argument', async () => {
  const names = { WIREFARE_GRID_USER: 'anna', WIREFARE_GRID_PASSWORD: 'se:cret' };
  const { driver } = await gridWith({ auth: 'anna:se:cret' }, names);
  const agent = await driver.open(PAGE);
  assert.doesNotMatch(readFileSync(`/proc/${agent.pid}/cmdline`, 'utf8'), /cret|anna/);
  assert.doesNotMatch(JSON.stringify(agent), /cret|anna/);
  await agent.close();
  const without = await gridWith({ auth: 'anna:se:cret' });
  await assert.rejects(without.driver.find(), (thrown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.message, /asks for a user and a password/);
    assert.match(thrown.remedy, /WIREFARE_GRID_USER/);
    return true;
  });
});

test('a browser is started as the lab starts its own, with what the environment adds', async () => {
  const more = '{"platformName":"linux","goog:chromeOptions":{"args":["--no-sandbox"]}}';
  const { grid, driver } = await gridWith({}, { WIREFARE_GRID_CAPABILITIES: more });
  const trust = { certFile: '', spkiSha256Base64: 'abc=', sha256Fingerprint: '', authorities: [] };
  await (await driver.open(PAGE, { trust })).close();
  const { browserName, platformName, 'goog:chromeOptions': options } = grid.wanted[0]!;
  assert.deepEqual([browserName, platformName], ['chrome', 'linux']);
  const { args } = options as { args: string[] };
  assert.ok(args.includes('--headless=new') && args.includes('--disable-renderer-backgrounding'));
  assert.deepEqual(args.slice(-2), ['--ignore-certificate-errors-spki-list=abc=', '--no-sandbox']);
  const wrong = await gridWith({}, { WIREFARE_GRID_CAPABILITIES: '[1]' });
  await assert.rejects(wrong.driver.find(), UserError);
});

test('what is no remote end of today, or has no such browser, is told with what mends it', async () => {
  const cases: readonly (readonly [ScriptedGridSettings, RegExp])[] = [
    [{ nodes: { one: 1, two: 1 }, browserName: 'chorme' }, /has no chrome: its 2 nodes have chorme/],
    [{ nodes: {} }, /has no node/],
    [
      { status: { build: { version: '3.141.59' } } },
      /no W3C WebDriver remote end of today but version 3\.141\.59/,
    ],
    [{ status: 'Whoops' }, /does not say whether it is ready/],
  ];
  for (const [settings, said] of cases) {
    const { driver } = await gridWith(settings);
    await assert.rejects(driver.find(), (thrown) => {
      assert.ok(thrown instanceof EnvironmentError, String(thrown));
      assert.match(thrown.message, said);
      return true;
    });
  }
  const { grid, driver } = await gridWith();
  await grid.close();
  await assert.rejects(driver.find(), /cannot be reached: .*ECONNREFUSED/);
});

test('a Grid whose certificate nobody here vouches for is told with what mends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wirefare-certificate-'));
  const files = await makeCertificate(folder, ['127.0.0.1'], new Date());
  const asked: string[] = [];
  const pem = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  const server = createServer(pem, ({ url = '' }, response) => {
    asked.push(url);
    response.end('{"value":{"ready":true}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { WIREFARE_GRID_USER: 'anna', WIREFARE_GRID_PASSWORD: 'secret' };
  try {
    await assert.rejects(remoteEnd({ server: url, env }).status(), (thrown) => {
      assert.ok(thrown instanceof EnvironmentError);
      assert.ok(thrown.message.startsWith(`the certificate of ${url} is not trusted here: `), thrown.message);
      assert.match(thrown.remedy, /NODE_EXTRA_CA_CERTS/);
      return true;
    });
    // Whoever it is has not seen the password.
    assert.deepEqual(asked, []);
  } finally {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  }
});
