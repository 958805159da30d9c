// By which names cells stand in records and reports.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONNECTIONS, QUICK, SETTINGS, study } from '../../test/support/studies/planned-studies.ts';
import { makePlan } from './make-plan.ts';

describe('cell ids', () => {
  it('name only what varies, and leave ordinary levels out', () => {
    const { cells } = makePlan(QUICK, SETTINGS);
    assert.deepEqual(
      cells.slice(0, 5).map(({ id }) => id),
      ['json n=10', 'json gzip-6 n=10', 'xml n=10', 'xml gzip-6 n=10', 'json n=100'],
    );
  });

  it('name codecs and encoders where a format has several', () => {
    const both = study(
      'factors: {n: 1, format: [json, xml/saxes, xml/domparser], encoder: [writer, other-writer]}',
    );
    assert.deepEqual(
      makePlan(both, SETTINGS)
        .cells.slice(0, 5)
        .map(({ id }) => id),
      [
        'json',
        'xml/saxes@writer',
        'xml/saxes@other-writer',
        'xml/domparser@writer',
        'xml/domparser@other-writer',
      ],
    );
  });

  it('name a connection and a protocol only where they are not the ordinary ones', () => {
    const cells = makePlan(CONNECTIONS, SETTINGS).cells.filter(({ twinOf }) => twinOf === null);
    const ids = cells.filter(({ factors }) => factors.format === 'json').map(({ id }) => id);
    assert.deepEqual(ids, ['json', 'json h2', 'json cold', 'json h2 cold']);
  });

  it('are unique in a study where everything varies', () => {
    const wide = study(`factors:
  dataset: [book, video]
  n: [1, 2]
  format: [json/response.json, json/JSON.parse, xml/domparser, xml/saxes]
  compression: [none, gzip-1, gzip-9]
  procedure: [e1, e2, e3]
  computation: [none, cm1, cm2]
  network: [none, lan]
  browser: [chromium, node]
  target: [node, dropwizard]`);
    const { cells } = makePlan(wide, SETTINGS);
    assert.ok(cells.length > 1_900);
    assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length);
  });
});
