import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { NOT_BROTLI, withBrotli } from '../../../../test/support/records/with-brotli.ts';
import { syntheticInput } from '../../../../test/support/reports/records.ts';
import { type Decision, decisionsFor } from '../../../summary/predicted/decisions.ts';
import type { WhatIfData } from './data.ts';
import { whatIfSection } from './section.ts';

const { run, samples, summary } = syntheticInput({ sessions: 4, blocks: 6 });

function shown(decisions: readonly Decision[]) {
  const { document } = parseHTML(whatIfSection(summary, decisions).text);
  const section = document.querySelector<HTMLElement>('.what-if')!;
  const data = JSON.parse(section.getAttribute('data-what-if')!) as WhatIfData;
  return { data, notes: [...section.querySelectorAll('p')].map(({ textContent }) => textContent!) };
}

test('a way that its browser does not ask for over a network has no bar, and the reason stands beneath', () => {
  const decisions = decisionsFor(withBrotli(run), samples) as readonly Decision[];
  const { data, notes } = shown(decisions);
  assert.equal(data.groups[0]!.labels.length, decisions[0]!.ways.length);
  assert.ok(!data.groups[0]!.labels.some((label) => label.includes('br')));
  assert.equal(notes.at(-1)!.replaceAll('\u00a0', ' '), `Not weighed: xml + br-5 (${NOT_BROTLI}).`);
});

test('a point of browsers that come over networks of their own is not offered to be measured', () => {
  const decisions = decisionsFor(run, samples) as readonly Decision[];
  assert.deepEqual(
    shown(decisions).data.groups.map(({ canMeasure }) => canMeasure),
    [true],
  );
  for (const browser of ['outside', 'grid:chrome@https://host:4444']) {
    const ofOthers = decisions.map((each) => ({
      ...each,
      ways: each.ways.map((way) => ({ ...way, browser })),
    }));
    assert.equal(shown(ofOthers).data.groups[0]!.canMeasure, false, browser);
  }
});
