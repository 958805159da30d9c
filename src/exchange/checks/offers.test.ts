import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { littleSurroundings } from '../../../test/support/agents/little-surroundings.ts';
import { jsonCell, type LittleTarget, littleTarget } from '../../../test/support/targets/little-target.ts';
import type { CellSpec, CheckResult } from '../../wire/agent-protocol.ts';
import { checkCells } from './check-cells.ts';
import { codingsOf, Offers } from './offers.ts';

let target: LittleTarget;
before(async () => {
  target = await littleTarget();
});
beforeEach(() => {
  target.instead = () => false;
});
after(() => target.close());

const place = littleSurroundings();

function check(...cells: CellSpec[]): Promise<CheckResult[]> {
  return checkCells({ kind: 'check', cells, timeoutMs: 10_000 }, place, async () => target.books);
}

test('a compression that the client does not offer to that origin is not timed, whatever it would do with it', async () => {
  const zstd = jsonCell(target.url, { compression: 'zstd', level: 3 });
  const [result] = await check(zstd);
  assert.equal(
    result!.difference,
    'the client does not offer zstd over http1 at 127.0.0.1, only gzip, deflate; browsers offer br and zstd to HTTPS: try protocol https1 or h2',
  );
  // A target that cannot tell what was offered leaves it to what comes.
  target.instead = (url, response) => url.pathname === '/about' && response.end('{}') !== undefined;
  const [untold] = await check(zstd);
  assert.equal(untold!.difference, 'Content-Encoding "" came, "zstd" was asked for');
});

test('an origin is asked once what it is offered, whatever is checked there, by each client', async () => {
  const gzip = jsonCell(target.url, { compression: 'gzip', level: 6 });
  const job = (...cells: CellSpec[]) => ({ kind: 'check', cells, timeoutMs: 10_000 }) as const;
  const askedIn = async (work: () => Promise<unknown>) => {
    const before = target.asked.length;
    await work();
    return target.asked.slice(before).filter(({ pathname }) => pathname === '/about').length;
  };
  const originals = [async () => target.books, undefined, undefined] as const;
  const offers = new Offers();
  const checked = () => checkCells(job(gzip, { ...gzip, cell: 'again' }), place, ...originals, offers);
  assert.deepEqual([await askedIn(checked), await askedIn(checked)], [1, 0]);
  assert.equal(await askedIn(() => check(gzip)), 1, 'another client');
  const refused = jsonCell(target.url, { compression: 'zstd', level: 3 });
  const again = () => checkCells(job(refused), place, ...originals, offers);
  assert.match((await again())[0]!.difference!, /does not offer zstd/, 'what was told is remembered');
  // A check that failed has learnt nothing.
  const broken = new Offers();
  target.instead = (url, response) =>
    url.pathname === '/about' && response.writeHead(500).end() !== undefined;
  const failed = () => checkCells(job(gzip), place, ...originals, broken);
  assert.match((await failed())[0]!.difference!, /answered 500 to \/about/);
  target.instead = () => false;
  assert.equal((await failed())[0]!.difference, null);
});

test('a cold cell is cold after the target was asked what it was offered', async () => {
  const before = target.asked.length;
  await check(jsonCell(target.url, { compression: 'gzip', level: 6, connection: 'cold' }));
  const asked = target.asked
    .slice(before)
    .map(({ pathname, search }) => pathname + search.replace(/serial=\d+/, ''));
  const at = asked.indexOf('/about');
  assert.ok(at >= 0 && asked[at + 1]!.startsWith('/bytes?n=0&connection=close'), asked.join('\n'));
  assert.match(asked[at + 2]!, /^\/exchange.*connection=close/);
});

test('Accept-Encoding is read as RFC 9110 has it', () => {
  assert.deepEqual(codingsOf('gzip, deflate, br;q=0.5, zstd;q=0, x ; q=0.000'), ['gzip', 'deflate', 'br']);
  assert.deepEqual(codingsOf(''), []);
});
