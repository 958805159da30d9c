// The checks of `npm run check`, with which `npm test` begins too. One step more runs at a time than there
// are cores: of what the unit tests take, about a third is waiting. Files that do little else are beside
// those.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { listed } from '../../src/base/figures/plurals.ts';
import { type DisturbanceWatch, sayDisturbance, watchThisMachine } from './disturbance.ts';
import { addCounts, atATime, NO_TESTS, runTests, runTogether, type TestCounts } from './run-tests.ts';
import { type TriedTests, tryAgain, waitForCalm } from './second-tries.ts';
import { unitTests } from './unit-tests.ts';

const FILE_TIMEOUT_MS = 180_000;

interface ToolStep {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Runs every step even when one fails, so that all is seen at once. A tool counts as one test. */
export async function runChecks(root: string, tell: (line: string) => void): Promise<TriedTests> {
  const watch = watchThisMachine();
  try {
    return await tryAgain(
      await runOnce(root, watch, tell),
      (file) => runTests(root, { files: [file], concurrency: 1, timeoutMs: FILE_TIMEOUT_MS }, tell),
      () => waitForCalm(watch),
      tell,
    );
  } finally {
    watch.stop();
  }
}

async function runOnce(
  root: string,
  { worstIn }: DisturbanceWatch,
  tell: (line: string) => void,
): Promise<TestCounts> {
  // Node's compiled code is kept for later processes: of unit tests, and of labs and targets that tests
  // start.
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'compiled');
  const tools: readonly ToolStep[] = [
    // What did not change since the last time is not checked again.
    {
      name: 'types',
      program: bin(root, 'tsc'),
      args: ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
    },
    {
      name: 'format and lint',
      program: bin(root, 'biome'),
      args: ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=50'],
    },
    { name: 'generated files', program: process.execPath, args: ['scripts/generate.ts', '--check'] },
  ];
  const units: TestCounts[] = [];
  const unit = async (files: readonly string[]) => {
    const startMs = performance.now();
    const counts = await runTogether(root, files, FILE_TIMEOUT_MS, tell);
    units.push(counts);
    if (counts.failed === 0) return counts;
    const disturbance = worstIn(startMs, performance.now());
    tell(`  ${listed(counts.failedFiles.map(({ file }) => file))}: ${sayDisturbance(disturbance)}`);
    return { ...counts, failedFiles: counts.failedFiles.map((each) => ({ ...each, disturbance })) };
  };
  const { waiting, first, others } = unitTests(root);
  const together = (groups: readonly (readonly string[])[]) => groups.map((files) => () => unit(files));
  const steps = [
    ...together(first),
    ...tools.map((tool) => () => runTool(root, tool, tell)),
    ...together(others),
  ];
  const all = await Promise.all([atATime(1, together(waiting)), atATime(availableParallelism() + 1, steps)]);
  const counts = addCounts(all.flat());
  const { passed, failed, skipped } = addCounts(units);
  const word = failed === 0 ? 'ok    ' : 'FAILED';
  tell(`${word} unit tests: ${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  return counts;
}

async function runTool(
  root: string,
  { name, program, args }: ToolStep,
  tell: (line: string) => void,
): Promise<TestCounts> {
  const { code, output } = await ended(program, args, root);
  if (code === 0) {
    tell(`ok     ${name}`);
    return { ...NO_TESTS, passed: 1 };
  }
  const indented = output.trimEnd().replace(/^/gm, '  ');
  tell(`FAILED ${name}: ${path.basename(program)} ${args.join(' ')}\n${indented}`);
  return { ...NO_TESTS, failed: 1 };
}

/** Runs a tool to its end; `output` is everything that it printed. */
export function ended(program: string, args: readonly string[], cwd: string, env = process.env) {
  return new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', ({ message }) => resolve({ code: null, output: message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function bin(root: string, name: string): string {
  return path.join(root, 'node_modules', '.bin', name);
}
