// The head of an answer in a TLS record of its own: else its first byte is seen when the transfer has long
// begun.

import { requestUrl } from '../../../wire/target-contract.ts';
import { bodyBytesBesideHead } from '../../clients/first-record.ts';
import { secureCheck } from '../../secure-check.ts';

/** More than any server holds back to send head and body together by chance, or writes in one piece. */
const BODY_BYTES = 200_000;

export const tlsRecords = secureCheck(
  'tls-records',
  'HTTPS and HTTP/2: the head of an answer leaves in a TLS record of its own, ahead of the body',
  async (place, { address: { secret }, timeoutMs }) => {
    const path = `/bytes?n=${BODY_BYTES}`;
    const bytes = await bodyBytesBesideHead(place, requestUrl({ targetUrl: '', secret }, path), timeoutMs);
    return bytes === 0 ? [] : [`${path}: ${bytes} bytes of the body came in the record of the head`];
  },
  'head-with-body',
);
