import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { type Field, MAP_MBITS, MAP_RTTS_MS } from '../../../model/choices/map.ts';
import { profileNamed } from '../../../network/profiles.ts';
import type { Contender, MapView } from '../../predicted/map-view.ts';
import { decisionChart, mapPatterns } from './decision-map.ts';

const CONTENDERS: readonly Contender[] = [
  { place: 2, letter: 'A', label: '<json>' },
  { place: 0, letter: 'B', label: 'protobuf' },
];

function mapWith(field: (row: number, column: number) => Field): MapView {
  const fields = MAP_RTTS_MS.map((_, row) => MAP_MBITS.map((__, column) => field(row, column)));
  const place = (name: string, isMeasured: boolean) => {
    const network = profileNamed(name)!;
    const totalMs = { value: 1, interval: [0.9, 1.1] as const };
    return { network, isMeasured, best: [2], totalMs, figures: 'figures', who: 'json', took: '1 ms' };
  };
  return {
    title: '10 objects',
    map: { n: 10, refused: [], fields, places: [] },
    bands: [],
    places: [place('cable', true), place('3g', false)],
    refusal: '',
  };
}

function drawn(map: MapView) {
  const { text } = decisionChart(map, CONTENDERS);
  return parseHTML(`<html><body>${text}</body></html>`).document;
}

test('an area is one path, flat where it is decided, with a pattern and a letter', () => {
  const document = drawn(mapWith((_, column) => (column < 20 ? [2] : [0])));
  const paths = [...document.querySelectorAll('path.won')];
  assert.deepEqual(
    paths.map((path) => [path.getAttribute('class'), path.getAttribute('d')]),
    [
      ['k0 won', 'M44 22h230v238h-230z'],
      ['k1 won', 'M274 22h149.5v238h-149.5z'],
    ],
  );
  assert.deepEqual(
    [...document.querySelectorAll('.letter')].map(({ textContent }) => textContent),
    ['A', 'B'],
  );
  assert.equal(document.querySelectorAll('[fill="url(#way-1)"]').length, 1);
});

test('ways that are alike share stripes, whichever is the fastest, and the pattern of them is in the page', () => {
  const map = mapWith((row) => (row < 8 ? [2, 0] : [0, 2]));
  const document = drawn(map);
  assert.equal(document.querySelectorAll('.won').length, 0);
  assert.equal(document.querySelector('[fill="url(#tie-0-1)"] title')?.textContent, '<json> or protobuf');
  assert.match(mapPatterns([{ maps: [map], contenders: CONTENDERS }]).text, /<pattern id="tie-0-1"/);
});

test('networks are dots with names, filled where they were measured', () => {
  const document = drawn(mapWith(() => [2]));
  const places = [...document.querySelectorAll('.place')];
  assert.deepEqual(
    places.map((place) => [
      place.querySelector('text')?.textContent,
      place.querySelector('circle')?.getAttribute('class'),
    ]),
    [
      ['cable', 'seen'],
      ['3g', 'unseen'],
    ],
  );
});
