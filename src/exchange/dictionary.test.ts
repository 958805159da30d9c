import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { littleSurroundings } from '../../test/support/agents/little-surroundings.ts';
import { jsonCell, type LittleTarget, littleTarget } from '../../test/support/targets/little-target.ts';
import { checkCells } from './checks/check-cells.ts';

let target: LittleTarget;
before(async () => {
  target = await littleTarget();
});
after(() => target.close());

const place = littleSurroundings();

/**
 * Asks as a client that keeps the dictionary only after so many exchanges: what came of it, and the paths
 * asked for.
 */
async function checked(refusals: number, dictionaryStatus = 200) {
  target.asked.length = 0;
  let asked = 0;
  target.instead = ({ pathname }, response) => {
    if (pathname === '/dictionary') response.statusCode = dictionaryStatus;
    else if (pathname !== '/exchange') return false;
    else if (asked++ < refusals) response.statusCode = 406;
    else {
      const body = JSON.stringify(target.books);
      response.setHeader('Content-Length', Buffer.byteLength(body)).end(body);
      return true;
    }
    response.end();
    return true;
  };
  const cell = jsonCell(target.url, { compression: 'dcz', level: 3 });
  const job = { kind: 'check', cells: [cell], timeoutMs: 10_000 } as const;
  const [result] = await checkCells(job, place, async () => target.books);
  return { result: result!, paths: target.asked.map(({ pathname }) => pathname) };
}

test('the dictionary is asked for before the exchange, and the client is given time to keep it', async () => {
  const { result, paths } = await checked(2);
  // The little target cannot compress; everything else is right.
  assert.equal(result.difference, 'Content-Encoding "" came, "dcz" was asked for');
  const [dictionary] = target.asked.filter(({ pathname }) => pathname === '/dictionary');
  assert.deepEqual(Object.fromEntries(dictionary!.searchParams), {
    dataset: 'book',
    format: 'json',
    codec: 'JSON.stringify',
  });
  const exchanges = ['/exchange', '/exchange', '/exchange', '/exchange'];
  assert.deepEqual(
    paths.filter((path) => path !== '/bytes'),
    ['/dictionary', ...exchanges],
  );
});

test('a client that never offers it is told of with what it offers', async () => {
  const { result } = await checked(Number.POSITIVE_INFINITY);
  assert.match(result.difference!, /^the client does not offer dcz over http1 at 127\.0\.0\.1, only gzip/);
  assert.equal(result.compared, 0);
});

test('a target that has no dictionary after all is the reason itself', async () => {
  const { result } = await checked(0, 501);
  assert.match(result.difference!, /^the target answered 501 to http.*\/dictionary\?dataset=book/);
});
