// Builds targets, clients and the link before the tests, which would otherwise build them at first use, so
// that no test waits for a compiler. If a compiler is missing, that is reported and the build is left out;
// its tests say why they are skipped.

import path from 'node:path';
import { EnvironmentError } from '../../src/base/errors.ts';
import { dataDirectory } from '../../src/cli/surroundings/run-context.ts';
import { clientFolders } from '../../src/drive/agents/client-names.ts';
import { programAgentDriver } from '../../src/drive/agents/program-agent.ts';
import { linkProgram } from '../../src/drive/links/link-program.ts';
import { k6LoadDriver } from '../../src/drive/load/k6-load.ts';
import { createGuardian } from '../../src/drive/processes/guardian.ts';
import { READY_WITHIN_MS, targetDriver } from '../../src/drive/targets/target.ts';
import { findBuilder } from '../../src/drive/targets/target-build.ts';
import { readClientFile, readTargetFile } from '../../src/drive/targets/target-file.ts';
import { targetFolders } from '../../src/drive/targets/target-names.ts';
import { GO_TEST_BUILDS, mavenArgs } from '../../test/support/real/own-tests.ts';
import { snippetPackages } from '../../test/support/snippets/python-packages.ts';
import { ended } from './check-steps.ts';
import { atATime, saySeconds } from './run-tests.ts';

interface FirstBuild {
  readonly name: string;
  /**
   * Builds of one program go one after the other: Maven's store of what it downloads is not for two at once.
   */
  readonly builder: string;
  /** Does nothing where it is built already. */
  build(): Promise<unknown>;
}

interface BuildSettings {
  readonly root: string;
  /** For files that are gone when the process ends. */
  readonly tempDir: string;
  /** So many builders at a time. */
  readonly most: number;
  /** The tests of targets in their own languages too, unless false. */
  readonly withTests?: boolean;
}

/** Answers what could not be built. */
export async function buildBeforehand(
  { root, tempDir, most, withTests = true }: BuildSettings,
  tell: (line: string) => void,
): Promise<readonly string[]> {
  const builds = await firstBuilds(root, tempDir, withTests);
  const byBuilder = Object.groupBy(builds, ({ builder }) => builder);
  const longestFirst = Object.values(byBuilder).toSorted((a, b) => b!.length - a!.length);
  const failed: string[] = [];
  const steps = longestFirst.map((own) => async () => {
    for (const each of own!) if (!(await tellBuild(each, tell))) failed.push(each.name);
  });
  await atATime(most, steps);
  return failed;
}

/** Answers whether it is built. */
async function tellBuild({ name, build }: FirstBuild, tell: (line: string) => void): Promise<boolean> {
  const startMs = performance.now();
  try {
    await build();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    tell(`  cannot build ${name}: ${error.message} (${error.remedy})`);
    return false;
  }
  tell(`  ${name} · ${saySeconds(performance.now() - startMs)}`);
  return true;
}

async function firstBuilds(root: string, tempDir: string, withTests: boolean): Promise<FirstBuild[]> {
  const { env } = process;
  const dataDir = dataDirectory({ env, tempDir });
  const guardian = createGuardian(tempDir);
  const common = {
    nodePath: process.execPath,
    projectRoot: root,
    env,
    tempDir,
    isRoot: process.getuid?.() === 0,
  };
  const quiet = () => {};
  const builds: FirstBuild[] = [];
  for (const [name, folder] of targetFolders(root, {})) {
    const { build } = await readTargetFile(folder);
    if (build === undefined) continue;
    const setup = {
      folder,
      dataDir,
      guardian,
      env,
      host: '127.0.0.1',
      port: 0,
      readyWithinMs: READY_WITHIN_MS,
    };
    const driver = targetDriver({ ...setup, nodePath: process.execPath });
    builds.push({ name: `target ${name}`, builder: build[0]!, build: driver.prepare });
  }
  for (const [name, folder] of clientFolders(root, {})) {
    const { build } = await readClientFile(folder);
    if (build === undefined) continue;
    const driver = programAgentDriver({ ...common, folder, cacheDir: dataDir, tell: quiet }, guardian);
    builds.push({ name: `client ${name}`, builder: build[0]!, build: driver.prepare! });
  }
  const clock = { nowMs: () => performance.now(), date: () => new Date() };
  const load = k6LoadDriver({ ...common, cacheDir: dataDir, clock, tell: quiet }, guardian);
  const link = linkProgram({ ...common, cacheDir: dataDir, tell: quiet }, guardian);
  const ofSnippets = () => snippetPackages(guardian);
  const tests = withTests
    ? [
        ...ownTests(root, dataDir),
        { name: "packages of FastAPI's snippets", builder: 'python3', build: ofSnippets },
      ]
    : [];
  return [
    ...builds,
    ...tests,
    { name: 'k6', builder: 'go', build: load.prepare },
    { name: 'wirefare-link', builder: 'cargo', build: link },
  ];
}

/** What test/real/verbs/site.test.ts needs; does nothing where it is installed. */
const SITE = ['bin/site.mjs', '--install'];

/** The tests that targets have in their own languages, and the site's. */
function ownTests(root: string, dataDir: string): FirstBuild[] {
  const jvm = path.join(root, 'targets/jvm');
  const go = path.join(root, 'targets/go');
  const java = [mavenArgs('test-compile', jvm, dataDir)];
  return [
    { name: 'tests of the Java modules', builder: 'mvn', build: () => building('mvn', java, jvm) },
    { name: 'tests of target go', builder: 'go', build: () => building('go', GO_TEST_BUILDS, go) },
    { name: 'packages of the site', builder: 'npm', build: () => ended(process.execPath, SITE, root) },
  ];
}

/** If this cannot compile something, the test itself reports it. */
async function building(program: string, steps: readonly (readonly string[])[], cwd: string): Promise<void> {
  const builder = await findBuilder(program, process.env);
  for (const args of steps) await ended(builder.program, args, cwd, builder.env);
}
