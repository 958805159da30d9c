import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import type { FakeLinkScript } from '../../../test/support/drivers/fake-link.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { Guardian } from '../../drive/processes/guardian.ts';
import type { CalibrationCheck } from '../../network/link-facts.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { runCli } from '../program.ts';
import { checkNetworks } from './networks-check.ts';
import { runBehindNetwork } from './networks-run.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-networks-'));
let host: FakeHost;
let drivers: FakeDrivers;
let folders = 0;
const watched = new Set<number>();
const guardian: Guardian = {
  folder: () => scratch,
  watch: (group) => void watched.add(group),
  watchGroupFolder: () => {},
  releaseGroupFolder: () => {},
  release: (group) => void watched.delete(group),
};

beforeEach(() => {
  const dir = join(scratch, String(folders++));
  mkdirSync(dir);
  host = fakeHost(dir, clock);
});
afterEach(() => {
  for (const link of drivers?.fakeLink.opened ?? []) assert.ok(link.isClosed(), 'the link is closed');
  assert.equal(watched.size, 0, 'no process is left');
});
after(() => rmSync(scratch, { recursive: true }));

function withLink(script: FakeLinkScript = {}): FakeDrivers {
  drivers = new FakeDrivers({}, {}, script);
  return drivers;
}

const NO_LINK = new EnvironmentError('no namespaces here', ['unshare: not permitted'], 'ask root');
const check = (what: string, within: boolean): CalibrationCheck => ({
  what,
  measured: within ? 300 : 340.5,
  least: 299,
  most: 301,
  unit: 'ms',
  within,
});
const lines = () =>
  host
    .printed()
    .trimEnd()
    .split('\n')
    .map((line) => readOutput('networks check', line) as Record<string, unknown>);

test('networks and list networks show one table, every network with its figures', async () => {
  assert.equal(await runCli(['networks'], host), 0);
  const table = host.printed();
  for (const { name } of NETWORKS) assert.match(table, new RegExp(`^  ${name} `, 'm'));
  assert.match(table, /3g +1\.6 Mbit\/s +768 kbit\/s +300 ms +– +– +1\.5 MB\n/);
  assert.match(table, /\n {2}slodziak-2016 \(ADSL\); figures ours +wan\n +WebPageTest +cable, dsl/);
  for (const line of table.split('\n')) assert.ok(line.length <= 80, line);
  const other = fakeHost(host.cwd, clock);
  assert.equal(await runCli(['list', 'networks'], other), 0);
  assert.equal(other.printed(), table);
});

test('networks --json gives the profiles as a program reads them', async () => {
  assert.equal(await runCli(['networks', '--json'], host), 0);
  const listed = readOutput('networks', host.printed()) as (NetworkProfile & { about: string })[];
  assert.deepEqual(
    listed.map(({ about: _, ...profile }) => profile),
    // Loopback as it is has no queue of ours.
    NETWORKS.map((one) => (one.name === 'none' ? { ...one, queueBytes: null } : one)),
  );
  await assert.rejects(runCli(['networks', '3g'], host), /networks check NAME/);
  assert.equal(listed.find(({ name }) => name === 'dsl')?.about, '1500/384 kbit/s, 50 ms');
});

test('networks check prints engine, why and every figure against what was expected', async () => {
  assert.equal(await checkNetworks(['3g'], { engine: 'auto' }, host, withLink()), 0);
  assert.match(host.printed(), /^✓ 3g \(1600\/768 kbit\/s, 300 ms\) by tun: the first that works here\n/);
  assert.match(host.printed(), /✓ +round trip, median +300 +299\.7 – 300\.3 +ms/);
});

test('networks check fits a terminal of 80 columns, and its figures are no finer than microseconds', async () => {
  const checks = () => [
    { ...check('down: packets unaccounted for', true), unit: 'packets' as const },
    { ...check('1500-byte round trip less 64-byte one', true), measured: 0.3032167, least: -0.000226 },
    { ...check('rate down', true), measured: 1_000_012.3, least: 980_000, most: 1_020_000 },
  ];
  assert.equal(
    await checkNetworks(['mobile-poor', 'lan'], { engine: 'auto' }, host, withLink({ checks })),
    0,
  );
  for (const line of host.printed().split('\n')) assert.ok(line.length <= 80, line);
  assert.match(host.printed(), /64-byte one +0\.303 +0 – 301 +ms/);
  assert.match(host.printed(), /rate down +1000012 +980000 – 1020000/);
});

test('networks check says of what could not be measured that it is nothing', async () => {
  const checks = () => [{ ...check('rate up', false), measured: Number.NaN }];
  assert.equal(await checkNetworks(['3g'], { engine: 'auto' }, host, withLink({ checks })), 4);
  assert.match(host.printed(), /✗ +rate up +nothing +/);
});

test('networks check --json gives a line for each network', async () => {
  const code = await checkNetworks(['3g', '10mbit', '3g'], { engine: 'auto', json: true }, host, withLink());
  assert.equal(code, 0);
  const [first, second] = lines();
  assert.equal(lines().length, 2);
  const { profile, engine, measured, within, checks } = first!;
  assert.deepEqual([profile, engine, within, (checks as unknown[]).length], ['3g', 'tun', true, 1]);
  // The fake's echoes take 300 ms with what 64 bytes take on the wire: 0.32 ms down, 0.667 ms up.
  assert.deepEqual(measured, {
    rttMsMedian: 299.013,
    rttMsP99: 299.013,
    downKbitPerS: 1_600,
    upKbitPerS: 768,
  });
  assert.equal(second!.profile, '10mbit');
});

test('a network outside its bounds is told with ✗ and exit code 4, and those beside it are checked all the same', async () => {
  const checks = ({ name }: NetworkProfile) => [
    check('round trip, median', name !== '3g'),
    check('rate down', true),
  ];
  const outOfBounds = new EnvironmentError('out of bounds', [], 'wait');
  const link = withLink({ checks, outOfBounds });
  assert.equal(await checkNetworks(['3g', 'lte'], { engine: 'auto' }, host, link), 4);
  assert.match(host.printed(), /✗ 3g .*\n.*\n +✗ +round trip, median +340\.5 +299 – 301 +ms\n +✓ +rate down/);
  assert.match(host.printed(), /✓ lte \(12\/12 Mbit\/s, 70 ms\)/);
});

test('networks check --study checks the networks of a study, those of its own too', async () => {
  const study = (network: string) =>
    `study: s\ntitle: S\nquestion: Q?\nfactors: {n: 1, format: json, network: ${network}}\n`;
  writeFileSync(join(host.cwd, 's.yaml'), study('[none, 3g, {name: office, down: 20mbit, rtt: 40ms}]'));
  writeFileSync(join(host.cwd, 'none.yaml'), study('none'));
  const flags = { engine: 'auto' as const, json: true };
  const check = (names: string[], name: string) =>
    checkNetworks(names, { ...flags, study: name }, host, withLink());
  assert.equal(await check([], 's.yaml'), 0);
  assert.deepEqual(
    lines().map(({ profile, figures }) => `${profile}: ${figures}`),
    ['3g: 1600/768 kbit/s, 300 ms', 'office: 20/20 Mbit/s, 40 ms'],
  );
  assert.equal(await check(['office'], 's.yaml'), 0);
  assert.equal(lines().length, 3);
  await assert.rejects(check(['lan'], 's.yaml'), /unknown network "lan" \(allowed: 3g, office/);
  await assert.rejects(check([], 'none.yaml'), /names no network to be emulated/);
  await assert.rejects(checkNetworks([], flags, host, withLink()), /names no network/);
});

test('a machine that cannot give a network says what was tried and what mends it, with exit code 4', async () => {
  assert.equal(await checkNetworks(['3g'], { engine: 'veth' }, host, withLink({ missing: NO_LINK })), 4);
  assert.match(
    host.printed(),
    /✗ 3g .*: not possible here\n +no namespaces here\n +tried: unshare: not permitted\n +to mend it: ask root\n/,
  );
  host = fakeHost(host.cwd, clock);
  await checkNetworks(['3g'], { engine: 'veth', json: true }, host, drivers);
  const { engine, measured, within, why, remedy } = lines()[0]!;
  assert.deepEqual(
    [engine, measured, within, why, remedy],
    [null, null, false, 'no namespaces here', 'ask root'],
  );
});

test('unknown networks are all told at once, and none cannot be emulated', async () => {
  await assert.rejects(
    checkNetworks(['3gg', 'none', 'lan'], { engine: 'auto' }, host, withLink()),
    (thrown) => {
      assert.ok(thrown instanceof UserError);
      assert.deepEqual(
        thrown.problems.map(({ what, nearest }) => [what, nearest]),
        [
          ['unknown network "3gg"', '3g'],
          ['none is loopback as it is: there is nothing to emulate', undefined],
        ],
      );
      return true;
    },
  );
  await assert.rejects(
    runCli(['networks', 'check', '3g', '--engine', 'tune'], host),
    /unknown engine "tune"/,
  );
  assert.equal(await runCli(['networks', 'run', '3g'], host), 2);
});

const written = (name: string) => readFileSync(join(host.cwd, name), 'utf8').trim();
const behind = (shell: string, more: { server?: string; unchecked?: boolean } = {}) =>
  runBehindNetwork('3g', ['sh', '-c', shell], { engine: 'auto', ...more }, host, drivers, guardian);

test('networks run hands on the exit code, the folder and the addresses of both ends', async () => {
  withLink();
  assert.equal(await behind('echo "$WIREFARE_CLIENT to $WIREFARE_SERVER" > seen; exit 7'), 7);
  assert.equal(written('seen'), '127.0.0.1 to 127.0.0.1');
  assert.match(host.told(), /^3g \(1600\/768 kbit\/s, 300 ms\) by tun: the first that works here\n$/);
});

test('networks run --study runs behind a network that the study describes', async () => {
  const networks = 'network: {name: office, down: 20mbit, rtt: 40ms}';
  writeFileSync(
    join(host.cwd, 's.yaml'),
    `study: s\ntitle: S\nquestion: Q?\nfactors: {n: 1, format: json, ${networks}}\n`,
  );
  withLink();
  const flags = { engine: 'auto' as const, study: 's.yaml' };
  assert.equal(await runBehindNetwork('office', ['true'], flags, host, drivers, guardian), 0);
  assert.match(host.told(), /^office \(20\/20 Mbit\/s, 40 ms\) by tun/);
  await assert.rejects(
    runBehindNetwork('3g', ['true'], flags, host, drivers, guardian),
    /unknown network "3g" \(allowed: office/,
  );
});

test('the help quotes $WIREFARE_SERVER so that the shell of the network reads it', async () => {
  assert.equal(await runCli(['networks', 'run', '--help'], host), 0);
  assert.match(host.printed().replace(/\s+/g, ' '), /-- sh -c 'iperf3 -c \$WIREFARE_SERVER'/);
});

test('a command that a signal ended is answered as by a shell', async () => {
  withLink();
  assert.equal(await behind('kill -TERM $$'), 143);
});

test('the server command listens before the command starts, and is ended with all that it started', async () => {
  withLink();
  const serve = `require("node:net").createServer((s) => s.end("hello")).listen(0, function () {
    require("node:fs").writeFileSync("port", String(this.address().port)) })`;
  const ask = `require("node:net").connect(+require("node:fs").readFileSync("port"), process.env.WIREFARE_SERVER)
    .on("data", (data) => require("node:fs").writeFileSync("answer", data))`;
  const node = (program: string) => `${process.execPath} -e '${program}'`;
  // The port is in the file as soon as it listens, a moment before the file is whole.
  const waiting = `while [ ! -s port ]; do :; done; ${node(ask)}`;
  assert.equal(await behind(waiting, { server: node(serve) }), 0, host.told());
  assert.equal(written('answer'), 'hello');
  assert.doesNotMatch(host.told(), /note:/);
});

test('a server command that ends at once is told, and the command runs', async () => {
  withLink();
  assert.equal(await behind('exit 0', { server: 'exit 3' }), 0);
  assert.match(host.told(), /note: the server's command ended with exit code 3 before it listened/);
});

test('a network outside its bounds is a warning to networks run, and unchecked means not measured', async () => {
  withLink({ checks: () => [check('round trip, median', false)] });
  assert.equal(await behind('exit 0'), 0);
  assert.match(host.told(), /warning: 3g .* is not what it says: round trip, median: 340\.5 ms/);
  host = fakeHost(host.cwd, clock);
  assert.equal(await behind('exit 0', { unchecked: true }), 0);
  assert.doesNotMatch(host.told(), /warning/);
});

test('Ctrl-C reaches the command, which may say farewell', async () => {
  withLink();
  const running = behind('trap "echo farewell > seen; exit 5" INT; : > ready; while :; do sleep 0.01; done');
  while (!existsSync(join(host.cwd, 'ready'))) await new Promise((resolve) => setImmediate(resolve));
  host.interrupt();
  assert.equal(await running, 5);
  assert.equal(written('seen'), 'farewell');
});

test('an interruption while the network is set up is one, and no lack of the machine', async () => {
  withLink({ missing: NO_LINK });
  host.interrupt();
  assert.equal(await behind('exit 0'), 130);
  assert.equal(host.told(), '');
});

test('a command that is not there is the machine’s lack, and the link is taken down', async () => {
  withLink();
  const settings = { engine: 'auto' as const };
  await assert.rejects(
    runBehindNetwork('3g', ['no-such-program'], settings, host, drivers, guardian),
    /start no-such-program/,
  );
  withLink({ missing: NO_LINK });
  await assert.rejects(behind('exit 0'), /no namespaces here/);
});
