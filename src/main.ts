// The only file of the lab that touches the process: builds the host, runs the verb, and decides once what
// each kind of failure prints and which exit code it has.

import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { commandForm, withCommands } from './base/command-form.ts';
import { EnvironmentError, sayProblem, UserError } from './base/errors.ts';
import { EXIT_BUG, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USER } from './base/exit-codes.ts';
import type { Host } from './base/host.ts';
import { runCli } from './cli/program.ts';

const interruption = new AbortController();
let interruptions = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruption.abort();
    interruptions += 1;
    // A third Ctrl-C: the user does not want to wait for the ending in good order.
    if (interruptions >= 3) process.exit(EXIT_INTERRUPTED);
  });
}
// Started by npm start or the package's command: when that is gone, however it ended, so is the run.
process.on('disconnect', () => interruption.abort());
process.channel?.unref();

// A reader that goes away (`wirefare report … | head`) is no bug, and no verdict: what goes on is ended, and
// has the exit code that it would have had.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  host.err(`stdout cannot be written: ${error.message}\n`);
  process.exit(EXIT_FAILED);
});

// Whoever read what it tells has gone away: it is told to nobody, and what goes on goes on.
process.stderr.on('error', () => {});

const command = commandForm(process.cwd());

const host: Host = {
  command,
  clock: { nowMs: () => performance.now(), date: () => new Date() },
  env: process.env,
  cwd: process.cwd(),
  tempDir: tmpdir(),
  nodePath: process.execPath,
  isRoot: process.getuid?.() === 0,
  freshSeed: () => randomInt(2 ** 32 - 1),
  stdin: () => (process.stdin.isTTY === true ? null : process.stdin),
  ask: askAtTerminal,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(withCommands(text, command)),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns ?? process.stderr.columns ?? 80,
  colour: wantsColour(process.stdout.isTTY === true),
  errColour: wantsColour(process.stderr.isTTY === true),
  interrupted: interruption.signal,
};

try {
  process.exitCode = await runCli(process.argv.slice(2), host);
} catch (thrown) {
  process.exitCode = tell(thrown);
}

function wantsColour(isTerminal: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true;
  return isTerminal && TERM !== 'dumb';
}

async function askAtTerminal(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal: interruption.signal });
  } finally {
    lines.close();
  }
}

function tell(thrown: unknown): number {
  const red = (text: string) => (host.errColour ? styleText('red', text, { validateStream: false }) : text);
  if (thrown instanceof UserError) {
    for (const problem of thrown.problems) host.err(`${red('✗')} ${sayProblem(problem)}\n`);
    return EXIT_USER;
  }
  if (thrown instanceof EnvironmentError) {
    host.err(`${red('✗')} ${thrown.message}\n`);
    for (const tried of thrown.tried) host.err(`    tried: ${tried}\n`);
    host.err(`    to mend it: ${thrown.remedy}\n`);
    return EXIT_FAILED;
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  host.err(`${red('✗')} This is a bug in wirefare. Please report it with what follows.\n${stack}\n`);
  return EXIT_BUG;
}
