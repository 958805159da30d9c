// Reads the whole body of a POST.

import type { TargetRequest } from './send.ts';

/**
 * Calls back once with the body, or with null if it is longer than `mostBytes`. Does not call back if the
 * client goes away.
 */
export function readBody(
  request: TargetRequest,
  mostBytes: number,
  onBody: (body: Buffer | null) => void,
): void {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    onBody(null);
    request.resume();
    return;
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isTooLong = false;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (!isTooLong && bytes > mostBytes) {
      isTooLong = true;
      pieces.length = 0;
      onBody(null);
    }
    if (!isTooLong) pieces.push(piece);
  });
  request.on('end', () => {
    if (!isTooLong) onBody(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, bytes));
  });
  // Half a message does not count; the count of messages shows that it is missing.
  request.on('error', () => {});
}
