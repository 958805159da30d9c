import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { LinkSummary } from '../../summary/samples/link-summary.ts';
import { page } from '../html/page.ts';
import { markdown } from '../markdown.ts';
import type { ReportInput } from '../report.ts';
import { sampleColumns } from '../tables/sample-columns.ts';
import { terminalText } from '../terminal/terminal.ts';
import { networkSection } from './network-words.ts';

const plain = syntheticInput({ sessions: 2, blocks: 4 });
const none = { agent: 0, late: 0, stalled: 0, unknown: 0 };

/** The same record as if it had gone over 3g. */
function over(
  summary: Partial<LinkSummary>,
  facts: Partial<LinkFacts['networks'][number]> = {},
): ReportInput {
  const profile = profileNamed('3g')!;
  const tcp = {
    congestionControl: 'cubic',
    initialWindow: 10,
    noMetricsSave: true,
    slowStartAfterIdle: false,
  };
  const check = {
    what: 'round trip, median',
    measured: 301.58,
    least: 298,
    most: 304,
    unit: 'ms',
    within: true,
  } as const;
  const network = {
    profile,
    engine: 'tun',
    why: 'the first that works here',
    calibration: null,
    checks: [check],
    ...facts,
  } as const;
  const link = {
    version: '0.1.0',
    rootless: true,
    networks: [network],
    tcp: { client: tcp, server: tcp },
    setUpMs: 900,
  };
  return {
    ...plain,
    run: { ...plain.run, link, study: { ...plain.run.study, networks: [profile] } },
    summary: {
      ...plain.summary,
      link: {
        networks: [
          {
            name: '3g',
            engine: 'tun',
            measured: {
              rttMsMedian: 301.5769,
              rttMsExpected: 300.9866,
              downKbitPerS: 1_599.97,
              upKbitPerS: 768.01,
            },
          },
        ],
        tcp: { congestionControl: 'cubic', initialWindow: 10 },
        voided: { blocks: 212, byCause: { ...none, late: 4 } },
        ...summary,
      },
    },
  };
}

const terminal = ({ run, summary }: ReportInput) =>
  terminalText(run, summary, { columns: 80, colour: false, htmlPath: null }).replace(/\s+/g, ' ');
const everyReport = (input: ReportInput) => [terminal(input), markdown(input), page(input)];

test('every report says what a network was meant to be, what was measured of it and how many blocks were void', () => {
  for (const report of everyReport(over({}))) {
    assert.ok(report.includes('3g (1600/768 kbit/s, 300 ms)'), report);
    assert.ok(report.includes('round trip 301.6 ms (301 expected), 1.6 Mbit/s down, 768 kbit/s up'), report);
    assert.ok(report.includes('TCP cubic, initial window 10 segments'), report);
    assert.ok(report.includes('4 of 212 blocks were void: the link was late'), report);
  }
});

test('several causes are told with their numbers, one block is one, and none is said too', () => {
  const notes = (byCause: LinkSummary['voided']['byCause']) => {
    const { run, summary } = over({ voided: { blocks: 50, byCause } });
    return networkSection(run, summary)!.notes[1];
  };
  assert.equal(
    notes({ ...none, late: 3, stalled: 1 }),
    '4 of 50 blocks were void: the link was late (3), the machine stood still (1)',
  );
  assert.equal(notes({ ...none, unknown: 1 }), '1 of 50 blocks was void: the link could not tell');
  assert.equal(notes(none), 'none of 50 blocks was void');
});

test('a modelled network is called that in the heading and the section of every report', () => {
  const modelled = over(
    {
      networks: [{ name: '3g', engine: 'modelled', measured: null }],
      tcp: null,
      voided: { blocks: 9, byCause: none },
    },
    { engine: 'modelled', checks: [] },
  );
  for (const report of everyReport(modelled)) {
    assert.ok(report.includes('networks modelled, not packets'), report);
    assert.ok(report.includes('modelled, not packets'), report);
    assert.ok(!report.includes('TCP cubic'), report);
    assert.ok(!report.includes('9 blocks was void'), 'nobody looked whether the model was late');
  }
});

test('samples by themselves say what emulated their network', () => {
  const { run, samples } = over({}, { engine: 'modelled' });
  const cells = run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, network: '3g' } }));
  const columns = sampleColumns({ ...run, plan: { ...run.plan, cells } }, samples);
  const column = columns.find(({ name }) => name === 'linkEngine')!;
  assert.ok(column.kind === 'level' && column.levels.includes('modelled'));
  const loopback = sampleColumns(plain.run, samples).find(({ name }) => name === 'linkEngine')!;
  assert.ok(loopback.kind === 'level' && loopback.levels.every((level) => level === null));
});

test('without a link no report has the section', () => {
  assert.equal(networkSection(plain.run, plain.summary), null);
  assert.ok(!page(plain).includes('id="network"'));
});

test('the page has every check of the calibration, and says what emulated and why', () => {
  const text = page(over({}));
  assert.match(text, /Calibration of 3g/);
  assert.match(text, /round trip, median<\/th><td class="num">301\.580<\/td><td class="num">298<\/td>/);
  assert.match(text, /the first that works here/);
  assert.match(text, /wirefare-link 0\.1\.0, without root/);
});
