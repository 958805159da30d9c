// The main thread's end of a worker: an exchange begins with an order to it and ends when its objects are
// here.
//
//   main    ─ order ┐                                                     ┌ objects read ─
//   worker          └ encode · request · body · decode · compute · send ──┘
//
// Between the first stamp and the last there is what a user of the data would do; the worker's stamps are
// asked for afterwards.

import type { DataValue } from '../../data/schema.ts';
import type { CellSpec, ProbeJob, ProbeResult } from '../../wire/agent-protocol.ts';
import type { Surroundings } from '../block-exchanges.ts';
import { type CellRunner, prepareCell } from '../cell-runner.ts';
import type { RequestTimings } from '../connections/resource-entries.ts';
import type { ExchangeThread } from '../exchange-thread.ts';
import { type ExchangeMarks, type Now, type RequestMarks, urlsOf } from '../request-exchange.ts';
import { type ClockOffset, measureClockOffset } from './clock-offset.ts';
import { Questions } from './questions.ts';
import { isMadeWhenRead, RECORDS_TO_TELL_BY, TIMES_TO_TELL_BY, timeReceivingAlone } from './receiving.ts';
import { NO_ORDER, type Order, type Question, type WorkerLine } from './worker-line.ts';

/** Objects that have come, and when: the message was there, and they were read out of it. */
interface Arrival {
  readonly value: DataValue;
  readonly thereMs: number;
  readonly readMs: number;
}

interface Started {
  readonly line: WorkerLine;
  readonly questions: Questions;
  readonly clock: ClockOffset;
  readonly madeWhenRead: boolean;
}

export class WorkerThread implements ExchangeThread {
  readonly #open: () => WorkerLine;
  readonly #now: Now;
  readonly #timeOriginMs: number;
  #started: Promise<Started> | null = null;

  /** The worker is opened when the first cell needs it. */
  constructor(open: () => WorkerLine, now: Now, timeOriginMs: number) {
    this.#open = open;
    this.#now = now;
    this.#timeOriginMs = timeOriginMs;
  }

  /** One function for as long as there is a worker: by it the keeper knows whose connections are meant. */
  readonly get = async (url: string, signal: AbortSignal): Promise<void> => {
    const { questions } = await this.#start();
    await abortable(questions, signal, questions.ask({ kind: 'get', url }));
  };

  async prepare(spec: CellSpec): Promise<void> {
    const { questions } = await this.#start();
    await questions.ask({ kind: 'prepare', spec });
  }

  async exchange(
    runner: CellRunner,
    message: number,
    { now, nextSerial }: Pick<Surroundings, 'now' | 'nextSerial'>,
    signal: AbortSignal,
  ): Promise<ExchangeMarks> {
    const { line, questions, clock } = await this.#start();
    const order: Order = {
      cell: runner.spec.cell,
      urls: urlsOf(runner, message, nextSerial),
      ...(runner.post !== null && { request: runner.post.request }),
    };
    // All that is ours to wait by is made before the time begins.
    const arriving = abortable(questions, signal, arrival(line, questions, now));
    const startMs = now();
    line.send(order);
    const { value, thereMs, readMs } = await arriving;
    const marks = await questions.ask({ kind: 'marks' });
    return {
      startMs,
      endMs: readMs,
      requests: marks.requests.map((request) => inMainClock(request, clock)),
      times: {
        ...marks.times,
        queueMs: marks.startMs + clock.offsetMs - startMs,
        handoverMs: thereMs - (marks.endMs + clock.offsetMs),
        receiveMs: readMs - thereMs,
      },
      value,
    };
  }

  async takeEntries(urls: readonly string[]): Promise<ReadonlyMap<string, readonly RequestTimings[]>> {
    const { questions, clock } = await this.#start();
    const entries = await questions.ask({ kind: 'entries', urls });
    return new Map(entries.map(([url, all]) => [url, all.map((entry) => moved(entry, clock))]));
  }

  /** The worker measures its own items; receiving is the main thread's. */
  async probe(spec: CellSpec, place: Surroundings, clockStepUs: number, job: ProbeJob): Promise<ProbeResult> {
    const { line, questions, madeWhenRead } = await this.#start();
    await this.prepare(spec);
    const question: Question = { kind: 'probe', spec, clockStepUs, job };
    const result = await questions.ask(question);
    if (job.decodeWithinMs !== undefined) return result;
    const begin = () => AbortSignal.timeout(job.timeoutMs);
    const once = (signal: AbortSignal) => this.exchange(prepareCell(spec), 0, place, signal);
    const { value } = await place.connections.carryOut(spec, begin, once, this.get);
    const send = (objects: DataValue) => line.send({ ...NO_ORDER, request: objects });
    return { ...result, receiveMs: madeWhenRead ? null : timeReceivingAlone(value, send, place.now) };
  }

  #start(): Promise<Started> {
    this.#started ??= this.#begin();
    return this.#started;
  }

  async #begin(): Promise<Started> {
    const line = this.#open();
    const questions = new Questions(line.control);
    line.onEnd = (reason) => questions.end(reason);
    const askClock = () => questions.ask({ kind: 'clock' });
    const clock = await measureClockOffset(askClock, this.#now, this.#timeOriginMs);
    const readsMs: number[] = [];
    for (let time = 0; time < TIMES_TO_TELL_BY; time++) {
      const arriving = arrival(line, questions, this.#now);
      await questions.ask({ kind: 'objects', count: RECORDS_TO_TELL_BY });
      const { thereMs, readMs } = await arriving;
      readsMs.push(readMs - thereMs);
    }
    return { line, questions, clock, madeWhenRead: isMadeWhenRead(readsMs) };
  }
}

/** The next objects that come. Rejects where the order came to nothing. */
function arrival(line: WorkerLine, questions: Questions, now: Now): Promise<Arrival> {
  return new Promise((resolve, reject) => {
    questions.onOrderFailed = (reason) => reject(new Error(reason));
    line.onObjects = (read) => {
      const thereMs = now();
      const value = read();
      const readMs = now();
      resolve({ value, thereMs, readMs });
    };
  });
}

/** Has the worker give up when the signal fires, and rejects then. */
async function abortable<T>(questions: Questions, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => {
    void questions.ask({ kind: 'abort' }).catch(() => undefined);
    aborted.reject(signal.reason);
  };
  // What is not waited for any more may still fail.
  work.catch(() => undefined);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const STAMPS_OF_REQUESTS = ['callMs', 'encodedMs', 'bodyMs', 'decodedMs'] as const;

function inMainClock(request: RequestMarks, { offsetMs }: ClockOffset): RequestMarks {
  const there = { ...request };
  for (const stamp of STAMPS_OF_REQUESTS) Object.assign(there, { [stamp]: request[stamp] + offsetMs });
  return there;
}

const STAMPS_OF_ENTRIES = [
  'fetchStart',
  'connectStart',
  'secureConnectionStart',
  'connectEnd',
  'requestStart',
  'responseStart',
  'responseEnd',
] as const;

/** 0 stands for what did not happen. */
function moved(entry: RequestTimings, { offsetMs }: ClockOffset): RequestTimings {
  const there = { ...entry };
  for (const stamp of STAMPS_OF_ENTRIES)
    if (entry[stamp] !== 0) Object.assign(there, { [stamp]: entry[stamp] + offsetMs });
  return there;
}
