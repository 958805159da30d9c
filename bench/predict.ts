// How far predictions are from what is measured: studies are run, on loopback and over four networks; cells
// are left out, predicted from half of the sessions, and held against the other half.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldOutResiduals, MISS_KINDS } from '../src/model/misses/held-out.ts';
import { NETWORKS } from '../src/network/profiles.ts';
import { quantileOfSorted, sorted } from '../src/stats/samples/quantile.ts';
import { groundFor } from '../src/summary/predicted/measured-cells.ts';
import { countedSamples } from '../src/summary/samples/counted-samples.ts';
import { accuracy } from '../test/support/model/accuracy.ts';
import { accuracyTable } from '../test/support/model/accuracy-table.ts';
import { asShipped } from '../test/support/model/shipped-cells.ts';
import { sayLoad } from './parts/load.ts';
import { PREDICT_STUDIES, writeOwnData } from './parts/predict-studies.ts';
import { recordedRun } from './parts/recorded-run.ts';
import { PROJECT_ROOT } from './parts/surroundings.ts';

export async function benchPredict(print: (line: string) => void): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-predict-'));
  try {
    writeOwnData(dir);
    const cells = [];
    for (const [name, rest] of Object.entries(PREDICT_STUDIES)) {
      const file = join(dir, `${name}.yaml`);
      writeFileSync(file, `study: ${name}\ntitle: T\nquestion: Q\n${rest}`);
      const { parsed, samples, wallMs } = await recordedRun(['run', file]);
      print(`${name}: ${(wallMs / 1_000).toFixed(0)} s, ${sayLoad()}`);
      cells.push(...groundFor(parsed, countedSamples(parsed, samples), `${name}/`).cells);
    }
    print(accuracyTable(accuracy(cells, NETWORKS)));
    const residuals = heldOutResiduals(cells, NETWORKS);
    for (const kind of MISS_KINDS) {
      const logs = sorted(residuals[kind].map(Math.abs));
      if (logs.length > 0)
        print(`${kind}: ${quantileOfSorted(logs, 0.95).toFixed(3)} (${logs.length} left out)`);
    }
    const out = join(PROJECT_ROOT, 'runs', 'bench-predict');
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'measured-cells.ndjson'), asShipped(cells));
    print(
      `cells: ${join(out, 'measured-cells.ndjson')}; the shipped ones are src/model/testdata/measured-cells.ndjson`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
