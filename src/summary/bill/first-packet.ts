// What an empty exchange cannot know of the wait for the first byte: the first packet of a real answer
// carries some of the body too, and is seen when all of it has arrived. On a slow wire that takes time (5 ms
// over 3g, 0.8 at 10 Mbit/s), which neither the empty exchange's wait nor the transfer holds; the rate of the
// network, which was calibrated, says how much. So does the body of a call's request on its way up. Without
// it the items of small answers at 10 Mbit/s fell short of their sum by a tenth. Of a URL whose server sends
// its head ahead of its body the front does the same, and the body is in the transfer already.

import { isOverQuic, isSecure } from '../../factors/protocol.ts';
import { HEADER_BYTES, serialisationMs } from '../../network/closed-form.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { AnsweringUrl } from '../../study/study.ts';

const FULL_PACKET_BYTES = 1_500;
/** A longer body leaves in TLS records of its own, behind the head's, by the target contract. */
const TLS_ONE_RECORD_BYTES = 1_000;

/** Of one answer. */
interface AnswerBytes {
  readonly encoded: number;
  readonly headers: number;
  readonly request?: number;
}

/** Of one request of the cell, ms. `url`: the one that it asks; absent: a target. */
export function firstPacketMs(
  networks: readonly NetworkProfile[],
  { factors }: PlannedCell,
  bytes: AnswerBytes,
  url?: Pick<AnsweringUrl, 'bytesWithHead'>,
): number {
  const network = networks.find(({ name }) => name === factors.network);
  if (network === undefined) return 0;
  const upMs = serialisationMs(bytes.request ?? 0, network.upKbits);
  const hasRecords = isSecure(factors.protocol) && !isOverQuic(factors.protocol);
  // Over HTTP/2 a front sends every body in records behind the head's.
  const isApart = url !== undefined && factors.protocol === 'h2';
  if (hasRecords && (isApart || bytes.encoded > TLS_ONE_RECORD_BYTES)) return upMs;
  const room = Math.max(0, FULL_PACKET_BYTES - HEADER_BYTES - bytes.headers);
  const along = Math.min(room, bytes.encoded, url?.bytesWithHead ?? bytes.encoded);
  return upMs + serialisationMs(along, network.downKbits);
}
