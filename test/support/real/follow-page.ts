// Follows a page to the letter: every block of commands is run, in the order of the page, in a folder that
// looks as a checkout does, and what the page shows of their output must stand in it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './browser-bench.ts';

const COMMANDS_WITHIN_MS = 200_000;

export interface Step {
  readonly commands: string;
  /** Lines that the output has, in this order. */
  readonly shown: readonly string[];
}

/** Its blocks of sh, each with the block of text behind it, if there is one before the next. */
export function stepsOf(page: string): Step[] {
  const blocks = [...page.matchAll(/^```(sh|text)[^\n]*\n(.*?)^```$/gms)].map(([, kind, body]) => ({
    kind: kind!,
    lines: body!.trimEnd(),
  }));
  return blocks.flatMap(({ kind, lines }, i) => {
    if (kind !== 'sh') return [];
    const next = blocks[i + 1];
    const shown = next?.kind === 'text' ? next.lines.split('\n') : [];
    return [{ commands: lines, shown: shown.filter((line) => !['', '…'].includes(line.trim())) }];
  });
}

/** Figures, paths of bars and the widths of columns differ from run to run. */
function masked(line: string): string {
  return line
    .replace(/\d+(?:[.,: ]\d+)*/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What of `shown` does not stand in the output, in its order. */
export function missingIn(output: string, shown: readonly string[]): string[] {
  const lines = output.split('\n').map(masked);
  let from = 0;
  return shown.filter((line) => {
    const at = lines.findIndex((each, i) => i >= from && each.startsWith(masked(line)));
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

function inShell(commands: string, cwd: string): Promise<{ code: number | null; output: string }> {
  const { WIREFARE_TARGETS: _, WIREFARE_CLIENTS: __, ...others } = process.env;
  const child = spawn('bash', ['-eu', '-c', commands], {
    cwd,
    env: { ...others, NO_COLOR: '1', COLUMNS: '80' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMANDS_WITHIN_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * A folder that has all that the checkout has, where what the commands leave beside it is in nobody's way.
 */
function checkoutIn(scratch: string): string {
  const folder = path.join(scratch, 'wirefare');
  mkdirSync(folder);
  for (const entry of readdirSync(ROOT)) {
    if (!['.git', 'runs'].includes(entry)) symlinkSync(path.join(ROOT, entry), path.join(folder, entry));
  }
  return folder;
}

/**
 * `page`: of the checkout. Fails at the first step that does not end with 0, or does not print what the page
 * shows.
 */
export async function follow(page: string): Promise<Step[]> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-page-'));
  try {
    const cwd = checkoutIn(scratch);
    const steps = stepsOf(readFileSync(path.join(ROOT, page), 'utf8'));
    for (const { commands, shown } of steps) {
      const { code, output } = await inShell(commands, cwd);
      assert.equal(code, 0, `${page}: ${commands}\nsays\n${output}`);
      assert.deepEqual(missingIn(output, shown), [], `${page}: ${commands}\ndoes not say so, but\n${output}`);
    }
    return steps;
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
