import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import { profileNamed } from '../../network/profiles.ts';
import type { RunFile } from '../../record/record.ts';
import { summarise } from '../summarise.ts';
import { linkSummary } from './link-summary.ts';

const { run, rows, probes } = syntheticRecord({ sessions: 3, blocks: 4 });
const tcp = { congestionControl: 'cubic', initialWindow: 10, noMetricsSave: true, slowStartAfterIdle: false };

/** The same run with its first two sessions over a link. */
function linked(engine: LinkFacts['networks'][number]['engine']): RunFile {
  const network = { profile: profileNamed('3g')!, engine, why: '', calibration: null, checks: [] };
  const link = {
    version: '1',
    rootless: false,
    networks: [network],
    tcp: { client: tcp, server: tcp },
    setUpMs: 1,
  };
  const sessions = run.plan.sessions.map((one, index) => ({
    ...one,
    place: index < 2 ? ('link' as const) : one.place,
  }));
  return { ...run, link, plan: { ...run.plan, sessions } };
}

test('a run without a link has none in its summary', () => {
  assert.equal(summarise(run, rows, probes).link, null);
});

test('void blocks are counted by cause over the sessions of the link that count, and only those', () => {
  const record = linked('tun');
  const voided = (cause: 'late' | 'agent', block: number) => ({ block, cause, why: cause });
  const sessions = record.sessions.map((facts, index) => ({
    ...facts,
    blocks: 100,
    voidedBlocks: [[voided('late', 1), voided('agent', 2)], [voided('late', 1)], [voided('late', 9)]][index]!,
  }));
  assert.deepEqual(linkSummary(record, sessions)!.voided, {
    blocks: 200,
    byCause: { agent: 1, late: 2, stalled: 0, unknown: 0 },
  });
  assert.equal(linkSummary(record, sessions.slice(0, 1))!.voided.blocks, 100);
});

test('ends that disagree about congestion control are both told', () => {
  const record = linked('tun');
  const client = { ...tcp, congestionControl: 'bbr' };
  const link = { ...record.link!, tcp: { server: tcp, client } };
  assert.equal(linkSummary({ ...record, link }, [])!.tcp!.congestionControl, 'cubic (client: bbr)');
});

test('a modelled network is warned of by its figures', () => {
  const { warnings } = summarise(linked('modelled'), rows, probes);
  const warning = warnings.find(({ kind }) => kind === 'modelled-network');
  assert.match(warning!.what, /^3g.*: modelled, not packets/);
  assert.ok(!summarise(linked('tun'), rows, probes).warnings.some(({ kind }) => kind === 'modelled-network'));
});
