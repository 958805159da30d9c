// The PHP targets: what the lab's instrument adds to a page that anyone would write, in the same Apache, and
// what their encoders take beside json_encode. What is compared takes turns in random order; ratios are
// medians over rounds.

import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/base/figures/median.ts';
import { deriveSeed, seededRandom, shuffled } from '../src/base/random.ts';
import { createGuardian } from '../src/drive/processes/guardian.ts';
import { targetDriver } from '../src/drive/targets/target.ts';
import { parseServerTiming } from '../src/wire/server-timing.ts';
import { tellBesidePlain } from './parts/bare-page.ts';
import { type Gets, openGets } from './parts/jvm-gets.ts';
import { PROJECT_ROOT } from './parts/surroundings.ts';

type Print = (line: string) => void;

const SEED = 20_261_122;
const ROUNDS = 40;
const REQUESTS = 50;
const STUDY_N = 2_100;

export async function benchPhp(print: Print): Promise<void> {
  for (const name of ['php', 'php-deflate'] as const) await benchOne(name, print);
}

async function benchOne(name: 'php' | 'php-deflate', print: Print): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'wirefare-php-bench-'));
  const sources = join(scratch, 'targets', 'php');
  cpSync(join(PROJECT_ROOT, 'targets/php'), sources, { recursive: true });
  renameSync(join(sources, 'public/index.php'), join(sources, 'public/target.php'));
  cpSync(join(PROJECT_ROOT, 'bench/php/index.php'), join(sources, 'public/index.php'));
  const driver = targetDriver({
    folder: join(sources, name),
    nodePath: process.execPath,
    dataDir: scratch,
    host: '127.0.0.1',
    port: 0,
    env: process.env,
    readyWithinMs: 60_000,
    guardian: createGuardian(tmpdir()),
  });
  const target = await driver.start({ largestN: STUDY_N });
  const gets = openGets(1);
  const at = (path: string) => ({ url: target.url + path, pids: [target.pid] });
  try {
    for (const n of [100, 1_000]) {
      const ours = at(`/exchange?dataset=book&n=${n}&format=json`);
      const plain = at(`/plain?n=${n}`);
      await tellBesidePlain({ name, n, requests: REQUESTS, seed: SEED, ours, plain }, print);
    }
    // Both have the same.
    if (name === 'php') await encoders(target.url, target.about.features.formats, gets, print);
  } finally {
    gets.close();
    await target.close();
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Compares with the study of 2016, which printed 7.7 for SimpleXML's attributes and 10.6 for its elements.
 */
async function encoders(
  url: string,
  formats: Readonly<Record<string, readonly string[]>>,
  gets: Gets,
  print: Print,
): Promise<void> {
  const all = Object.entries(formats).flatMap(([format, names]) => names.map((codec) => ({ format, codec })));
  const ms = all.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const i of shuffled([...all.keys()], seededRandom(deriveSeed(SEED, round)))) {
      const { format, codec } = all[i]!;
      const { headers } = await gets.one(
        `${url}/exchange?dataset=file&n=${STUDY_N}&format=${format}&codec=${codec}`,
      );
      ms[i]!.push(parseServerTiming(String(headers['server-timing']))!.encodeMs);
    }
  }
  print(`PHP, encoding ${STUDY_N} files, ${ROUNDS} times:`);
  for (const [i, { format, codec }] of all.entries()) {
    const ratio = median(ms[i]!.map((each, round) => each / ms[0]![round]!));
    print(
      `  ${`${format}/${codec}`.padEnd(30)} ${median(ms[i]!).toFixed(3)} ms, json_encode × ${ratio.toFixed(1)}`,
    );
  }
}
