// A reproduction as its user starts it: killed outright it goes on, and its page is that of one that was not.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { labBench } from '../../support/real/lab-process.ts';

const bench = labBench();
after(() => bench.remove());

const STUDIES = ['json', 'xml'].map((format) => {
  const file = `${format}.yaml`;
  writeFileSync(
    path.join(bench.dir, file),
    `study: ${format}-claimed
title: ${format} against Protobuf
question: Which is longer?
source: A. Nobody, Formats, 2016
factors:
  n: [10, 1000]
  format: [${format === 'xml' ? 'xml/saxes' : format}, protobuf]
  browser: node
protocol: {warmup: 0s}
claims:
  - id: T1
    says: It is longer
    where: {n: 10}
    metric: size
    numerator: {format: ${format}}
    denominator: {format: protobuf}
    published: [1, null]
`,
  );
  return file;
});

const claimRows = (out: string) =>
  readFileSync(path.join(bench.dir, out, 'results.md'), 'utf8')
    .split('\n')
    .filter((line) => /^(\*\*\d|## |\| )/.test(line));

test('killed at any moment, the same command goes on and ends with the same page', async () => {
  const reproduce = (out: string) => bench.start('reproduce', ...STUDIES, '--budget', '18s', '--out', out);
  const whole = await reproduce('whole').ended;
  assert.equal(whole.code, 0, whole.err);
  assert.match(claimRows('whole').join('\n'), /2 of 2 claims replicated/);

  for (const moment of ['session 1 of', '2 of 2 · xml-claimed']) {
    const lab = reproduce('killed');
    await lab.told(moment);
    lab.kill('SIGKILL');
    assert.equal((await lab.ended).signal, 'SIGKILL');
    assert.deepEqual(await bench.survivorsAfter(10_000), []);
  }
  const last = await reproduce('killed').ended;
  assert.equal(last.code, 0, last.err);
  assert.doesNotMatch(last.err, /1 of 2 · json-claimed/);
  assert.deepEqual(claimRows('killed'), claimRows('whole'));
});
