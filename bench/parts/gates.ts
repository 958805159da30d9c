// Gates of the target in Node, one after the other: beside itself, so that every one that breaks is a false
// alarm, and beside a copy whose encoding takes so much longer that the whole exchange does by a known share.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXIT_BROKEN, EXIT_DONE, EXIT_UNDECIDED } from '../../src/base/exit-codes.ts';
import type { GateReport } from '../../src/report/gate/gate-words.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { sayLoad } from './load.ts';
import { PROJECT_ROOT } from './surroundings.ts';

const RULES = '[{item: total, slower: 1%}, {item: bytes, grows: 0%}]';
const OUTCOMES: Readonly<Record<number, Outcome>> = {
  [EXIT_DONE]: 'kept',
  [EXIT_UNDECIDED]: 'undecided',
  [EXIT_BROKEN]: 'broken',
};

type Outcome = 'kept' | 'undecided' | 'broken';

export interface GateRan {
  readonly outcome: Outcome;
  readonly isBytesKept: boolean;
  /** Median total of base, ms. */
  readonly baseMs: number;
}

export interface GatesAsked {
  /** Of base beside itself; half as many have a slowed head. */
  readonly same: number;
  /** Of each, as a gate takes it. */
  readonly budgets: { readonly same: string; readonly slowed: string };
  /** How much more of the total the slowed head takes: 0.05. */
  readonly share: number;
}

export interface GatesRan {
  readonly same: readonly GateRan[];
  readonly slowed: readonly GateRan[];
}

/** The environment's: forty of two minutes and twenty of four are 160 minutes. */
export function gatesAsked(env: NodeJS.ProcessEnv = process.env): GatesAsked {
  const { WIREFARE_GATES = '40', WIREFARE_GATE_BUDGET = '2m', WIREFARE_SLOWED_BUDGET = '4m' } = env;
  const same = Number(WIREFARE_GATES);
  if (!Number.isInteger(same) || same < 1)
    throw new Error(`WIREFARE_GATES: ${WIREFARE_GATES} is no number of gates`);
  return { same, budgets: { same: WIREFARE_GATE_BUDGET, slowed: WIREFARE_SLOWED_BUDGET }, share: 0.05 };
}

export function runGates({ same, budgets, share }: GatesAsked, print: (line: string) => void): GatesRan {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-gates-'));
  try {
    const gates = (kind: string, head: string, budget: string, count: number) =>
      Array.from({ length: count }, (_, i) => runGate(dir, `${kind} ${i + 1}`, head, budget, print));
    const ofSame = gates('A/A', 'node', budgets.same, same);
    const extraMs = share * middle(ofSame.map(({ baseMs }) => baseMs));
    print(`  a slowed head encodes for ${extraMs.toFixed(3)} ms longer, ${share * 100} % of base's total`);
    const slowed = gates('slowed', slowedTarget(dir, extraMs), budgets.slowed, Math.ceil(same / 2));
    return { same: ofSame, slowed };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function runGate(
  dir: string,
  name: string,
  head: string,
  budget: string,
  print: (line: string) => void,
): GateRan {
  const [file, out] = [join(dir, 'gate.yaml'), join(dir, 'out.json')];
  const what = `base: node, head: ${JSON.stringify(head)}, dataset: book, n: 500, browser: chromium`;
  writeFileSync(file, `gate: {${what}, budget: ${budget}, rules: ${RULES}}\n`);
  const startMs = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT_ROOT, 'bin/wirefare.mjs'), 'gate', file, '--format', 'json', '--out', out],
    { cwd: dir, encoding: 'utf8' },
  );
  const outcome = OUTCOMES[status ?? -1];
  if (outcome === undefined) throw new Error(`gate ${name} ended with code ${status}: ${stderr}`);
  const wallS = ((performance.now() - startMs) / 1_000).toFixed(0);
  const report = JSON.parse(readFileSync(out, 'utf8')) as GateReport;
  const record = join(dir, report.record!);
  const baseMs = baseTotalMs(JSON.parse(readFileSync(join(record, 'summary.json'), 'utf8')) as Summary);
  const [, bytes] = report.judged.rules;
  print(`  ${name}: ${outcome}, ${wallS} s; bytes ${bytes!.verdict}, ${sayTotals(report)} (${sayLoad()})`);
  rmSync(record, { recursive: true });
  return { outcome, isBytesKept: bytes!.verdict === 'kept', baseMs };
}

function baseTotalMs({ cells }: Summary): number {
  const base = cells.find(({ factors, totalMs }) => factors.target === 'base' && totalMs !== null);
  if (base === undefined) throw new Error('base was not measured');
  return base.totalMs!.median;
}

/** The folder of a copy of the target in Node, with what makes its encoding slower. */
function slowedTarget(dir: string, extraMs: number): string {
  const folder = join(dir, 'slowed');
  mkdirSync(folder);
  const slow = pathToFileURL(join(PROJECT_ROOT, 'bench/parts/slowed-encode.ts'));
  slow.searchParams.set('ms', extraMs.toFixed(4));
  const own = join(PROJECT_ROOT, 'targets/node');
  const target = JSON.parse(readFileSync(join(own, 'target.json'), 'utf8')) as { start: string[] };
  const [program, ...args] = target.start.map((word) =>
    word.replace('openssl.cnf', join(own, 'openssl.cnf')).replace(/^\.\..*/, (path) => join(own, path)),
  );
  const start = [program, `--import=${slow.href}`, ...args];
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...target, name: 'slowed', start }));
  return folder;
}

/** `total 1.004 [0.97, 1.04]` */
function sayTotals({ judged }: GateReport): string {
  return judged.rules
    .flatMap(({ rule, checks }) =>
      checks.flatMap(({ figure, interval }) =>
        interval === null
          ? []
          : [`${rule.item} ${figure?.toFixed(3)} [${interval.map((end) => end.toFixed(2)).join(', ')}]`],
      ),
    )
    .join(', ');
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
