import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { RunFile } from '../../record/record.ts';
import type { Claim } from '../../study/study.ts';
import { summarise } from '../summarise.ts';

/** A study of two browsers, of which a Grid put every session on a node. */
function onNodes(
  nodeOf: (session: number) => string,
  others = 0,
  bounced?: number,
  uriOf: (node: string) => string = () => '',
) {
  const { run, rows, probes } = syntheticRecord({ kind: 'opijac', sessions: 4, blocks: 4 });
  const sessions = run.sessions.map((facts): RunFile['sessions'][number] => {
    const node = nodeOf(facts.session);
    const placed = {
      server: 'http://grid',
      serverVersion: '4',
      nodeUri: uriOf(node),
      capabilities: {},
      node,
      others,
      bounced,
    };
    return { ...facts, agent: { ...facts.agent!, placed } };
  });
  const comparisons = [...run.study.comparisons, { factor: 'browser', baseline: 'chromium' } as const];
  return summarise({ ...run, study: { ...run.study, comparisons, claims: CLAIMS }, sessions }, rows, probes);
}

const ANY = { part: 'formats', published: [1, null], standIn: null } as const;
const WHERE = { dataset: ['book'], network: ['none'], compression: ['none'] };
const CLAIMS: readonly Claim[] = [
  {
    ...{ id: 'formats', says: 'XML takes longer, in either browser', ...ANY, where: WHERE },
    ...{ numerator: { format: ['xml'] }, denominator: { format: ['json'] } },
  },
  {
    ...{ id: 'browsers', says: 'Firefox takes longer', ...ANY, where: { ...WHERE, format: ['json'] } },
    ...{ numerator: { browser: ['firefox'] }, denominator: { browser: ['chromium'] } },
  },
];

const kinds = ({ warnings }: ReturnType<typeof summarise>) => warnings.map(({ kind }) => kind);
const between = ({ comparisons }: ReturnType<typeof summarise>) =>
  comparisons.filter(({ asked, factor }) => asked && factor === 'browser');

test('cells whose sessions ran on different nodes are not held against each other, and the report says so', () => {
  const alone = onNodes(() => 'one');
  const spread = onNodes((session) => `node ${session % 2}`);
  assert.ok(between(alone).length > 0);
  assert.equal(between(spread).length, 0);
  assert.ok(!kinds(alone).includes('different-nodes'));
  const told = spread.warnings.find(({ kind }) => kind === 'different-nodes')!;
  assert.match(told.what, /comparisons? without an answer, as the sessions ran on 2 machines of a Grid: /);
  // What one session measured, one node did.
  const within = ({ comparisons }: typeof alone) =>
    comparisons.filter(({ factor }) => factor === 'format').length;
  assert.ok(within(spread) > 0);
  assert.equal(within(spread), within(alone));
});

test('nodes at one host are one machine, whose cells are compared, and at several hosts several', () => {
  const node = (session: number) => String(session % 2);
  const one = onNodes(node, 0, undefined, (name) => `http://grid-host:555${name}`);
  assert.equal(between(one).length, between(onNodes(() => 'one')).length);
  assert.ok(!kinds(one).includes('different-nodes'));
  const two = onNodes(node, 0, undefined, (name) => `http://grid-host-${name}:5555`);
  assert.equal(between(two).length, 0);
  assert.ok(kinds(two).includes('different-nodes'));
});

test('claims of ratios within each browser are answered wherever those ran, others say why they are not', () => {
  const claimsOn = (nodeOf: (session: number) => string) => {
    const { claims } = onNodes(nodeOf);
    return { formats: claims[0]!, browsers: claims[1]! };
  };
  const alone = claimsOn(() => 'one');
  assert.notEqual(alone.browsers.measured, null);
  const ofItsOwn = claimsOn((session) => `node ${session % 2}`);
  assert.notEqual(alone.formats.measured, null);
  assert.equal(ofItsOwn.formats.measured, alone.formats.measured);
  assert.doesNotMatch(ofItsOwn.formats.note, /nodes/);
  const why = /its cells ran on several nodes or phones, of which none ran all that it compares/;
  assert.deepEqual([ofItsOwn.browsers.measured, ofItsOwn.browsers.verdict], [null, 'open']);
  assert.match(ofItsOwn.browsers.note, why);
  // Each browser on two nodes, and none of the four had both.
  const scattered = claimsOn((session) => `node ${session % 4}`);
  assert.equal(scattered.formats.measured, null);
  assert.match(scattered.formats.note, why);
});

test('phones are told apart as nodes are, and one phone is compared with itself', () => {
  const { run, rows, probes } = syntheticRecord({ kind: 'opijac', sessions: 4, blocks: 4 });
  const comparisons = [...run.study.comparisons, { factor: 'browser', baseline: 'chromium' } as const];
  const onDevices = (deviceOf: (session: number) => string) => {
    const sessions = run.sessions.map((facts) => ({
      ...facts,
      agent: { ...facts.agent!, device: deviceOf(facts.session) },
    }));
    return summarise({ ...run, study: { ...run.study, comparisons }, sessions }, rows, probes);
  };
  const two = onDevices((session) => `phone ${session % 2}`);
  assert.equal(between(two).length, 0);
  const told = two.warnings.find(({ kind }) => kind === 'different-nodes')!;
  assert.match(told.what, /as the sessions ran on 2 devices: /);
  assert.equal(between(onDevices(() => 'phone')).length, between(onNodes(() => 'one')).length);
});

test('sessions of others on a node are told', () => {
  const told = onNodes(() => 'one', 2).warnings.find(({ what }) => what.includes('of others'));
  assert.match(
    told!.what,
    /^on the node one 2 sessions of others ran beside session 1, and so in \d+ sessions$/,
  );
  assert.ok(!onNodes(() => 'one').warnings.some(({ what }) => what.includes('of others')));
});

test('browsers that the Grid put beside sessions of the run are told', () => {
  const told = onNodes(() => 'one', 0, 2).warnings.find(({ what }) => what.includes('given back'));
  assert.match(told!.what, /^the Grid started \d+ browsers of this run beside sessions that were measured/);
  assert.equal(told!.kind, 'outside-load');
});

test('where two nodes answer differently, their sessions are no eight tries of one', () => {
  const { run, rows, probes } = syntheticRecord({ kind: 'opijac', sessions: 8, blocks: 4 });
  const node = (session: number) => Math.floor(session / 2) % 2;
  const isXml = (id: string) => id.includes(' xml/');
  // On every other node XML takes half as long again.
  const xml = new Set(rows.cellIds.flatMap((id, i) => (isXml(id) ? [i] : [])));
  const totalMs = rows.numbers.totalMs.map((ms, row) =>
    xml.has(rows.cell[row]!) && node(rows.session[row]!) === 1 ? ms * 1.5 : ms,
  );
  const apart = { ...rows, numbers: { ...rows.numbers, totalMs } };
  const widthOn = (nodeOf: (session: number) => string) => {
    const sessions = run.sessions.map((facts) => ({
      ...facts,
      agent: { ...facts.agent!, device: nodeOf(facts.session) },
    }));
    const { comparisons, warnings } = summarise({ ...run, sessions }, apart, probes);
    const found = comparisons.find(({ a, b, factor }) => factor === 'format' && isXml(a) !== isXml(b))!;
    assert.equal(found.onMachines, undefined);
    assert.ok(!warnings.some(({ kind }) => kind === 'different-nodes'));
    return Math.log(found.interval[1] / found.interval[0]);
  };
  const [one, two] = [widthOn(() => 'phone'), widthOn((session) => `phone ${node(session)}`)];
  assert.ok(two > 1.3 * one, `${two} and ${one}`);
});
