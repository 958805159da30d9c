import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import type { RunEvent } from '../../run/events.ts';
import {
  addressFor,
  invitingListener,
  networkLab,
  notePlain,
  noteReadable,
  readOutsideHost,
} from './outside.ts';

const plan = (browser: string) =>
  ({ sessions: [{ browser }] }) as unknown as Parameters<typeof readOutsideHost>[0];
const TRUST = { url: 'http://192.0.2.7:40124/', sha256Fingerprint: 'AB:CD' };
const URL_OF_LAB = 'http://192.0.2.7:40123/#key=0123456789abcdef';

test('agents outside find the lab at the address that is named, else at one of its own', () => {
  assert.deepEqual(readOutsideHost(plan('outside'), '192.0.2.7'), { address: '192.0.2.7', isAsked: true });
  assert.match(readOutsideHost(plan('outside'), undefined)!.address, /^\d+\.\d+\.\d+\.\d+$/);
  assert.equal(readOutsideHost(plan('chromium'), undefined), null);
  const usual = { address: '192.0.2.9', isAsked: false };
  assert.deepEqual(readOutsideHost(plan('outside'), undefined, '192.0.2.9'), usual);
  assert.equal(readOutsideHost(plan('outside'), '192.0.2.7', '192.0.2.9')!.address, '192.0.2.7');
});

test('an address where nobody is to come, and one that is none, are refused', () => {
  assert.throws(() => readOutsideHost(plan('chromium'), '192.0.2.7'), UserError);
  assert.throws(() => readOutsideHost(plan('outside'), 'http://192.0.2.7/'), UserError);
  assert.throws(() => readOutsideHost(plan('outside'), '999.1.1.1'), UserError);
  // Browsers take these for addresses too.
  for (const asked of ['192.168.1', 'lab.7', '0x7f.1', '-lab', 'lab..local', 'lab/'])
    assert.throws(() => readOutsideHost(plan('outside'), asked), UserError, asked);
  for (const asked of ['lab.local', '3d.local', '3d', 'my_lab', '7.example'])
    assert.equal(readOutsideHost(plan('outside'), asked)?.address, asked);
});

test('browsers of a Grid on this machine come by loopback, unless an address is named', () => {
  const [near, far] = ['grid:chrome@http://localhost:4444', 'grid:chrome@https://grid.example:4444'];
  assert.equal(readOutsideHost(plan(near), undefined), null);
  const named = readOutsideHost(plan(near), '192.0.2.7');
  assert.equal(addressFor(near, named), '192.0.2.7');
  const found = readOutsideHost(plan(far), undefined);
  assert.equal(addressFor(far, found), found!.address);
  assert.equal(addressFor(near, found), null);
  assert.equal(addressFor('chromium', found), null);
});

test('a Grid on this machine whose browsers come over a network by plain HTTP is noted', () => {
  const near = 'grid:chrome@http://localhost:4444';
  const cellsOf = (browser: string, protocol: string) =>
    ({ cells: [{ skip: null, factors: { browser, protocol } }] }) as unknown as Parameters<
      typeof notePlain
    >[0];
  const asked = { address: '192.0.2.7', isAsked: true };
  assert.deepEqual(notePlain(cellsOf(near, 'http1'), asked), [
    `--host: ${near} comes over a network and asks by plain HTTP, where pages have a coarse clock; for the fine one name protocol: https1 in the study`,
  ]);
  assert.deepEqual(notePlain(cellsOf(near, 'https1'), asked), []);
  assert.deepEqual(notePlain(cellsOf(near, 'http1'), null), []);
  assert.deepEqual(notePlain(cellsOf('chromium', 'http1'), asked), []);
  // Of what is known to come over a network, a study that has http1 says so itself.
  assert.deepEqual(notePlain(cellsOf('outside', 'http1'), asked), []);
});

test('a password that goes to a Grid over a network as everybody can read it is noted', () => {
  const env = { WIREFARE_GRID_USER: 'anna', WIREFARE_GRID_PASSWORD: 'secret' };
  const of = (server: string) => noteReadable(plan(`grid:chrome@${server}`), env);
  const [note = ''] = of('http://grid.example:4444');
  assert.match(
    note,
    /WIREFARE_GRID_PASSWORD go to http:\/\/grid\.example:4444 as anybody on the way can read/,
  );
  assert.doesNotMatch(note, /anna|secret/);
  assert.deepEqual(of('https://grid.example:4444'), []);
  assert.deepEqual(of('http://localhost:4444'), []);
  assert.deepEqual(noteReadable(plan('grid:chrome@http://grid.example:4444'), {}), []);
  assert.deepEqual(noteReadable(plan('chromium'), env), []);
});

test('a study of plain HTTP and TLS has a plain page, and people are told what to trust for the rest', async () => {
  const authority = { certificate: 'PEM', sha256Fingerprint: 'AB:CD' };
  const drivers = { certificate: async () => ({ keyFile: '', certFile: '', authority }) as never };
  const cell = (browser: string, protocol: string) =>
    ({ skip: null, factors: { browser, protocol } }) as never;
  const host = { address: '192.0.2.7', isAsked: true };
  const labOf = async (...cells: never[]) => (await networkLab(host, cells, drivers))!.lab;
  const grid = 'grid:chrome@https://grid.example:4444';
  assert.deepEqual(await labOf(cell('outside', 'http1'), cell('outside', 'h2')), {
    ...{ host: '192.0.2.7', tls: null, authority },
  });
  // A Grid is told by the lab, and a phone that asks by plain HTTP alone meets no certificate.
  assert.deepEqual(await labOf(cell('outside', 'http1'), cell(grid, 'h2')), { host: '192.0.2.7', tls: null });

  const told: string[] = [];
  const tell = invitingListener(
    (text) => told.push(text),
    () => {},
  );
  tell({ kind: 'outside-wanted', url: URL_OF_LAB, trust: { ...TRUST, isNeeded: true } });
  assert.match(
    told[0]!,
    /is over TLS, with a certificate of this run alone\.\nTrust the authority of the run first, or that fails/,
  );
  assert.ok(!told[0]!.includes('go on past') && told[0]!.includes(TRUST.url));
  const lines = told[0]!.split('\n');
  assert.ok(lines.slice(1).every((line) => line.length <= 80));
});

test('the URL is told once for all sessions, in words and as a QR code of at most 80 columns', () => {
  const told: string[] = [];
  const seen: RunEvent[] = [];
  const tell = invitingListener(
    (text) => told.push(text),
    (event) => seen.push(event),
  );
  for (let session = 0; session < 3; session++)
    tell({ kind: 'outside-wanted', url: URL_OF_LAB, trust: TRUST });
  assert.equal(told.length, 1);
  assert.equal(seen.length, 3);
  const lines = told[0]!.split('\n');
  assert.ok(lines.some((line) => line.trim() === URL_OF_LAB));
  assert.ok(lines.filter((line) => line.includes('█')).length > 10);
  assert.ok(lines.includes('  AB:CD') && told[0]!.includes(TRUST.url));
  assert.ok(lines.slice(1).every((line) => line.length <= 80));
  assert.match(told[0]!, /plain HTTP: whoever can listen on this network reads its key/);
  const secure: string[] = [];
  const tellSecure = invitingListener(
    (text) => secure.push(text),
    () => {},
  );
  tellSecure({ kind: 'outside-wanted', url: URL_OF_LAB.replace('http:', 'https:'), trust: TRUST });
  assert.doesNotMatch(secure[0]!, /plain HTTP/);
});
