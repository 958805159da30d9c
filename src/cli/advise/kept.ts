// The payload as screening and targets have it.

import type { Host } from '../../base/host.ts';
import { storePayload } from '../../data/store/payload-store.ts';
import type { Payload } from '../../payload/payload.ts';
import type { PayloadRef } from '../../study/study.ts';
import { withN } from '../payload/payload-n.ts';
import { payloadRef } from '../study/study-payloads.ts';
import { dataDirectory } from '../surroundings/run-context.ts';
import type { AdviseSettings } from './flags.ts';

export interface Kept {
  readonly payload: Payload;
  readonly ref: PayloadRef;
}

/** Stores the payload for targets; with --n, screening sees the same resampled list that they will send. */
export function keep(payload: Payload, { n }: AdviseSettings, host: Host): Kept {
  const sized = withN(payload, n);
  return { payload: sized, ref: payloadRef(payload, storePayload(dataDirectory(host), payload)) };
}

export function objectsAsked({ shape, count }: PayloadRef, { n }: AdviseSettings): number {
  return shape === 'list' ? (n ?? count) : 1;
}
