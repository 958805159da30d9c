// npm run bench [-- NAME …]: the benches, one after the other. Ratios within one run are to be trusted,
// absolute times belong to the machine and the hour.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBuilder } from '../src/drive/targets/target-build.ts';
import { benchAA } from './a-a.ts';
import { benchExchangeRate } from './exchange-rate.ts';
import { benchFastInfoset } from './fast-infoset.ts';
import { benchFrameworks } from './frameworks/plain-pages.ts';
import { benchGate } from './gate.ts';
import { benchJvm } from './jvm.ts';
import { benchLink } from './link.ts';
import { benchMessages } from './messages.ts';
import { benchModel } from './model.ts';
import { benchNeighbours } from './neighbours.ts';
import { PROJECT_ROOT } from './parts/surroundings.ts';
import { benchItems, benchMainJob, benchTwin } from './parts/whole-runs.ts';
import { benchPhp } from './php.ts';
import { benchPredict } from './predict.ts';
import { benchRecord } from './record.ts';
import { benchSize } from './size.ts';
import { benchCommandLine } from './start.ts';

const BENCHES: Readonly<Record<string, (print: (line: string) => void) => unknown>> = {
  start: benchCommandLine,
  'main-job': benchMainJob,
  'exchange-rate': benchExchangeRate,
  neighbours: benchNeighbours,
  'a-a': benchAA,
  gate: benchGate,
  twin: benchTwin,
  items: benchItems,
  record: benchRecord,
  size: benchSize,
  link: benchLink,
  model: benchModel,
  predict: benchPredict,
  messages: benchMessages,
  jvm: benchJvm,
  php: benchPhp,
  frameworks: benchFrameworks,
  go: benchGo,
  data: () => script('data.ts'),
  formats: () => script('formats.ts'),
  'fast-infoset': benchFastInfoset,
  payload: () => script('payload.ts'),
  statistics: () => script('statistics.ts'),
};

/** A bench that is a program of its own. */
function script(file: string): void {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${file} ended with code ${status}`);
}

/** The target in Go beside a bare page and one with its headers, over HTTP/1.1 and HTTP/3: Go measures it. */
async function benchGo(): Promise<void> {
  const { program } = await findBuilder('go', process.env);
  const args = ['test', '-mod=readonly', '-run=^$', '-bench=Bare', '-benchtime=4000x', '.'];
  const { status } = spawnSync(program, args, {
    cwd: path.join(PROJECT_ROOT, 'targets/go'),
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`go test ended with code ${status}`);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  console.log(`== ${name}`);
  await BENCHES[name]!((line) => console.log(line));
}
process.exit(0);
