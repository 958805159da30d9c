// A/A gates: base and head are one target, so that every gate that breaks is a false alarm.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT_BROKEN, EXIT_DONE, EXIT_UNDECIDED } from '../src/base/exit-codes.ts';
import type { GateReport } from '../src/report/gate/gate-words.ts';
import { sayLoad } from './parts/load.ts';
import { PROJECT_ROOT } from './parts/surroundings.ts';

const { WIREFARE_GATES = '40', WIREFARE_GATE_BUDGET = '2m' } = process.env;
const RULES = '[{item: total, slower: 1%}, {item: bytes, grows: 0%}]';
const OUTCOMES: Readonly<Record<number, string>> = {
  [EXIT_DONE]: 'kept',
  [EXIT_UNDECIDED]: 'undecided',
  [EXIT_BROKEN]: 'broken',
};

/** WIREFARE_GATES of WIREFARE_GATE_BUDGET each: forty of two minutes are 80 minutes. */
export function benchGate(print: (line: string) => void): void {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-a-a-'));
  try {
    const file = join(dir, 'gate.yaml');
    writeFileSync(
      file,
      `gate: {base: node, head: node, dataset: book, n: 500, browser: chromium, budget: ${WIREFARE_GATE_BUDGET}, rules: ${RULES}}\n`,
    );
    const counts = new Map<string, number>();
    for (let i = 1; i <= Number(WIREFARE_GATES); i++) {
      const out = join(dir, `${i}.json`);
      const startMs = performance.now();
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(PROJECT_ROOT, 'bin/wirefare.mjs'), 'gate', file, '--format', 'json', '--out', out],
        { cwd: dir, encoding: 'utf8' },
      );
      const outcome = OUTCOMES[status ?? -1];
      if (outcome === undefined) throw new Error(`gate ${i} ended with code ${status}: ${stderr}`);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const wallS = ((performance.now() - startMs) / 1_000).toFixed(0);
      print(`  gate ${i}: ${outcome}, ${wallS} s; ${sayTotals(readFileSync(out, 'utf8'))} (${sayLoad()})`);
    }
    const said = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
    print(`${WIREFARE_GATES} A/A gates of ${WIREFARE_GATE_BUDGET}: ${said}; at most 1 in 20 may break`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** `total 1.004 [0.97, 1.04]` */
function sayTotals(json: string): string {
  const { judged } = JSON.parse(json) as GateReport;
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
