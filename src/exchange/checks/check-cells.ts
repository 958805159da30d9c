// Before a cell is timed its exchange is done once, of messages with each of them, and what the client ends
// with is compared, value by value, with what it should be. A cell that differs is not timed.

import { firstDifference } from '../../data/equal.ts';
import { isAsItComes, NO_COMPRESSION } from '../../factors/compression.ts';
import type { CellSpec, CheckJob, CheckResult } from '../../wire/agent-protocol.ts';
import { TOO_LATE } from '../../wire/sample.ts';
import type { Surroundings } from '../block-exchanges.ts';
import { type CellRunner, prepareCell } from '../cell-runner.ts';
import type { RequestTimings } from '../connections/resource-entries.ts';
import { evenlySpread } from '../evenly-spread.ts';
import type { ExchangeThread } from '../exchange-thread.ts';
import { sayFailure } from '../refused.ts';
import { fetchAgain } from '../request-exchange.ts';
import { otherProtocol } from '../sample-from-marks.ts';
import { isSequence, type OriginalOf, Originals } from '../sequence-cells.ts';
import { Watchdog } from '../watchdog.ts';
import { checkSequence } from './check-sequence.ts';
import { KnownAnswers, keyOrderOf } from './known-answers.ts';
import { notOffered, Offers } from './offers.ts';

/**
 * Of more messages than these so many are compared: one exchange each, in every session and for every cell.
 */
const MOST_COMPARED = 100;

export async function checkCells(
  job: CheckJob,
  place: Surroundings,
  original: OriginalOf,
  originals = new Originals(original),
  known = new KnownAnswers(original),
  offers = new Offers(),
): Promise<CheckResult[]> {
  const watchdog = new Watchdog(place.now, job.timeoutMs);
  const results: CheckResult[] = [];
  try {
    for (const spec of job.cells) {
      results.push(
        isSequence(spec)
          ? await checkSequence(spec, originals, place.now, job.timeoutMs)
          : await checkCell(spec, () => prepareCell(spec), place, { original, known, offers }, watchdog),
      );
    }
  } finally {
    watchdog.stop();
  }
  return results;
}

/** What the objects must be, and what is learnt of that for the timed exchanges. */
interface Truth {
  readonly original: OriginalOf;
  readonly known: KnownAnswers;
  readonly offers: Offers;
}

async function checkCell(
  { cell, compression }: Pick<CellSpec, 'cell' | 'compression'>,
  prepare: () => CellRunner,
  place: Surroundings,
  truth: Truth,
  watchdog: Watchdog,
): Promise<CheckResult> {
  const bodies: CheckedBody[] = [];
  try {
    const runner = prepare();
    const thread = place.threadFor(runner.spec);
    await thread.prepare(runner.spec);
    const refused = await notOffered(runner, place, watchdog.begin(), truth.offers);
    watchdog.end();
    if (refused !== null) return resultOf(cell, bodies, refused);
    await askBeforehand(runner, thread, place, watchdog);
    for (const message of evenlySpread(runner.spec.messages, MOST_COMPARED)) {
      const body = await checkBody(runner, message, thread, place, truth, watchdog);
      bodies.push(body);
      if (body.difference === null) continue;
      const which = runner.spec.messages === 1 ? '' : `message ${message}: `;
      return resultOf(cell, bodies, which + body.difference, body.failed);
    }
    return resultOf(cell, bodies, null);
  } catch (thrown) {
    const why = watchdog.fired ? TOO_LATE : sayFailure(thrown, compression);
    return resultOf(cell, bodies, why, true);
  } finally {
    watchdog.end();
  }
}

/**
 * A page asks another origin what it may post before it posts (OPTIONS), and browsers remember the answer:
 * most from the first one on, so that the check itself is the call that asks; Firefox from the third. Then no
 * timed call has it in it. Over a slow network a call before each check would take as long as the check.
 */
async function askBeforehand(
  runner: CellRunner,
  thread: ExchangeThread,
  place: Surroundings,
  watchdog: Watchdog,
): Promise<void> {
  const { userAgent = '' } = globalThis.navigator ?? {};
  if (runner.post === null || !userAgent.includes('Firefox')) return;
  for (let i = 0; i < CALLS_OF_FIREFOX; i++) {
    const call = (signal: AbortSignal) => thread.exchange(runner, 0, place, signal);
    await watched(runner, call, place, watchdog, thread);
  }
}

const CALLS_OF_FIREFOX = 3;

interface CheckedBody {
  readonly difference: string | null;
  /** The difference is none of values. */
  readonly failed: boolean;
  readonly bytesEncoded: number;
  readonly bytesDecoded: number;
  readonly contentEncoding: string;
}

async function checkBody(
  runner: CellRunner,
  message: number,
  thread: ExchangeThread,
  place: Surroundings,
  { original, known }: Truth,
  watchdog: Watchdog,
): Promise<CheckedBody> {
  const { spec } = runner;
  const carryOut = (signal: AbortSignal) => thread.exchange(runner, message, place, signal);
  const marks = await watched(runner, carryOut, place, watchdog, thread);
  const [request] = marks.requests;
  const told = await sizesTold(request!.url, thread, place);
  const counted = (opaque: boolean) => bodyBytes(runner, message, place, watchdog, opaque);
  const difference =
    spec.changes === true
      ? null
      : firstDifference(marks.value, await original(spec.cell, message), { keyOrder: keyOrderOf(spec) });
  if (difference === null && spec.changes !== true) known.learn(spec, message, marks.value);
  const otherwise = wrongEncoding(runner, request!) ?? otherProtocol(spec.protocol, told.nextHopProtocol);
  // What is compressed while it is sent has no length, and WebKit tells none: as it is, it can be counted.
  const bytesEncoded = request!.contentLength || told.encodedBodySize || (await counted(true));
  // Nor has WebKit to ask again for what nobody compressed.
  const bytesAsSent = spec.compression === NO_COMPRESSION && otherwise === null ? bytesEncoded : 0;
  return {
    difference: difference ?? otherwise,
    failed: difference === null && otherwise !== null,
    bytesEncoded,
    bytesDecoded: told.decodedBodySize || bytesAsSent || (await counted(false)),
    contentEncoding: request!.contentEncoding,
  };
}

function resultOf(
  cell: string,
  bodies: readonly CheckedBody[],
  difference: string | null,
  failed = false,
): CheckResult {
  const meanOf = (pick: (body: CheckedBody) => number) =>
    bodies.length === 0 ? 0 : Math.round(bodies.reduce((sum, body) => sum + pick(body), 0) / bodies.length);
  return {
    cell,
    difference,
    ...(failed && { failed: true as const }),
    bytesEncoded: meanOf(({ bytesEncoded }) => bytesEncoded),
    bytesDecoded: meanOf(({ bytesDecoded }) => bytesDecoded),
    contentEncoding: bodies[0]?.contentEncoding ?? '',
    compared: bodies.length,
  };
}

/** A cell that asks for gzip and gets none would be timed under a wrong name. */
function wrongEncoding(runner: CellRunner, answer: { readonly contentEncoding: string }): string | null {
  if (isAsItComes(runner.spec.compression)) return null;
  const asked = runner.spec.compression === 'none' ? '' : runner.spec.compression;
  if (answer.contentEncoding === asked) return null;
  return `Content-Encoding "${answer.contentEncoding}" came, "${asked}" was asked for`;
}

/** As Resource Timing tells them: 0 in WebKit, for answers from another origin. */
async function sizesTold(
  url: string,
  thread: ExchangeThread,
  place: Surroundings,
): Promise<Pick<RequestTimings, 'encodedBodySize' | 'decodedBodySize' | 'nextHopProtocol'>> {
  const entry = (await thread.takeEntries([url], place)).get(url)?.at(-1);
  return entry ?? { encodedBodySize: 0, decodedBodySize: 0 };
}

/** Body bytes, counted: `opaque` before decompression, else after it. */
async function bodyBytes(
  runner: CellRunner,
  message: number,
  place: Surroundings,
  watchdog: Watchdog,
  opaque: boolean,
): Promise<number> {
  const ask = async (signal: AbortSignal) => {
    const response = await fetchAgain(runner, runner.url(place.nextSerial(), message, opaque), signal);
    return (await response.arrayBuffer()).byteLength;
  };
  return watched(runner, ask, place, watchdog);
}

/** From when the cell's gap is over until the answer is here. */
async function watched<T>(
  { spec }: CellRunner,
  ask: (signal: AbortSignal) => Promise<T>,
  { connections }: Surroundings,
  watchdog: Watchdog,
  thread?: ExchangeThread,
): Promise<T> {
  const answer = await connections.carryOut(spec, () => watchdog.begin(), ask, thread?.get);
  watchdog.end();
  return answer;
}
