import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ScriptedGrid, type ScriptedGridSettings } from '../../../test/support/grid/scripted-grid.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_OWN_TIME } from '../../../test/support/host/own-time.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { Drivers } from '../../drive/driver.ts';
import { gridAgentDriver } from '../../drive/grid/grid-agent.ts';
import { TakenNodes } from '../../drive/grid/wait-for-room.ts';
import { createGuardian } from '../../drive/processes/guardian.ts';
import type { RunFile } from '../../record/record.ts';
import { run } from './run.ts';

// A remote end whose browsers are the agent's program in this process: what calls it is real.

const dir = mkdtempSync(join(tmpdir(), 'wirefare-grid-'));
const grids: ScriptedGrid[] = [];
after(async () => {
  await Promise.all(grids.map((grid) => grid.close()));
  rmSync(dir, { recursive: true });
});
const guardian = createGuardian(tmpdir());

/** `diesOnPage`: whether the node that is sent to the page dies before the page is there. */
async function gridOf(
  settings: ScriptedGridSettings,
  whileWorking: (grid: ScriptedGrid) => void = () => {},
  diesOnPage: () => boolean = () => false,
) {
  let grid: ScriptedGrid;
  const fakes = inProcessDrivers(
    { whileWorking: () => whileWorking(grid), leavesWord: true },
    QUICK_OWN_TIME,
  );
  const onPage = async (url: string, closed: AbortSignal) => {
    if (diesOnPage()) return grid.lose([...grid.sessions].find(([, session]) => session.url === url)![0]);
    const agent = await fakes.agent('chromium').open(url);
    closed.addEventListener('abort', () => void agent.close());
  };
  grid = new ScriptedGrid({ ...settings, onPage });
  grids.push(grid);
  const server = await grid.listen();
  const [WIREFARE_GRID_USER, WIREFARE_GRID_PASSWORD] = (settings.auth ?? ':').split(':');
  const env = { ...process.env, WIREFARE_GRID_USER, WIREFARE_GRID_PASSWORD };
  const waits = { lookAgainMs: 1, roomWithinMs: 50 };
  const own = { nodePath: process.execPath, projectRoot: '', env, tempDir: dir, isRoot: true, ...waits };
  const taken = new TakenNodes();
  const drivers = new Proxy(fakes as Drivers, {
    get: (real, member: keyof Drivers) => {
      if (member === 'agent')
        return (name: string) =>
          name.startsWith('grid:') ? gridAgentDriver(name, { ...own, taken }, guardian) : real.agent(name);
      const value: unknown = real[member];
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  writeFileSync(
    join(dir, 'elsewhere.yaml'),
    `study: elsewhere
title: T
question: Q
factors: {n: 3, format: [json, protobuf], browser: "grid:chrome@${server}"}
protocol: {sessions: 4, budget: 20s, warmup: 0s, timeout: 1s}
`,
  );
  return { grid, server, drivers };
}

const runOf = (out: string) => JSON.parse(readFileSync(join(dir, out, 'run.json'), 'utf8')) as RunFile;

test('two nodes take two sessions at once, each of them one, and the record says which', async () => {
  const { grid, server, drivers } = await gridOf({ nodes: { one: 2, two: 2 } });
  const host = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run('elsewhere.yaml', { out: 'two', parallel: '2' }, host, drivers), 0, host.told());
  const { sessions } = runOf('two');
  assert.deepEqual(
    sessions.map(({ status }) => status),
    Array(4).fill('complete'),
  );
  const placed = sessions.map(({ agent }) => agent!.placed!);
  assert.ok(placed.every((each) => each.server === server));
  assert.deepEqual([...new Set(placed.map(({ node }) => node))].sort(), ['one', 'two']);
  assert.deepEqual([grid.mostAtOnce, grid.sessions.size], [2, 0]);
});

test('user and password of a Grid stand in no file of the record, and in nothing that is printed', async () => {
  const { drivers } = await gridOf({ nodes: { one: 1 }, auth: 'anna-of-tests:open-sesame' });
  const host = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run('elsewhere.yaml', { out: 'behind' }, host, drivers), 0, host.told());
  const files = readdirSync(join(dir, 'behind'), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  assert.ok(texts.some((text) => text.includes('"placed"')));
  const secret = new RegExp(`anna-of-tests|open-sesame|${btoa('anna-of-tests:open-sesame')}`);
  for (const text of [...texts, host.printed(), host.told()]) assert.doesNotMatch(text, secret);
});

test('another lab that comes to the node while a session goes on is on record, and told', async () => {
  let came = false;
  const { drivers } = await gridOf({ nodes: { one: 2 } }, (own) => {
    if (!came) own.takeByOthers('one');
    came = true;
  });
  const host = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run('elsewhere.yaml', { out: 'beside' }, host, drivers), 0, host.told());
  const { sessions } = runOf('beside');
  // The first session's client found the node empty.
  assert.ok(sessions.length > 0 && sessions.every(({ agent }) => agent!.placed!.others === 1));
  const summary = readFileSync(join(dir, 'beside', 'summary.json'), 'utf8');
  assert.match(summary, /1 session of others ran beside session 1/);
});

test('a node that dies costs its session, which is measured again, and no browser is given up for it', async () => {
  let deaths = 0;
  const { grid, drivers } = await gridOf({ nodes: { one: 1, two: 1 } }, (own) => {
    const [id] = own.sessions.keys();
    if (id !== undefined && deaths++ < 2) own.lose(id);
  });
  const host = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run('elsewhere.yaml', { out: 'dying', parallel: '2' }, host, drivers), 0, host.told());
  const { sessions, status } = runOf('dying');
  assert.equal(status, 'complete');
  const lost = sessions.filter((each) => each.lost === true);
  assert.ok(lost.length >= 1 && lost.every((each) => each.status === 'failed'));
  assert.equal(sessions.filter((each) => each.status === 'complete').length, 4);
  assert.equal(grid.sessions.size, 0);
});

test('nodes that die while they open the page cost their sessions, and no kind is given up', async () => {
  let deaths = 0;
  const { grid, drivers } = await gridOf({ nodes: { one: 1 } }, undefined, () => deaths++ < 3);
  const host = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run('elsewhere.yaml', { out: 'unborn' }, host, drivers), 0, host.told());
  const { sessions, status, warnings } = runOf('unborn');
  assert.equal(status, 'complete');
  assert.deepEqual(
    sessions.map((each) => (each.lost === true ? 'lost' : each.status)),
    ['lost', 'lost', 'lost', ...Array(4).fill('complete')],
  );
  assert.ok(sessions.every(({ lost, lostAt }) => (lost === true) === (lostAt?.node === 'one')));
  const told = warnings.find(({ kind }) => kind === 'session-failed')!.what;
  assert.match(told, /^session 1 failed and is left out, lost with the node http:\/\/one:5555: /);
  assert.equal(grid.sessions.size, 0);
});

test('a Grid that others keep is waited for once, and the run ends with what mends it, to be gone on with', async () => {
  const { grid, drivers } = await gridOf({ nodes: { one: 1 } });
  grid.takeByOthers('one');
  const host = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run('elsewhere.yaml', { out: 'full' }, host, drivers), 4, host.told());
  assert.match(
    host.told(),
    /has no room: 1 node, 1 slot of chrome, none of them free for 50 ms; wait until others give/,
  );
  const { sessions, status, reason } = runOf('full');
  assert.deepEqual([status, sessions.length, sessions[0]!.noRoom], ['failed', 1, true]);
  assert.match(reason, /start another node; then go on with the run \(--resume\)$/);
  grid.lose([...grid.sessions.keys()][0]!);
  const again = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run(undefined, { resume: join(dir, 'full') }, again, drivers), 0, again.told());
  assert.equal(runOf('full').status, 'complete');
});

test('where a Grid keeps nothing free, the other browser’s sessions are kept, and the exit code says that some are missing', async () => {
  const { grid, server, drivers } = await gridOf({ nodes: { one: 1 } });
  grid.takeByOthers('one');
  const host = fakeHost(dir, QUICK_OWN_TIME);
  const flags = { out: 'half', browser: `node,grid:chrome@${server}`, sessions: '2', parallel: '1' };
  assert.equal(await run('elsewhere.yaml', flags, host, drivers), 4, host.told());
  const kept = () => runOf('half').sessions.filter(({ status }) => status === 'complete');
  assert.deepEqual([kept().length, kept().every(({ agent }) => agent!.placed === undefined)], [2, true]);
  assert.match(host.printed(), /protobuf/);
  assert.match(
    host.told(),
    /\nwhen that has changed, go on with: wirefare run --resume half --parallel 1\n$/,
  );
  grid.lose([...grid.sessions.keys()][0]!);
  const again = fakeHost(dir, QUICK_OWN_TIME);
  assert.equal(await run(undefined, { resume: join(dir, 'half') }, again, drivers), 0, again.told());
  assert.deepEqual([kept().length, runOf('half').status], [4, 'complete']);
});

test('a Grid that is not there costs its own cells, and the run where nothing else is asked for', async () => {
  const { grid, server, drivers } = await gridOf({ nodes: { one: 1 } });
  await grid.close();
  const host = fakeHost(dir, QUICK_OWN_TIME);
  const flags = { out: 'absent', browser: `node,grid:chrome@${server}`, sessions: '1' };
  assert.equal(await run('elsewhere.yaml', flags, host, drivers), 0, host.told());
  assert.match(host.told(), /note: cells of browser grid:chrome@\S+ are left out: \S+ cannot be reached: /);
  const { plan, sessions } = runOf('absent');
  const isOfGrid = ({ factors }: (typeof plan.cells)[number]) => factors.browser.startsWith('grid:');
  assert.ok(plan.cells.some(isOfGrid));
  assert.ok(plan.cells.every((cell) => isOfGrid(cell) === (cell.skip !== null)));
  assert.ok(sessions.length > 0 && sessions.every(({ agent }) => agent!.placed === undefined));
  const alone = fakeHost(dir, QUICK_OWN_TIME);
  await assert.rejects(run('elsewhere.yaml', { out: 'nothing' }, alone, drivers), (thrown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.message, /cannot be reached: .*ECONNREFUSED/);
    return true;
  });
  assert.ok(!existsSync(join(dir, 'nothing')));
});

test('several sessions at once are refused where all browsers are on this machine', async () => {
  const host = fakeHost(dir, QUICK_OWN_TIME);
  const drivers = inProcessDrivers({}, QUICK_OWN_TIME);
  for (const parallel of ['2', '0', 'two'])
    await assert.rejects(run('quick', { parallel, browser: 'node' }, host, drivers), UserError);
});
