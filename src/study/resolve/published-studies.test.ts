// The studies that come with the program, against the real catalogues.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  SHIPPED as FOLDER,
  loadShipped as load,
  SHIPPED_VOCABULARY as VOCABULARY,
} from '../../../test/support/studies/shipped-studies.ts';
import { wordOf } from '../../factors/cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { cellFits } from '../cells/filter.ts';
import { heldStudy, withoutHeld } from '../cells/held-parts.ts';
import { allCells } from '../cells/keep-cells.ts';
import { quickened } from '../change/quickened.ts';
import { withSettings } from '../change/with-settings.ts';
import { EXAMPLE_STUDY } from '../reference/example-study.ts';
import { parseStudy } from './load-study.ts';

describe('the studies that come with the program', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'))) {
    it(`include ${file}, named after its file`, async () => {
      const study = await load(file.replace('.yaml', ''));
      assert.equal(`${study.name}.yaml`, file);
    });
  }

  it('have a quick one of 18 cells that ends within a minute, and holds predictions in half a minute more', async () => {
    const study = await load('quick');
    const { protocol, comparisons } = study;
    assert.equal(allCells(withoutHeld(study)).length, 18);
    assert.ok(protocol.budgetMs < 60_000);
    const held = heldStudy(study)!;
    assert.deepEqual(
      allCells(held).map(({ network }) => network),
      ['cable', '4g', '3g'],
    );
    assert.ok(protocol.budgetMs + held.protocol.budgetMs < 90_000);
    assert.deepEqual(comparisons, [
      { factor: 'format', baseline: 'json' },
      { factor: 'compression', baseline: 'none' },
    ]);
  });
});

describe('the published studies', () => {
  const names = ['opijac-2017', 'slodziak-2016', 'hameseder-2011', 'jorgensen-2016', 'dauda-2018'];
  for (const name of names) {
    it(`${name} says of every claim how its words are read`, async () => {
      const { claims } = await load(name);
      assert.deepEqual(
        claims.filter(({ reading }) => reading === undefined).map(({ id }) => id),
        [],
      );
    });
  }

  it('name no browsers in their readings, which stand above what was measured in one of them too', async () => {
    const readings = (await Promise.all(names.map(load))).flatMap(({ claims }) =>
      claims.flatMap(({ reading }) => reading ?? []),
    );
    assert.ok(readings.length > 20);
    assert.deepEqual(
      readings.filter((text) => /\b(both|all|and) browsers\b/.test(text)),
      [],
    );
  });
});

describe('opijac-2017', () => {
  it('has every cell of the published table of formats, once in each browser and on loopback too', async () => {
    const { parts } = await load('opijac-2017');
    const cells = parts.find(({ name }) => name === 'formats')!.cells;
    // 3 formats × 2 datasets × gzip on and off: 5 n unthrottled and on loopback, 4 n at 10 Mbit/s; 2
    // browsers.
    assert.equal(cells.length, 3 * 2 * 2 * (5 + 5 + 4) * 2);
    assert.equal(cells.filter((cell) => cellFits(cell, { n: [100_000], network: ['10mbit'] })).length, 0);
  });

  it('has all claims from O1 to O13', async () => {
    const { claims } = await load('opijac-2017');
    const ids = new Set(claims.map(({ id }) => id.replace(/[a-z]$/, '')));
    assert.deepEqual(
      [...ids],
      Array.from({ length: 13 }, (_, index) => `O${index + 1}`),
    );
  });

  it('holds every unthrottled claim against loopback where there is no link, and no other claim', async () => {
    const { claims } = await load('opijac-2017');
    for (const { id, where, standIn } of claims) {
      const expected = where.network?.includes('lan') ? { network: ['none'] } : null;
      assert.deepEqual(standIn, expected, id);
    }
  });

  it('compares nothing that never meets: each claim names times of the published direction', async () => {
    const { claims } = await load('opijac-2017');
    const o4b = claims.find(({ id }) => id === 'O4b')!;
    assert.deepEqual(o4b.numerator.format, ['protobuf']);
    assert.deepEqual(o4b.denominator.format, ['json']);
    assert.deepEqual(o4b.published, [3.2, 3.2]);
    assert.deepEqual(o4b.where, {
      browser: ['firefox'],
      dataset: ['book'],
      network: ['lan'],
      compression: ['none'],
      n: [10_000],
    });
  });
});

describe('with --browser', () => {
  it('claims about a browser are asked of those in its place, and say so', async () => {
    for (const [name, theirs] of [
      ['opijac-2017', 'firefox'],
      ['dauda-2018', 'jax-ws'],
    ] as const) {
      const before = await load(name);
      const { study } = withSettings(before, { browser: ['chromium'] }, VOCABULARY);
      assert.deepEqual(
        study.claims.map(({ id, says }) => [id, says.endsWith(`(asked of chromium instead of ${theirs})`)]),
        before.claims.map(({ id }) => [id, true]),
      );
      assert.equal(study.publishedFigures?.length, before.publishedFigures?.length);
    }
  });
});

describe('slodziak-2016', () => {
  it('has nine sizes in all directions, in three engines, on two servers', async () => {
    const { parts } = await load('slodziak-2016');
    const cells = parts.slice(0, 3).flatMap((part) => part.cells);
    // 3 directions × 2 transports × 9 sizes × 2 networks × 3 engines × 2 servers.
    assert.equal(cells.length, 3 * 2 * 9 * 2 * 3 * 2);
    // Where one waits for the one before, fewer tell the same; of 100 bytes WebSocket would hardly begin.
    const lengths = new Set(
      cells.map((cell) => `${wordOf(cell, 'mode')} ${wordOf(cell, 'direction')} ${cell.n}`),
    );
    assert.deepEqual(
      lengths,
      new Set([
        'throughput client-to-server 100',
        'throughput client-to-server 200',
        'throughput client-to-server 1000',
        'throughput server-to-client 200',
        'throughput server-to-client 1000',
        'ping-pong both-ways 200',
      ]),
    );
    const toServer = cells.filter((cell) => wordOf(cell, 'direction') === 'client-to-server');
    assert.ok(toServer.every((cell) => (cell.n === 1000) === (wordOf(cell, 'size') === '100')));
    assert.deepEqual(
      new Set(cells.map(recordedCell).map(({ transport, direction }) => `${transport} ${direction}`)),
      new Set([
        'websocket client-to-server',
        'xhr client-to-server',
        'websocket server-to-client',
        'sse server-to-client',
        'websocket both-ways',
        'sse+xhr both-ways',
      ]),
    );
  });

  it('has all claims from S1 to S7, each of the servers that it was about', async () => {
    const { claims } = await load('slodziak-2016');
    const ids = new Set(claims.map(({ id }) => id.replace(/[a-z]$/, '')));
    assert.deepEqual([...ids], ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7']);
    const asked = claims.map(({ id, where, numerator }) => [id, where.target ?? numerator.target ?? null]);
    assert.deepEqual(Object.fromEntries(asked), {
      S1a: ['tomcat'],
      S1b: ['tomcat'],
      S2: ['tomcat'],
      S3a: ['glassfish'],
      S3b: ['glassfish'],
      S4a: ['glassfish'],
      S4b: ['glassfish'],
      S5a: null,
      S5b: null,
      S6: null,
      S7a: null,
      S7b: null,
      S7c: null,
      S7d: null,
    });
  });

  it('runs without a JDK by --target node, where all claims but S4 are asked of that server', async () => {
    const { study } = withSettings(await load('slodziak-2016'), { target: ['node'] }, VOCABULARY);
    assert.ok(allCells(study).every(({ target }) => target === 'node'));
    const ids = study.claims.map(({ id }) => id);
    assert.ok(['S1a', 'S2', 'S3b', 'S5a', 'S7d'].every((id) => ids.includes(id)));
    assert.ok(!ids.some((id) => id.startsWith('S4')));
  });

  it('holds claims about its LAN against loopback where there is no link', async () => {
    const { claims } = await load('slodziak-2016');
    for (const { id, where, standIn } of claims) {
      const expected = where.network?.includes('wifi') ? { network: ['none'] } : null;
      assert.deepEqual(standIn, expected, id);
    }
  });

  it('is about a minute with --quick: short sequences, three sizes, nothing over the slow network', async () => {
    const { study, notes } = quickened(await load('slodziak-2016'));
    const cells = allCells(study);
    assert.deepEqual(new Set(cells.map((cell) => wordOf(cell, 'size'))), new Set(['100', '7500', '25000']));
    assert.ok(cells.every(({ n, browser }) => n <= 200 && browser === 'chromium'));
    assert.ok(cells.every(({ network }) => network !== 'wan'));
    assert.ok(
      notes.some((note) => /to-server-wan \(throughput, network wan\)/.test(note)),
      notes.join('\n'),
    );
    assert.ok(cells.every((cell) => wordOf(cell, 'mode') === 'ping-pong' || cell.n >= 100));
  });
});

describe('push', () => {
  it('compares transports on one server, and WebTransport with them on another', async () => {
    const { parts, comparisons } = await load('push');
    assert.deepEqual(comparisons, [
      { factor: 'transport', baseline: 'sse' },
      { factor: 'compression', baseline: 'none' },
    ]);
    const [throughput, , records, webtransport] = parts;
    // Four transports, and WebSocket deflated.
    assert.equal(throughput!.cells.length, (4 + 1) * 3);
    assert.equal(records!.cells.length, 4 + 1);
    assert.deepEqual(new Set(webtransport!.cells.map(({ target }) => target)), new Set(['go']));
    assert.deepEqual(
      webtransport!.cells
        .map(recordedCell)
        .filter(({ size }) => size === '100')
        .map(({ transport, protocol }) => [transport, protocol]),
      [
        ['sse', 'https1'],
        ['websocket', 'https1'],
        ['stream', 'https1'],
        ['webtransport', 'h3'],
      ],
    );
  });
});

describe('hameseder-2011', () => {
  it('asks every message in every format of two services, and of one server, in both browsers', async () => {
    const { parts } = await load('hameseder-2011');
    const counts = parts.map(({ cells }) => cells.length);
    // 6 messages × 3 networks × 2 browsers: three formats by REST and one by SOAP, four from one server.
    assert.deepEqual(counts, [(3 + 1) * 36, 4 * 36]);
    // One part, since the best of each is told within one.
    const services = parts[0]!.cells.map(({ target, format }) => `${target} ${format}`);
    assert.deepEqual(
      new Set(services),
      new Set(['dropwizard json', 'dropwizard xml', 'dropwizard fast-infoset', 'metro soap']),
    );
  });

  it('has all claims from H1 to H6, and prints every published figure', async () => {
    const { claims, publishedFigures, indicators } = await load('hameseder-2011');
    const ids = new Set(claims.map(({ id }) => id.replace(/[a-z]$/, '')));
    assert.deepEqual([...ids], ['H1', 'H2', 'H3', 'H4', 'H5', 'H6']);
    const figures = publishedFigures!.flatMap(({ rows }) => rows.flatMap((row) => row.figures));
    // Bytes both ways of 6 messages in 4 formats; two times of them in 3; the whole in 3.
    assert.equal(figures.length, 6 * 4 * 2 + 6 * 3 * 2 + 6 * 3);
    assert.ok(indicators!.includes('client.encode'));
  });

  it('compares what differs in nothing but format and service', async () => {
    const { claims } = await load('hameseder-2011');
    for (const { id, numerator, denominator } of claims)
      assert.deepEqual(Object.keys(numerator).sort(), Object.keys(denominator!).sort(), id);
  });
});

describe('the example of the reference page', () => {
  it('is a study that uses every top key but parts, source, standIns and those of published tables', () => {
    const study = parseStudy(EXAMPLE_STUDY, 'example', VOCABULARY);
    assert.equal(allCells(study).length, 2 * 2 * 2 * 2 * 2 - 2 * 2 * 2);
    assert.equal(study.claims.length, 1);
    assert.equal(study.protocol.seed, 2017);
    assert.deepEqual(
      study.index!.weights.map(({ metric, share }) => [metric, share]),
      [
        ['download', 0.6],
        ['decode', 0.3],
        ['size', 0.1],
      ],
    );
  });
});
