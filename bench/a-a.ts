// A/A: the same data under six names. Whatever a run then tells to be faster or slower is false, and at most
// five runs in a hundred may tell any such thing. They ask for ±25 %, as the quick study does, so that there
// is something to be told in so short a time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasetNamed, generateRecords } from '../src/data/catalogue.ts';
import { sayLoad } from './parts/load.ts';
import { recordedRun } from './parts/recorded-run.ts';

/** Of `npm run bench`, and of the proof unless WIREFARE_PROVE_RUNS says how many. */
export const RUNS = 40;
const BUDGET = '20s';
const BOOKS = 200;
const NAMES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export interface AARun {
  readonly isComplete: boolean;
  /** Comparisons that the study asks for; of them, answered other than open, and for good. */
  readonly asked: number;
  readonly told: number;
  /** Of all comparisons, rankings too: told to be faster or slower. */
  readonly wrong: number;
}

export function benchAA(print: (line: string) => void): Promise<readonly AARun[]> {
  return runsOfTheSame(RUNS, print);
}

export async function runsOfTheSame(runs: number, print: (line: string) => void): Promise<readonly AARun[]> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-a-a-'));
  try {
    const data = JSON.stringify(generateRecords(datasetNamed('book'), BOOKS));
    for (const name of NAMES) writeFileSync(join(dir, `${name}.json`), data);
    const datasets = NAMES.map((name) => `{file: ${name}.json}`).join(', ');
    const study = join(dir, 'a-a.yaml');
    writeFileSync(
      study,
      `study: a-a\ntitle: The same six times\nquestion: Do they differ?\nfactors: {dataset: [${datasets}], format: json, browser: chromium}\ncompare: [{factor: dataset, baseline: first}]\nprotocol: {precision: 25%}\n`,
    );
    const answers = new Map<string, number>();
    const found: AARun[] = [];
    let alarms = 0;
    for (let run = 0; run < runs; run++) {
      const { summary, wallMs } = await recordedRun([
        'run',
        study,
        '--budget',
        BUDGET,
        '--seed',
        `${run + 1}`,
      ]);
      const wrong = summary.comparisons.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
      for (const { verdict } of summary.comparisons) answers.set(verdict, (answers.get(verdict) ?? 0) + 1);
      const asked = summary.comparisons.filter((one) => one.asked);
      const isTold = ({ verdict, provisional }: (typeof asked)[number]) => verdict !== 'open' && !provisional;
      found.push({
        isComplete: summary.status === 'complete',
        asked: asked.length,
        told: asked.filter(isTold).length,
        wrong: wrong.length,
      });
      const hasAlarm = summary.twins.some(({ interval: [low, high] }) => low > 1 || high < 1);
      if (hasAlarm) alarms += 1;
      const told = wrong.map(({ a, b, ratio }) => `${a} against ${b}: ${ratio.toFixed(3)}`).join(', ');
      print(
        `  run ${run + 1}: ${(wallMs / 1000).toFixed(0)} s, ${wrong.length} of ${summary.comparisons.length} false ${told} (${sayLoad()})`,
      );
    }
    const falseRuns = found.filter(({ wrong }) => wrong > 0).length;
    const said = [...answers].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
    print(
      `${falseRuns} of ${runs} runs with a false verdict (at most ${runs * 0.05}); ${alarms} with a twin’s alarm; ${said}`,
    );
    return found;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
