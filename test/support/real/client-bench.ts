// Studies of a client that is a real program, against the real target or one in this process that cheats.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../../src/cli/run/run.ts';
import { dataDirectory } from '../../../src/cli/surroundings/run-context.ts';
import { realDrivers } from '../../../src/drive/catalogue.ts';
import type { Drivers, TargetSettings } from '../../../src/drive/driver.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import { readProbes } from '../../../src/record/read-record.ts';
import type { ProbeRow, RunFile } from '../../../src/record/record.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import type { Sample } from '../../../src/wire/sample.ts';
import type { About } from '../../../src/wire/target-contract.ts';
import { FakeDrivers } from '../drivers/fake-drivers.ts';
import { fakeHost } from '../host/fake-host.ts';
import { EverythingVerified } from '../host/in-process-drivers.ts';
import { type Cheat, startCheating } from '../targets/cheating-target.ts';
import { SETTINGS } from './browser-bench.ts';

export interface Measured {
  readonly run: Recorded<RunFile>;
  readonly summary: Recorded<Summary>;
  readonly samples: readonly Sample[];
  readonly probes: readonly ProbeRow[];
}

export interface ClientBench {
  /**
   * `study` is all behind its name; with a cheat the target is in this process, so that there is no network.
   * A cheat cheats some clients alone, and goes by what the real target was held to before.
   */
  measured(name: string, study: string, cheat?: Cheat | CheatsByTarget | null): Promise<Measured>;
  remove(): void;
}

/**
 * By the target's name. Each counts as held to its contract: they are the target as it is, but for one thing
 * that is known.
 */
export interface CheatsByTarget {
  readonly byTarget: Readonly<Record<string, () => Cheat>>;
}

const clock = { nowMs: () => performance.now(), date: () => new Date() };

export function clientBench(): ClientBench {
  const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-client-'));
  return {
    measured: async (name, study, cheat = null) => {
      writeFileSync(path.join(dir, `${name}.yaml`), `study: ${name}\ntitle: T\nquestion: Q\n${study}`);
      const fake = fakeHost(dir, clock, process.execPath);
      const { WIREFARE_VERIFIED } = process.env;
      const host = { ...fake, env: { ...fake.env, WIREFARE_VERIFIED } };
      const drivers =
        cheat !== null && 'byTarget' in cheat
          ? { ...benchDrivers(cheat.byTarget), verified: new EverythingVerified() }
          : benchDrivers(cheat && { node: () => cheat });
      assert.equal(await run(`${name}.yaml`, { out: name }, host, drivers), 0, host.told());
      const read = (file: string) => readFileSync(path.join(dir, name, file), 'utf8');
      return {
        run: JSON.parse(read('run.json')) as Recorded<RunFile>,
        summary: JSON.parse(read('summary.json')) as Recorded<Summary>,
        probes: readProbes(path.join(dir, name)),
        samples: read('samples.ndjson')
          .trim()
          .split('\n')
          .map(parseSample)
          .filter((each) => each !== null),
      };
    },
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** null of a line that is something else. */
function parseSample(line: string): Sample | null {
  const parsed = JSON.parse(line) as Partial<Sample>;
  return parsed.totalMs === undefined ? null : (parsed as Sample);
}

/**
 * Real agents, of what was built before: a build would be no news to this test. `cheats`: one for each start
 * of each target.
 */
export function benchDrivers(cheats: CheatsByTarget['byTarget'] | null): Drivers {
  const dataDir = dataDirectory({ env: process.env, tempDir: tmpdir() });
  const real = realDrivers({ ...SETTINGS, dataDir, clock, tell: () => {} });
  if (cheats === null) return real;
  const started = ([name, makeCheat]: readonly [string, () => Cheat]) => {
    const start = async ({ readers }: TargetSettings) => {
      const { url, secret, close } = await startCheating(makeCheat(), clock, null, [], readers ?? null);
      const about = (await (await fetch(`${url}/about`)).json()) as About;
      return { url, about: { ...about, name }, close, secret };
    };
    return [name, { start }] as const;
  };
  const fakes = new FakeDrivers({}, Object.fromEntries(Object.entries(cheats).map(started)));
  return {
    agent: (name) => real.agent(name),
    target: (name) => fakes.target(name),
    front: (ask) => fakes.front(ask),
    ownServer: (ask) => fakes.ownServer(ask),
    link: (choice) => real.link(choice),
    load: () => fakes.load(),
    slowdown: () => real.slowdown(),
    certificate: real.certificate,
  };
}
