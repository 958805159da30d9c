// A reproduction killed outright at moments that chance names: what it says of times, measured in a browser,
// is what one says that nobody disturbed.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../src/base/random.ts';
import type { Results } from '../../src/report/results/results.ts';
import { type Ended, labBench } from '../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

const KILLS = 5;
const SEED = 20_261_127;
/** Planning, verification, browser starts, blocks and the step from one study to the next. */
const AFTER_START_MS = [1_000, 20_000] as const;

/** The truth lies far from every border, so that four sessions decide it on any machine. */
const STUDIES = ['chromium', 'node'].map((browser) => {
  const [xml, name] = [browser === 'node' ? 'xml/saxes' : 'xml/domparser', `in-${browser}`];
  const file = `${name}.yaml`;
  writeFileSync(
    path.join(bench.dir, file),
    `study: ${name}
title: XML against JSON in ${browser}
question: Which takes longer?
source: A. Nobody, Formats, 2016
factors:
  n: 3000
  format: [json, ${xml}]
  browser: ${browser}
claims:
  - id: T1
    says: XML takes longer
    numerator: {format: xml}
    denominator: {format: json}
    published: [1, null]
  - id: T2
    says: Decoding
    metric: decode
    ratios:
      - says: JSON takes longer
        numerator: {format: json}
        denominator: {format: xml}
        published: [1, null]
      - says: XML takes a thousand times as long
        numerator: {format: xml}
        denominator: {format: json}
        published: 1000
  - id: T3
    says: XML is longer
    metric: size
    numerator: {format: xml}
    denominator: {format: json}
    published: [1, null]
`,
  );
  return file;
});

/** What kills cost counts: there is time for four sessions beside them. */
const reproduce = (out: string) =>
  bench.start('reproduce', ...STUDIES, '--budget', '5m', '--json', '--out', out);

function verdicts({ code, out, err }: Ended): readonly string[] {
  assert.equal(code, 0, err);
  const { studies } = JSON.parse(out) as Results;
  return studies.flatMap(({ name, claims }) =>
    claims.flatMap(({ id, standing, ratios }) => [
      `${name} ${id} ${standing}`,
      ...ratios.map((ratio) => `${name} ${ratio.id} ${ratio.standing}`),
    ]),
  );
}

test('killed at five moments, a reproduction leaves nothing running and ends with the same verdicts', async () => {
  const undisturbed = verdicts(await reproduce('whole').ended);
  assert.deepEqual(
    // A claim of one ratio has the same words as that.
    [...new Set(undisturbed)].filter((line) => / T\d /.test(line)),
    STUDIES.map((file) => file.replace('.yaml', '')).flatMap((name) => [
      `${name} T1 replicated`,
      `${name} T2 not replicated`,
      `${name} T3 replicated`,
    ]),
  );
  const random = seededRandom(SEED);
  let folders = 0;
  for (let kills = 0; kills < KILLS; ) {
    const lab = reproduce(`killed-${folders}`);
    const [leastMs, mostMs] = AFTER_START_MS;
    const afterMs = Math.round(leastMs + random() * (mostMs - leastMs));
    await Promise.race([delay(afterMs), lab.ended]);
    lab.kill('SIGKILL');
    const ended = await lab.ended;
    const at = `kill ${kills + 1}, ${afterMs} ms after its start`;
    assert.deepEqual(await bench.survivorsAfter(10_000), [], at);
    assert.deepEqual(bench.leftovers(), [], at);
    if (ended.signal === 'SIGKILL') {
      kills += 1;
      continue;
    }
    // It was over before the moment came: the next one begins anew.
    assert.deepEqual(verdicts(ended), undisturbed, at);
    folders += 1;
  }
  assert.deepEqual(verdicts(await reproduce(`killed-${folders}`).ended), undisturbed);
  assert.deepEqual(await bench.survivorsAfter(10_000), []);
});
