// The whole command in process: the real lab, target and Node agent; only the processes are fakes.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import type { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { AgentDriver, Drivers } from '../../drive/driver.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { Results } from '../../report/results/results.ts';
import { requireOwnRecords } from './kept-records.ts';
import { type ReproduceFlags, reproduce } from './reproduce.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-reproduce-'));
let dir: string;
let folders = 0;
beforeEach(() => {
  dir = join(scratch, String(folders++));
  mkdirSync(dir);
  for (const [name, browser] of [
    ['one', 'node'],
    ['two', 'chromium'],
  ] as const) {
    writeFileSync(join(dir, `${name}.yaml`), study(name, browser));
  }
});
after(() => rmSync(scratch, { recursive: true }));

/** Its claims are of bytes, which any four sessions decide, and need two of its eight cells. */
function study(name: string, browser: string): string {
  return `study: ${name}
title: Two formats
question: Which is shorter?
source: A. Nobody, Two formats, 2016
factors:
  n: [3, 300]
  format: [json, protobuf]
  browser: [${browser}, ${browser === 'node' ? 'chromium' : 'node'}]
protocol: {budget: 20s, warmup: 0s, timeout: 1s}
claims:
  - id: T1
    says: Bytes of 3 objects
    where: {n: 3}
    metric: size
    ratios:
      - says: JSON is longer
        numerator: {format: json}
        denominator: {format: protobuf}
        published: [1, null]
      - says: JSON is ten times as long
        numerator: {format: json}
        denominator: {format: protobuf}
        published: 10
`;
}

interface Ended {
  readonly code: number;
  readonly host: FakeHost;
  readonly drivers: FakeDrivers;
}

/** `over`: puts its own drivers before the fakes. */
async function reproduced(
  studies: readonly string[],
  flags: ReproduceFlags = {},
  over: (drivers: FakeDrivers, host: FakeHost) => Drivers = (drivers) => drivers,
): Promise<Ended> {
  const host = fakeHost(dir, QUICK_TIME);
  const drivers = inProcessDrivers({}, QUICK_TIME);
  const usual = { out: 'out', ...(flags.page !== true && { budget: '8s' }) };
  const code = await reproduce(studies, { ...usual, ...flags }, host, over(drivers, host));
  return { code, host, drivers };
}

/** The same drivers, but for what some agents do in another way. */
function withAgents(drivers: Drivers, changed: (agent: AgentDriver) => Partial<AgentDriver>): Drivers {
  const { verified } = drivers;
  return {
    ...(verified !== undefined && { verified }),
    target: (name) => drivers.target(name),
    front: (ask) => drivers.front(ask),
    ownServer: (ask) => drivers.ownServer(ask),
    link: (choice) => drivers.link(choice),
    load: () => drivers.load(),
    slowdown: () => drivers.slowdown(),
    certificate: (addresses) => drivers.certificate(addresses),
    agent: (name) => {
      const agent = drivers.agent(name);
      return { ...agent, ...changed(agent) };
    },
  };
}

/** Ctrl-C as soon as the first session's agent is started. */
function cutAtFirst(drivers: FakeDrivers, host: FakeHost): Drivers {
  return withAgents(drivers, (agent) => ({
    open: (...given) => {
      host.interrupt();
      return agent.open(...given);
    },
  }));
}

const recordOf = (name: string) =>
  JSON.parse(readFileSync(join(dir, 'out', name, 'run.json'), 'utf8')) as Recorded<RunFile>;
const pageText = () => readFileSync(join(dir, 'out', 'results.md'), 'utf8');

async function refused(studies: readonly string[], flags: ReproduceFlags = {}): Promise<string> {
  try {
    await reproduced(studies, flags);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

test('cut off and started again it goes on, ends with the page, and then measures nothing more', async () => {
  // The first run of a process costs most, and a session must begin before the time is over.
  const flags = { budget: '20s' };
  const cut = await reproduced(['one.yaml'], flags, cutAtFirst);
  assert.equal(cut.code, 130, cut.host.told());
  assert.match(cut.host.told(), /the same command goes on/);
  assert.equal(recordOf('one').status, 'interrupted');
  assert.match(pageText(), /\*\*ended early: interrupted\*\*/);

  const whole = await reproduced(['one.yaml'], flags);
  assert.equal(whole.code, 0, whole.host.told());
  const { study: measured, plan, status } = recordOf('one');
  assert.equal(status, 'complete');
  assert.deepEqual(
    measured.parts.flatMap(({ cells }) => cells.map(({ n, browser }) => [n, browser])),
    [
      [3, 'node'],
      [3, 'node'],
    ],
  );
  assert.equal(plan.cells.filter(({ twinOf }) => twinOf === null).length, 2);
  assert.match(pageText(), /\| T1a \| JSON is longer \| above 1\.00× \| 1\.24×: 1 272 over 1 024 bytes \|/);
  assert.match(whole.host.printed(), /^0 of 1 claim replicated, 1 (in part|not decided)\.$/m);
  assert.match(whole.host.printed(), /out\/results\.html/);

  const page = pageText();
  assert.doesNotMatch(page, /ended early/);
  const again = await reproduced(['one.yaml'], flags);
  assert.deepEqual([again.drivers.agents.length, again.drivers.targets.length], [0, 0]);
  assert.equal(pageText(), page);
  await reproduced(['one.yaml'], { page: true, keep: 'kept' });
  assert.deepEqual(readdirSync(join(dir, 'kept', 'one')).toSorted(), [
    'probes.ndjson',
    'run.json',
    'samples.parquet',
  ]);
  assert.ok(!readFileSync(join(dir, 'kept', 'one', 'run.json'), 'utf8').includes(`${homedir()}/`));
  rmSync(join(dir, 'out'), { recursive: true });
  renameSync(join(dir, 'kept'), join(dir, 'out'));
  assert.match(
    await refused(['one.yaml']),
    /one\/run\.json: was kept without its samples\.ndjson \(--keep\), .*--out.*--page/,
  );
  rmSync(join(dir, 'out', 'results.md'));
  const alone = await reproduced(['one.yaml'], { page: true, json: true });
  const told = readOutput('reproduce', alone.host.printed()) as Results;
  assert.deepEqual([told.claims, told.studies[0]!.claims[0]!.ratios.length], [1, 2]);
  assert.equal(pageText(), page);
});

test('what there was no time for is measured when the same command has more, into a record beside', async () => {
  const more = `  - id: L1
    says: Bytes of 2 000 objects
    where: {n: 2000}
    metric: size
    numerator: {format: json}
    denominator: {format: protobuf}
    published: [1, null]
`;
  const text = study('one', 'node').replace('n: [3, 300]', 'n: [3, 300, 2000]') + more;
  writeFileSync(join(dir, 'one.yaml'), text);
  await reproduced(['one.yaml']);
  assert.match(
    pageText(),
    /not in this record: the budget of [\d.]+ s has no time for it; about \d+ s would/,
  );
  const { sessions } = recordOf('one');

  const { host } = await reproduced(['one.yaml'], { budget: '90s' });
  assert.match(host.told(), /one goes on with what there was no time for, for [\d.]+ s: L1/, host.told());
  const again = recordOf('one+2');
  assert.deepEqual(
    again.study.claims.map(({ id }) => id),
    ['L1'],
  );
  assert.equal(recordOf('one').sessions.length, sessions.length, 'the first is left as it was');
  assert.match(pageText(), /\*\*L1\*\* .*\| \*\*replicated\*\* \|/);
  assert.match(pageText(), /L1, measured later: /);

  await reproduced(['one.yaml'], { page: true, keep: 'kept' });
  assert.deepEqual(readdirSync(join(dir, 'kept')).toSorted(), ['one', 'one+2', 'results.html', 'results.md']);
  const third = await reproduced(['one.yaml'], { budget: '90s' });
  assert.deepEqual([third.drivers.agents.length, third.drivers.targets.length], [0, 0]);
});

test('a full run goes on beside a plain one with every cell, and has time anew while any is left', async () => {
  await reproduced(['one.yaml'], { budget: '20s' });
  const { sessions } = recordOf('one');
  const flags = { full: true, only: ['browser=node'], budget: '30s' };
  const { code, host } = await reproduced(['one.yaml'], flags);
  assert.equal(code, 0, host.told());
  assert.match(host.told(), /^at most 30 s for 1 study; /m);
  assert.match(host.told(), /one goes on with 4 cells that no record has, for [\d.]+ s · /);
  assert.equal(recordOf('one').sessions.length, sessions.length, 'the first is left as it was');
  const { study: measured, plan } = recordOf('one+2');
  assert.deepEqual(
    measured.parts.flatMap(({ cells }) => cells.map(({ n, format }) => `${format} ${n}`)).toSorted(),
    ['json 3', 'json 300', 'protobuf 3', 'protobuf 300'],
  );
  assert.ok(plan.cells.every(({ skip }) => skip === null));
  const again = await reproduced(['one.yaml'], flags);
  assert.deepEqual([again.drivers.agents.length, again.drivers.targets.length], [0, 0], again.host.told());
});

test('what is missing is told beforehand, and the rest goes on', async () => {
  const { code, host } = await reproduced(['two.yaml', 'one.yaml'], {}, (drivers) =>
    withAgents(drivers, ({ name }) => (name === 'chromium' ? { find } : {})),
  );
  assert.equal(code, 0, host.told());
  assert.ok(
    host.told().indexOf('missing for two: browser chromium: no browser here') < host.told().indexOf('one · '),
  );
  assert.match(host.told(), /to mend it: get one/);
  assert.equal(existsSync(join(dir, 'out', 'two')), false);
  assert.match(pageText(), /not measured: browser chromium: no browser here/);
  assert.match(pageText(), /0 of 2 claims replicated/);
  assert.equal(recordOf('one').status, 'complete');
});

test('a study that has a record and cannot be gone on with is headed so', async () => {
  const flags = { budget: '20s' };
  await reproduced(['one.yaml'], flags, cutAtFirst);
  const without = (drivers: FakeDrivers) => withAgents(drivers, () => ({ find }));
  const { host } = await reproduced(['one.yaml'], flags, without);
  assert.match(host.told(), /missing for one: browser node: no browser here/);
  assert.match(pageText(), /not gone on with: browser node: no browser here/);
  assert.doesNotMatch(pageText(), /not measured: browser/);
});

async function find(): Promise<never> {
  throw new EnvironmentError('no browser here', ['chromium: not found'], 'get one');
}

test('all that is wrong with studies and flags is told at once', async () => {
  const said = await refused(['opijak-2017', 'quick', 'gone.yaml'], {
    budget: 'soon',
    quick: true,
    full: true,
    link: 'paket',
  });
  assert.match(said, /unknown study "opijak-2017" .*did you mean opijac-2017\?/);
  assert.match(said, /quick: holds no published claims/);
  assert.match(said, /gone\.yaml/);
  assert.match(said, /--budget: "soon"/);
  assert.match(said, /--full: asks for everything/);
  assert.match(said, /--link: unknown engine "paket"/);
});

test('a study that asks a URL is refused with what measures it, before anything is sent', async () => {
  const target = "  target: [node, {url: 'https://203.0.113.7/books', name: mine}]\n";
  writeFileSync(join(dir, 'url.yaml'), study('url', 'node').replace('protocol:', `${target}protocol:`));
  const said = await refused(['url.yaml']);
  assert.match(said, /url\.yaml:\d+: .*url: is asked by `plan` and `run` alone, .* with `run`$/);
  assert.doesNotMatch(said, /--yes/);
});

test('a level that none of the studies has is refused, with the names of all', async () => {
  const said = await refused(['one.yaml', 'two.yaml'], { only: ['n=4'] });
  assert.match(said, /--only: one, two: .*4/);
});

test('a word that none of the studies has is told once for all of them', async () => {
  const said = await refused(['one.yaml', 'two.yaml'], { only: ['format=jsn'] });
  assert.match(said, /--only: one, two: .*did you mean json\?/);
  assert.equal(said.match(/jsn/g)?.length, 1);
});

test('a study without the level that others have is left out with a line', async () => {
  writeFileSync(
    join(dir, 'two.yaml'),
    study('two', 'chromium').replace('browser: [chromium, node]', 'browser: node'),
  );
  const flags = { only: ['browser=chromium'], budget: '20s' };
  const { code, host } = await reproduced(['one.yaml', 'two.yaml'], flags, cutAtFirst);
  assert.equal(code, 130, host.told());
  assert.match(
    host.told(),
    /^left out: two: browser: no cell has browser chromium \(the cells have node\)$/m,
  );
  assert.match(host.told(), /at most 20 s for 1 study;/);
  assert.match(pageText(), /## two[\s\S]*not measured: left out by --only/);
  assert.equal(existsSync(join(dir, 'out', 'two')), false);
});

test('a folder that is none is refused before anything is measured, that of a later study too', async () => {
  mkdirSync(join(dir, 'out'));
  writeFileSync(join(dir, 'out', 'two'), '');
  assert.match(await refused(['one.yaml', 'two.yaml']), /--out: .*two is no folder, nor can it be one/);
  assert.equal(existsSync(join(dir, 'out', 'one')), false);
  rmSync(join(dir, 'out'), { recursive: true });
  writeFileSync(join(dir, 'out'), '');
  assert.match(await refused(['one.yaml']), /--out: .*out is no folder, nor can it be one/);
});

test('what is not built yet is built before the time of the first study begins', async () => {
  const built: string[] = [];
  const { code, host } = await reproduced(['one.yaml', 'two.yaml'], { budget: '16s' }, (drivers) =>
    withAgents(drivers, ({ name }) => ({
      prepare: async () => {
        built.push(`${name}, ${drivers.agents.length} started`);
      },
    })),
  );
  assert.equal(code, 0, host.told());
  assert.deepEqual(built.slice(0, 2).toSorted(), ['chromium, 0 started', 'node, 0 started']);
});

test('what cannot be built is told before the first study, once, and planned without', async () => {
  let builds = 0;
  const { code, host } = await reproduced(['one.yaml', 'two.yaml'], { budget: '16s' }, (drivers) =>
    withAgents(drivers, ({ name }) =>
      name === 'chromium'
        ? {
            prepare: async () => {
              builds++;
              throw new EnvironmentError('no compiler here', [], 'get one');
            },
          }
        : {},
    ),
  );
  assert.equal(code, 0, host.told());
  const told = 'missing for two: browser chromium: no compiler here\n  to mend it: get one\n';
  assert.ok(
    host.told().indexOf(told) >= 0 && host.told().indexOf(told) < host.told().indexOf('1 of 1 · one'),
  );
  assert.equal(builds, 1);
  assert.match(pageText(), /not measured: browser chromium: no compiler here/);
  assert.equal(recordOf('one').status, 'complete');
});

test('records of another machine, of another study and of other cells are refused', async () => {
  await reproduced(['one.yaml'], {}, cutAtFirst);
  const path = join(dir, 'out', 'one', 'run.json');
  const before = readFileSync(path, 'utf8');
  const change = (changed: (run: RunFile) => RunFile) =>
    writeFileSync(path, JSON.stringify(changed(JSON.parse(before) as RunFile)));
  change((run) => ({ ...run, host: { ...run.host, cpu: 'Another one' } }));
  assert.match(await refused(['one.yaml']), /made on another machine \(processor Another one, here /);
  change((run) => ({ ...run, host: { ...run.host, id: null } }));
  const folders = [{ dir: join(dir, 'out', 'one'), study: 'one' }];
  const here = { ...(JSON.parse(before) as RunFile).host, id: '118b88d5dc1f' };
  requireOwnRecords(folders, here);
  change((run) => ({ ...run, host: { ...run.host, id: '22aa33bb44cc' } }));
  assert.throws(
    () => requireOwnRecords(folders, here),
    /made on another machine \(machine id 22aa33bb44cc, here 118b88d5dc1f\)/,
  );
  change((run) => ({ ...run, study: { ...run.study, name: 'three' } }));
  assert.match(await refused(['one.yaml']), /is a record of three, not of one/);
  change((run) => run);
  assert.match(await refused(['one.yaml'], { only: ['browser=chromium'] }), /begun with other cells/);
});
