// The head of an answer in a TLS record of its own: else its first byte is seen when the transfer has long
// begun.

import { bodyBytesBesideHead } from '../../clients/first-record.ts';
import { secureCheck } from '../../secure-check.ts';

/** More than any server holds back to send head and body together by chance. */
const BODY_BYTES = 50_000;

export const tlsRecords = secureCheck(
  'tls-records',
  'HTTPS and HTTP/2: the head of an answer leaves in a TLS record of its own, ahead of the body',
  async (place, { timeoutMs }) => {
    const path = `/bytes?n=${BODY_BYTES}`;
    const bytes = await bodyBytesBesideHead(place, path, timeoutMs);
    return bytes === 0 ? [] : [`${path}: ${bytes} bytes of the body came in the record of the head`];
  },
);
