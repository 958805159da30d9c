// What every agent does, page or process: register, then pull jobs and do them until the lab says that it is
// over.

import type { Surroundings } from '../exchange/block-exchanges.ts';
import { checkCells } from '../exchange/checks/check-cells.ts';
import { KnownAnswers } from '../exchange/checks/known-answers.ts';
import { Offers } from '../exchange/checks/offers.ts';
import { measureClockStepUs } from '../exchange/clock-step.ts';
import { ConnectionKeeper } from '../exchange/connections/connection-keeper.ts';
import { Http3Origins, http3HabitsHere } from '../exchange/connections/http3-origins.ts';
import { enlargeResourceBuffer, type TimingSource } from '../exchange/connections/resource-entries.ts';
import { MAIN_THREAD } from '../exchange/exchange-thread.ts';
import { timeKnownWork } from '../exchange/known-work.ts';
import { transportsHere } from '../exchange/messages/transports/transports.ts';
import { probeCells } from '../exchange/probes/probe-cells.ts';
import { runBlocks } from '../exchange/run-blocks.ts';
import { type OriginalOf, Originals } from '../exchange/sequence-cells.ts';
import { FORMATS } from '../formats/catalogue.ts';
import type { Need } from '../formats/format.ts';
import { AGENT_PROTOCOL_VERSION, type Job, type Registration } from '../wire/agent-protocol.ts';
import type { LabClient } from './lab-client.ts';

/** What an agent says of the place it runs in; the rest of the registration is found out here. */
export type Introduction = Omit<
  Registration,
  'protocol' | 'clockStepUs' | 'transports' | 'codecs' | 'knownWork' | 'timeOriginMs'
> & {
  readonly offers: readonly Need[];
  readonly timings: TimingSource;
  /** Where a cell's exchanges run. */
  readonly threadFor: Surroundings['threadFor'];
  readonly disturbance: () => string | null;
};

export async function work(lab: LabClient, introduction: Introduction): Promise<void> {
  const { offers, timings, threadFor, disturbance, ...about } = introduction;
  const now = () => performance.now();
  const clockStepUs = measureClockStepUs(now);
  enlargeResourceBuffer();
  await lab.register({
    protocol: AGENT_PROTOCOL_VERSION,
    ...about,
    clockStepUs,
    transports: transportsHere(),
    codecs: codecsThatRun(offers),
    knownWork: true,
    timeOriginMs: performance.timeOrigin,
  });
  const nextSerial = counter();
  const connections = new ConnectionKeeper(MAIN_THREAD.get, nextSerial, new Http3Origins(http3HabitsHere()));
  const place: Surroundings = {
    now,
    nextSerial,
    nextSequence: counter(),
    connections,
    timings,
    threadFor,
    disturbance,
  };
  const original: OriginalOf = (cell, message) => lab.original(cell, message);
  const truth = {
    original,
    originals: new Originals(original),
    known: new KnownAnswers(original),
    offers: new Offers(),
  };
  for (let job = await lab.nextJob(); job.kind !== 'end'; job = await lab.nextJob()) {
    await doJob(job, lab, place, clockStepUs, truth);
  }
}

/** What the objects must be: asked of the lab, and what is remembered of that. */
interface Truth {
  readonly original: OriginalOf;
  readonly originals: Originals;
  readonly known: KnownAnswers;
  readonly offers: Offers;
}

async function doJob(
  job: Job,
  lab: LabClient,
  place: Surroundings,
  clockStepUs: number,
  { original, originals, known, offers }: Truth,
): Promise<void> {
  switch (job.kind) {
    case 'check':
      await lab.postChecks(await checkCells(job, place, original, originals, known, offers));
      return;
    case 'blocks':
      await runBlocks(job, place, (samples) => lab.postSamples(samples), originals, known);
      return;
    case 'probe':
      await lab.postProbes(await probeCells(job, place, clockStepUs));
      return;
    case 'known-work':
      await lab.postKnownWork(timeKnownWork(job.times, place.now));
      return;
    case 'wait':
    case 'end':
      return;
  }
}

export function codecsThatRun(offers: readonly Need[]): string[] {
  return FORMATS.flatMap((format) =>
    format.codecs
      .filter((codec) => codec.needs.every((need) => offers.includes(need)))
      .map((codec) => `${format.name}/${codec.name}`),
  );
}

function counter(): () => number {
  let count = 0;
  return () => count++;
}
