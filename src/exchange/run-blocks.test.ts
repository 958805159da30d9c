import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { littleSurroundings } from '../../test/support/agents/little-surroundings.ts';
import { jsonCell, type LittleTarget, littleTarget } from '../../test/support/targets/little-target.ts';
import type { BlockSpec, BlocksJob, SamplePost } from '../wire/agent-protocol.ts';
import { EMPTY_CELL, EMPTY_CELLS } from '../wire/sample.ts';
import { checkCells } from './checks/check-cells.ts';
import { KnownAnswers } from './checks/known-answers.ts';
import { RESOURCE_TIMING } from './connections/resource-entries.ts';
import { runBlocks } from './run-blocks.ts';
import { Originals } from './sequence-cells.ts';

let target: LittleTarget;
before(async () => {
  target = await littleTarget();
});
beforeEach(() => {
  target.instead = () => false;
  target.asked.length = 0;
});
after(() => target.close());

const NOBODY = () => Promise.reject(new Error('nobody was to ask for an original'));

const block = (number: number, ...cells: string[]): BlockSpec => ({
  block: number,
  firstMessage: 0,
  visits: cells.map((cell) => ({ cell, exchanges: 2 })),
});

async function posts(
  job: Partial<BlocksJob>,
  at = littleSurroundings(),
  goOn: (post: SamplePost) => boolean = () => true,
  known?: KnownAnswers,
) {
  const posted: SamplePost[] = [];
  const whole: BlocksJob = {
    kind: 'blocks',
    cells: [jsonCell(target.url), jsonCell(target.url, { cell: 'gzip', compression: 'gzip', level: 6 })],
    blocks: [],
    stopAfterMs: 60_000,
    postEveryMs: 0,
    timeoutMs: 10_000,
    ...job,
  };
  const take = async (post: SamplePost) => {
    posted.push(post);
    return { goOn: goOn(post) };
  };
  await runBlocks(whole, at, take, new Originals(NOBODY), known);
  return posted;
}

test('blocks are carried out in order, visit by visit, and posted with their samples', async () => {
  const posted = await posts({ blocks: [block(4, 'json', EMPTY_CELL), block(7, 'gzip')] });
  assert.deepEqual(
    posted.map(({ blocks, done, voided }) => [blocks, done, voided]),
    [
      [[4], false, []],
      [[7], true, []],
    ],
  );
  const samples = posted.flatMap((post) => post.samples);
  assert.deepEqual(
    samples.map(({ cell, block, sequence, outcome }) => [cell, block, sequence, outcome]),
    [
      ['json', 4, 0, 'completed'],
      ['json', 4, 1, 'completed'],
      [EMPTY_CELL, 4, 2, 'completed'],
      [EMPTY_CELL, 4, 3, 'completed'],
      ['gzip', 7, 4, 'completed'],
      ['gzip', 7, 5, 'completed'],
    ],
  );
});

test('a sample has the bytes on the wire, the bytes of the body and the phases of the server', async () => {
  const [post] = await posts({ blocks: [block(0, 'json', 'gzip', EMPTY_CELL)] });
  const [json, , gzip, , empty] = post!.samples;
  const bytes = Buffer.byteLength(JSON.stringify(target.books));
  assert.deepEqual([json!.bytesEncoded, json!.bytesDecoded], [bytes, bytes]);
  assert.ok(gzip!.bytesEncoded < bytes && gzip!.bytesEncoded > 100);
  assert.equal(empty!.bytesDecoded, 0);
  assert.deepEqual([json!.serverComputeMs, json!.encodeMs, json!.compressMs], [0.001, 0.01, 0.1]);
  for (const { totalMs, waitMs, transferMs } of post!.samples) {
    assert.ok(totalMs > 0 && waitMs > 0 && waitMs + transferMs < totalMs + 0.1);
  }
});

test('a gap that is longer than the time allowed times nothing out', async () => {
  const cells = [jsonCell(target.url, { leastGapMs: 400 })];
  const [post] = await posts({ cells, blocks: [block(0, 'json')], timeoutMs: 200 });
  assert.deepEqual(
    post!.samples.map(({ outcome }) => outcome),
    ['completed', 'completed'],
  );
});

test('the cells of a block take the same messages, one after the other from the block’s first', async () => {
  target.instead = (url, response) => url.pathname === '/exchange' && response.end('{}') !== undefined;
  const log = { dataset: 'log', shape: 'messages', messages: 3, n: 1 } as const;
  const cells = [jsonCell(target.url, log), jsonCell(target.url, { ...log, cell: 'gzip' })];
  const blocks = [
    { ...block(0, 'gzip', 'json'), firstMessage: 4_294_967_297 },
    { ...block(1, 'json', 'gzip'), firstMessage: 4_294_967_299 },
  ];
  const [first, second] = await posts({ cells, blocks });
  assert.ok([...first!.samples, ...second!.samples].every(({ outcome }) => outcome === 'completed'));
  const asked = target.asked
    .filter(({ pathname }) => pathname === '/exchange')
    .map(({ searchParams }) => Number(searchParams.get('message')));
  assert.deepEqual(asked, [2, 0, 2, 0, 1, 2, 1, 2]);
});

test('every request has a URL of its own, so that no cache can answer it', async () => {
  await posts({ blocks: [block(0, 'json', EMPTY_CELL), block(1, 'json')] });
  // The first of all opens the connection, and after a post another sees to it that it still is.
  assert.equal(target.asked.length, 8);
  assert.equal(new Set(target.asked.map(String)).size, 8);
});

test('an exchange of two requests makes both and sums them', async () => {
  const cells = [jsonCell(target.url, { procedure: 'e4', computation: 'cm1' })];
  const [post] = await posts({ cells, blocks: [block(0, 'json')] });
  assert.deepEqual(
    post!.samples.map(({ requests, encodeMs }) => [requests, encodeMs]),
    [
      [2, 0.02],
      [2, 0.02],
    ],
  );
  const exchanges = target.asked.filter(({ pathname }) => pathname === '/exchange');
  assert.ok(exchanges.every((url) => url.searchParams.get('compute') === 'cm1'));
});

test('a wrong number of objects, rubbish and a refusal fail with the reason, and the rest goes on', async () => {
  const wrong = ['[{}]', '{"rubbish', ''];
  target.instead = ({ pathname }, response) => {
    if (pathname !== '/exchange') return false;
    const body = wrong.shift();
    if (body === undefined) return false;
    response.statusCode = body === '' ? 503 : 200;
    response.end(body);
    return true;
  };
  const [post] = await posts({ blocks: [block(0, 'json', 'json')] });
  assert.deepEqual(
    post!.samples.map(({ outcome }) => outcome),
    ['failed', 'failed', 'failed', 'completed'],
  );
  const reasons = post!.samples.map(({ reason }) => reason);
  assert.equal(reasons[0], '1 object came, 5 were asked for');
  assert.match(reasons[1]!, /JSON/);
  assert.match(reasons[2]!, /the target answered 503/);
});

test('an exchange that hangs is aborted, ends its block and is posted at once; the next block goes on', async () => {
  target.instead = (url) => url.searchParams.get('serial') === '2';
  const job = { blocks: [block(0, 'json', 'gzip'), block(1, 'gzip')], timeoutMs: 500, postEveryMs: 60_000 };
  const posted = await posts(job);
  assert.deepEqual(
    posted.map(({ samples }) => samples.map(({ cell, outcome }) => `${cell} ${outcome}`)),
    [
      ['json completed', 'json timed-out'],
      ['gzip completed', 'gzip completed'],
    ],
  );
});

test('the job ends after the block in which its time ran out, or where the lab says so', async () => {
  const blocks = [block(0, 'json'), block(1, 'json'), block(2, 'json')];
  const late = await posts({ blocks, stopAfterMs: 0 });
  assert.deepEqual(
    late.map(({ blocks, done }) => [blocks, done]),
    [[[0], true]],
  );
  const stopped = await posts({ blocks }, littleSurroundings(), ({ blocks }) => blocks[0] !== 1);
  assert.equal(stopped.length, 2);
});

test('blocks wait for each other until it is time to post', async () => {
  const posted = await posts({ blocks: [block(0, 'json'), block(1, 'json')], postEveryMs: 60_000 });
  assert.deepEqual(
    posted.map(({ blocks, samples }) => [blocks, samples.length]),
    [[[0, 1], 4]],
  );
});

test('a block that was disturbed is voided with the reason, its samples kept', async () => {
  const reasons = ['the page was hidden', null];
  const at = littleSurroundings({ disturbance: () => reasons.shift() ?? null });
  const posted = await posts({ blocks: [block(0, 'json'), block(1, 'json')], postEveryMs: 60_000 }, at);
  assert.deepEqual(posted[0]!.voided, [{ block: 0, why: 'the page was hidden' }]);
  assert.deepEqual(posted[0]!.blocks, [1]);
  assert.equal(posted[0]!.samples.length, 4);
});

test('every request of a cold cell asks to close, and finds no connection that a warm one left', async () => {
  const cold = jsonCell(target.url, { cell: 'cold', connection: 'cold' });
  const twice = jsonCell(target.url, { cell: 'twice', connection: 'cold', procedure: 'e4' });
  const cells = [cold, twice, jsonCell(target.url)];
  const [post] = await posts({ cells, blocks: [block(0, 'json', 'cold', 'twice', EMPTY_CELL)] });
  const asked = target.asked.map(
    ({ pathname, searchParams }) => `${pathname}${searchParams.has('connection') ? ' close' : ''}`,
  );
  const [json, open, one, close] = ['/exchange', '/bytes', '/exchange close', '/bytes close'];
  assert.deepEqual(asked, [open, json, json, close, one, one, one, one, one, one, open, open, open]);
  assert.deepEqual(
    post!.samples.map(({ cell }) => cell),
    ['json', 'json', 'cold', 'cold', 'twice', 'twice', EMPTY_CELL, EMPTY_CELL],
  );
});

test('the empty exchanges of a block go where its own cells go, the warm ones first', async () => {
  const other = await littleTarget();
  const cells = [
    jsonCell(target.url),
    jsonCell('http://127.0.0.1:1', { cell: 'cold elsewhere', connection: 'cold' }),
    jsonCell(other.url, { cell: 'elsewhere' }),
  ];
  try {
    await posts({
      cells,
      blocks: [block(0, EMPTY_CELL, 'json'), block(1, 'cold elsewhere', EMPTY_CELL, 'elsewhere')],
    });
  } finally {
    await other.close();
  }
  const empties = (asked: readonly URL[]) => asked.filter(({ pathname }) => pathname === '/bytes').length;
  assert.deepEqual([empties(target.asked), empties(other.asked)], [3, 3]);
});

test('a cold empty exchange goes where the cold cells go, asks to close and is held to have connected', async () => {
  const cold = await littleTarget();
  const cells = [jsonCell(target.url), jsonCell(cold.url, { cell: 'cold', connection: 'cold' })];
  try {
    const [post] = await posts({ cells, blocks: [block(0, 'json', EMPTY_CELLS.cold, 'cold')] });
    const empties = post!.samples.filter(({ cell }) => cell === EMPTY_CELLS.cold);
    // Node's own Resource Timing stamps no connecting, so they are in doubt here.
    assert.deepEqual(
      empties.map(({ outcome, timingDoubtful }) => [outcome, timingDoubtful]),
      [
        ['completed', true],
        ['completed', true],
      ],
    );
  } finally {
    await cold.close();
  }
  assert.equal(cold.asked.length, 5);
  assert.ok(cold.asked.every(({ searchParams }) => searchParams.get('connection') === 'close'));
});

/** Answers with another price in the book of that index, from the given exchange on. */
function lieFrom(exchange: number, index: number): void {
  let exchanges = 0;
  target.instead = ({ pathname }, response) => {
    if (pathname !== '/exchange' || exchanges++ < exchange) return false;
    const books = target.books.map((book, i) => (i === index ? { ...book, price: 0.5 } : book));
    response.end(JSON.stringify(books));
    return true;
  };
}

/** As an agent that has checked the cell `json`, and remembers what it found right. */
async function checkedAnswers(): Promise<{ known: KnownAnswers; asked: () => number }> {
  let asked = 0;
  const original = async () => {
    asked++;
    return target.books;
  };
  const known = new KnownAnswers(original);
  const job = { kind: 'check', cells: [jsonCell(target.url)], timeoutMs: 5_000 } as const;
  await checkCells(job, littleSurroundings(), original, new Originals(original), known);
  return { known, asked: () => asked };
}

test('of the drawn exchanges alone the objects are compared, by what the check has found right', async () => {
  const { known, asked } = await checkedAnswers();
  const compare = [
    { visit: 0, nth: 1 },
    { visit: 2, nth: 0 },
  ];
  const blocks = [{ ...block(3, 'json', EMPTY_CELL, 'gzip'), compare }, block(4, 'json')];
  const [first, second] = await posts({ blocks }, littleSurroundings(), () => true, known);
  assert.deepEqual(first!.compared, [
    { cell: 'json', block: 3, sequence: 1, difference: null },
    { cell: 'gzip', block: 3, sequence: 4, difference: null },
  ]);
  assert.deepEqual(second!.compared, []);
  assert.equal(asked(), 1, 'the check alone asked for the original, and for both cells');
});

test('an answer that changes after the check is told of with its first difference', async () => {
  const { known } = await checkedAnswers();
  lieFrom(1, 3);
  const compare = [0, 1].map((nth) => ({ visit: 0, nth }));
  const [post] = await posts(
    { blocks: [{ ...block(0, 'json'), compare }] },
    littleSurroundings(),
    () => true,
    known,
  );
  assert.deepEqual(
    post!.compared!.map(({ sequence, difference }) => [sequence, difference]),
    [
      [0, null],
      [1, `[3].price: 0.5, expected ${String(target.books[3]!.price)}`],
    ],
  );
  assert.ok(post!.samples.every(({ outcome }) => outcome === 'completed'));
});

test('a drawn exchange that failed is not compared, and nothing is asked of the target for comparing', async () => {
  const { known } = await checkedAnswers();
  target.asked.length = 0;
  let exchanges = 0;
  target.instead = ({ pathname }, response) => {
    if (pathname !== '/exchange' || exchanges++ !== 0) return false;
    response.statusCode = 503;
    response.end();
    return true;
  };
  const compare = [0, 1].map((nth) => ({ visit: 0, nth }));
  const [post] = await posts(
    { blocks: [{ ...block(0, 'json'), compare }] },
    littleSurroundings(),
    () => true,
    known,
  );
  assert.deepEqual(
    post!.compared!.map(({ sequence }) => sequence),
    [1],
  );
  assert.equal(target.asked.filter(({ pathname }) => pathname === '/exchange').length, 2);
});

test('one that went over another protocol has failed, and its comparison is not posted', async () => {
  const { known } = await checkedAnswers();
  const read = () =>
    RESOURCE_TIMING.read().map((entry) => ({
      ...(entry as PerformanceResourceTiming).toJSON(),
      ...(entry.name.endsWith('serial=1') && { nextHopProtocol: 'h2' }),
    }));
  const compare = [0, 1].map((nth) => ({ visit: 0, nth }));
  const at = littleSurroundings({ timings: { ...RESOURCE_TIMING, read } });
  const [post] = await posts({ blocks: [{ ...block(0, 'json'), compare }] }, at, () => true, known);
  assert.deepEqual(
    post!.samples.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['failed', 'it went over h2, not http/1.1'],
      ['completed', ''],
    ],
  );
  assert.deepEqual(
    post!.compared!.map(({ sequence }) => sequence),
    [1],
  );
});

test('where nobody has checked, the original is asked for once and remembered', async () => {
  let asked = 0;
  const known = new KnownAnswers(async () => {
    asked++;
    return target.books;
  });
  const compare = [0, 1].map((nth) => ({ visit: 0, nth }));
  const blocks = [0, 1].map((number) => ({ ...block(number, 'json'), compare }));
  const posted = await posts({ blocks }, littleSurroundings(), () => true, known);
  assert.equal(posted.flatMap(({ compared = [] }) => compared).length, 4);
  assert.equal(asked, 1);
});
