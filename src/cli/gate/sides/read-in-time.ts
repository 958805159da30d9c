// Base of a gate is started and read before anything is measured, and for no longer than the gate has time:
// nothing would be measured after that. Of head nobody knows then whether it hangs or base left it no time.

import { EnvironmentError } from '../../../base/errors.ts';
import { sayDuration } from '../../../base/figures/times.ts';
import type { Host } from '../../../base/host.ts';
import { type ReadServer, readServer } from '../../urls/reading.ts';
import { findServer, MOST_READINGS, mostPerSecond, type NamedServer } from '../../urls/server.ts';
import { answerRemedy, SideFails, type SideName } from './started-servers.ts';

/** Another server may have taken all the time. */
const LEAST_MS = 1_000;

/** `leftMs`: of the gate's time. undefined: as long as for any server. */
export function startsWithin(side: SideName, leftMs: number): number | undefined {
  return side === 'base' ? Math.max(LEAST_MS, leftMs) : undefined;
}

/** Rejects with a SideFails where base has not answered when the time is up. */
export function readSide(
  side: SideName,
  server: NamedServer,
  leftMs: number,
  host: Host,
): Promise<ReadServer> {
  const read = async (here: Host) => readServer(await findServer(server), here);
  if (side === 'head') return read(host);
  const perSecond = mostPerSecond(server);
  const pausesMs = perSecond === null ? 0 : (MOST_READINGS * 1_000) / perSecond;
  return answersWithin(Math.max(LEAST_MS, leftMs) + pausesMs, side, server.label, host, read);
}

/**
 * `label`: for people, without what may be secret. `read` gets a host that is interrupted when the time is
 * up.
 */
export async function answersWithin<T>(
  withinMs: number,
  side: SideName,
  label: string,
  host: Host,
  read: (host: Host) => Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const end = new AbortController();
  const timer = setTimeout(() => {
    const what = `${side} did not answer: it was not read in ${sayDuration(withinMs)}, and the gate's time is up`;
    const fails = new SideFails(side, new EnvironmentError(what, [`GET ${label}`], answerRemedy(side)));
    late.reject(fails);
    end.abort(fails);
  }, withinMs);
  try {
    const interrupted = AbortSignal.any([host.interrupted, end.signal]);
    return await Promise.race([read({ ...host, interrupted }), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
