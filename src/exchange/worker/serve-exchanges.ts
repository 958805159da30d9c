// The worker's end: it carries out exchanges as the main thread does, and hands the objects over.

import { type CellRunner, prepareCell } from '../cell-runner.ts';
import { ConnectionKeeper } from '../connections/connection-keeper.ts';
import { enlargeResourceBuffer, type TimingSource, takeEntries } from '../connections/resource-entries.ts';
import { MAIN_THREAD } from '../exchange-thread.ts';
import { probeCell } from '../probes/probe-cells.ts';
import { exchange } from '../request-exchange.ts';
import {
  type Answered,
  type Answers,
  type Asked,
  OF_AN_ORDER,
  type Order,
  type OwnerLine,
  type Question,
  type WorkerMarks,
} from './worker-line.ts';

/** Far above what the main thread numbers its requests by. */
const FIRST_SERIAL = 1_000_000_000;

/** Answers orders and questions from now on. */
export function serveExchanges(owner: OwnerLine, control: MessagePort, timings: TimingSource): void {
  enlargeResourceBuffer();
  const worker = new ServingWorker(owner, timings);
  const tell = (answered: Answered) => control.postMessage(answered);
  owner.onOrder = (order) => {
    worker.carryOut(order).catch((thrown: unknown) => tell({ id: OF_AN_ORDER, failed: messageOf(thrown) }));
  };
  control.onmessage = ({ data: { id, question } }: MessageEvent<Asked>) => {
    worker
      .answer(question)
      .then((answer) => tell({ id, answer }))
      .catch((thrown: unknown) => tell({ id, failed: messageOf(thrown) }));
  };
}

const now = () => performance.now();

class ServingWorker {
  readonly #owner: OwnerLine;
  readonly #timings: TimingSource;
  readonly #runners = new Map<string, CellRunner>();
  #marks: WorkerMarks | null = null;
  #underWay = new AbortController();
  #serial = FIRST_SERIAL;

  constructor(owner: OwnerLine, timings: TimingSource) {
    this.#owner = owner;
    this.#timings = timings;
  }

  async carryOut({ cell, urls, request }: Order): Promise<void> {
    if (urls.length === 0) return;
    const runner = this.#runners.get(cell)!;
    const { post } = runner;
    const ordered = post === null ? runner : { ...runner, post: { ...post, request: request! } };
    const { value, ...marks } = await exchange(ordered, urls, now, this.#underWay.signal);
    this.#owner.send(value);
    this.#marks = marks;
  }

  async answer(question: Question): Promise<Answers[keyof Answers]> {
    switch (question.kind) {
      case 'clock':
        return { nowMs: now(), timeOriginMs: performance.timeOrigin };
      case 'prepare':
        this.#runners.set(question.spec.cell, prepareCell(question.spec));
        return null;
      case 'marks':
        return this.#marks!;
      case 'get':
        await MAIN_THREAD.get(question.url, this.#underWay.signal);
        return null;
      case 'entries':
        return [...(await takeEntries(question.urls, this.#timings))].map(
          ([url, entries]) => [url, entries.map(plain)] as const,
        );
      case 'objects':
        this.#owner.send(Array.from({ length: question.count }, (_, i) => ({ id: i, title: `record ${i}` })));
        return null;
      case 'probe':
        return this.#probe(question);
      case 'abort':
        this.#underWay.abort();
        this.#underWay = new AbortController();
        return null;
    }
  }

  /** In the worker's own place: what it measures alone is its own decoder, not the main thread's. */
  #probe({ spec, clockStepUs, job }: Extract<Question, { kind: 'probe' }>) {
    const nextSerial = () => this.#serial++;
    return probeCell(
      prepareCell(spec),
      {
        now,
        nextSerial,
        nextSequence: () => 0,
        connections: new ConnectionKeeper(MAIN_THREAD.get, nextSerial),
        timings: this.#timings,
        threadFor: () => MAIN_THREAD,
        disturbance: () => null,
      },
      clockStepUs,
      job,
    );
  }
}

/** Entries are objects of the platform; their stamps cross over. */
function plain(entry: ReturnType<TimingSource['read']>[number]) {
  const { name, fetchStart, connectStart, secureConnectionStart, connectEnd } = entry;
  const { requestStart, responseStart, responseEnd, encodedBodySize, decodedBodySize } = entry;
  return {
    name,
    fetchStart,
    connectStart,
    secureConnectionStart,
    connectEnd,
    requestStart,
    responseStart,
    responseEnd,
    encodedBodySize,
    decodedBodySize,
  };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
