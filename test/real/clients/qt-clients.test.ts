import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import { SPAN_COLUMNS } from '../../../src/items/columns.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import type { Sample } from '../../../src/wire/sample.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { clientBench } from '../../support/real/client-bench.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { withoutQt } from '../../support/real/without-qt.ts';
import type { Cheat } from '../../support/targets/cheating-target.ts';

// The clients in C++, built on their first use (which tests their decoders), against the real target: the
// published bytes, phases that are the whole, and nothing timed that is not what was sent.

const bench = clientBench();
const lab = labBench();
after(() => bench.remove());
after(() => lab.remove());

const JSON_DECODERS = ['json/QJsonDocument', 'json/nlohmann-json', 'json/simdjson'];
const XML_DECODERS = ['QXmlStreamReader', 'QDomDocument', 'QXmlSimpleReader'];
const DECODERS = [
  ...JSON_DECODERS,
  ...XML_DECODERS.map((name) => `xml/${name}`),
  ...XML_DECODERS.map((name) => `xml-attributes/${name}`),
];

function holdWhole(samples: readonly Sample[]): void {
  assert.ok(samples.length > 0);
  for (const sample of samples) {
    assert.equal(sample.outcome, 'completed', sample.reason);
    const share = SPAN_COLUMNS.reduce((sum, column) => sum + (sample[column] ?? 0), 0) / sample.totalMs;
    assert.ok(share > 0.99 && share < 1.01, `${sample.cell}: ${share}`);
    assert.equal(sample.timingDoubtful, false, JSON.stringify(sample));
  }
}

const measuredOf = ({ cells }: Recorded<Summary>) => cells.filter(({ status }) => status === 'measured');

test('all decoders of both bring the 2 100 files of the study, in its very bytes, and their phases are the whole', {
  skip: withoutQt,
}, async () => {
  const { summary, samples } = await bench.measured(
    'files',
    `factors:
  dataset: file
  n: 2100
  format: [${DECODERS.join(', ')}]
  browser: [qt5, qt6]
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 13s, warmup: 0, timeout: 20s}
`,
  );
  const own = measuredOf(summary).filter(({ twinOf }) => twinOf === null);
  assert.equal(own.length, 2 * DECODERS.length);
  const published: Record<string, number> = { json: 225_691, 'xml-attributes': 223_624, xml: 278_224 };
  for (const { id, factors, bytes, phases, failures } of own) {
    assert.equal(bytes!.encoded, published[String(factors.format)], id);
    assert.equal(failures, 0, id);
    assert.ok(phases.decode! > 0 && phases.encode! > 0, id);
  }
  holdWhole(samples);
});

test('books and videos are decompressed and sorted like in Node: what they end with is compared with the original', {
  skip: withoutQt,
}, async () => {
  const { summary, samples } = await bench.measured(
    'sorted',
    `factors:
  n: 200
  dataset: [book, video]
  format: [json/simdjson, json/nlohmann-json, xml/QXmlSimpleReader, xml-attributes/QDomDocument]
  compression: [gzip-6, deflate-6]
  procedure: [e4, e5]
  computation: cm2
  browser: [qt5, qt6]
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 17s, warmup: 0, timeout: 20s}
`,
  );
  const own = measuredOf(summary).filter(({ twinOf }) => twinOf === null);
  assert.equal(own.length, 2 * 4 * 2 * 2 * 2);
  for (const { id, factors, phases, failures } of own) {
    assert.equal(failures, 0, id);
    assert.equal((phases['client.compute'] ?? 0) > 0, factors.procedure === 'e5', id);
    assert.ok(phases.compress! > 0, id);
  }
  holdWhole(samples);
});

test('a value that the target changes for these clients alone is caught by the check of every decoder, and no cell is timed', {
  skip: withoutQt,
}, async () => {
  const changing: Cheat = {
    answers: (answer, request) => {
      if (!String(request.headers['user-agent']).startsWith('Mozilla/5.0')) return answer;
      const at = answer.body.lastIndexOf('.png');
      if (at >= 0) answer.body.write('.pnh', at);
      return answer;
    },
  };
  const { summary, run } = await bench.measured(
    'changed',
    `factors:
  n: 50
  format: [${DECODERS.join(', ')}]
  browser: [qt5, qt6]
  compression: [none, gzip-6]
protocol: {sessions: 1, exchangesPerVisit: 1, budget: 13s, warmup: 0, timeout: 20s}
`,
    changing,
  );
  const dropped = run.sessions.flatMap((session) => session.dropped);
  for (const { cell, reason } of dropped)
    assert.match(reason, /\[49\]\.image: ".*\.pnh", expected ".*\.png"/, cell);
  // Nothing of it is to be seen in what is compressed.
  const timed = measuredOf(summary).filter(({ twinOf }) => twinOf === null);
  assert.ok(timed.every(({ factors }) => factors.compression === 'gzip-6'));
  assert.equal(timed.length, 2 * DECODERS.length);
});

test('without Qt 6 a run tells everything that is missing with its packages, and what needs no Qt goes on', async () => {
  const study = (browser: string) => `study: s
title: T
question: Q
factors: {n: 10, format: json, browser: ${browser}}
protocol: {sessions: 1, budget: 5s, warmup: 0}
`;
  for (const browser of ['qt6', 'node']) writeFileSync(path.join(lab.dir, `${browser}.yaml`), study(browser));
  const runHere = (browser: string) =>
    spawnSync(
      process.execPath,
      [path.join(ROOT, 'src/main.ts'), 'run', `${browser}.yaml`, '--out', browser],
      {
        cwd: lab.dir,
        env: { ...process.env, PKG_CONFIG_LIBDIR: '/nowhere', TMPDIR: lab.dir, NO_COLOR: '1' },
        encoding: 'utf8',
      },
    );
  const refused = runHere('qt6');
  assert.equal(refused.status, 4, refused.stderr);
  for (const name of ['qt6-base-dev', 'qt6-5compat-dev', 'nlohmann-json3-dev', 'libsimdjson-dev'])
    assert.match(refused.stderr, new RegExp(name));
  const other = runHere('node');
  assert.equal(other.status, 0, other.stderr);
});
