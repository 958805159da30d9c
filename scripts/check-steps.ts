// What `npm run check` holds the code to, one step after the other; `npm test` begins with the same.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runTests, type TestCounts } from './run-tests.ts';

const FILE_TIMEOUT_MS = 180_000;

interface ToolStep {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Runs every step even when one fails, so that all is seen at once. A tool counts as one test. */
export async function runChecks(root: string, tell: (line: string) => void): Promise<TestCounts> {
  const tools: readonly ToolStep[] = [
    {
      name: 'format and lint',
      program: bin(root, 'biome'),
      args: ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=50'],
    },
    { name: 'types', program: bin(root, 'tsc'), args: ['-p', '.'] },
    { name: 'generated files', program: process.execPath, args: ['scripts/generate.ts', '--check'] },
  ];
  const counts = tools.map((tool) => runTool(root, tool, tell));
  counts.push(
    await runUnitTests(root, 'import table and scripts', ['scripts/**/*.test.ts', 'bin/**/*.test.ts'], tell),
  );
  counts.push(await runUnitTests(root, 'unit tests', ['src/**/*.test.ts'], tell));
  return addCounts(counts);
}

export function addCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.flatMap(({ skipped }) => skipped),
    failedFiles: all.flatMap(({ failedFiles }) => failedFiles),
  };
}

function runTool(root: string, { name, program, args }: ToolStep, tell: (line: string) => void): TestCounts {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) {
    tell(`ok     ${name}`);
    return { passed: 1, failed: 0, skipped: [], failedFiles: [] };
  }
  tell(`FAILED ${name}: ${path.basename(program)} ${args.join(' ')}`);
  tell(`${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`.trimEnd().replace(/^/gm, '  '));
  return { passed: 0, failed: 1, skipped: [], failedFiles: [] };
}

async function runUnitTests(
  root: string,
  name: string,
  files: readonly string[],
  tell: (line: string) => void,
): Promise<TestCounts> {
  const details: string[] = [];
  const wanted = { files, concurrency: 2, timeoutMs: FILE_TIMEOUT_MS };
  const counts = await runTests(root, wanted, (line) => details.push(line));
  const word = counts.failed === 0 ? 'ok    ' : 'FAILED';
  tell(`${word} ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped.length} skipped`);
  if (counts.failed > 0) tell(details.filter((line) => !line.startsWith('  ok ')).join('\n'));
  return counts;
}

function bin(root: string, name: string): string {
  return path.join(root, 'node_modules', '.bin', name);
}
