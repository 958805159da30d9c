// How long an exchange went on: what its total is, but of paced messages, whose total is the sum of their
// latencies.

import type { Sample } from '../../wire/sample.ts';

export function wallMsOf({ totalMs, messages }: Pick<Sample, 'totalMs' | 'messages'>): number {
  return messages?.wallMs ?? totalMs;
}
