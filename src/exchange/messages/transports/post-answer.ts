// What the target answers to POST /message, however it was sent.

import type { ChannelEvents } from '../channel.ts';

/** Hands on the number received so far. */
export function receivedOf(text: string, { acknowledged, failed }: ChannelEvents): void {
  const received = Number(text);
  if (text !== '' && Number.isInteger(received)) acknowledged(received);
  else failed(`the target answered ${JSON.stringify(text.slice(0, 100))} to POST /message, not a number`);
}

/**
 * Why it took no message:
 * `the target answered 413 to POST /message: 200000000 bytes; at most 100000000 are taken`.
 */
export function refusalOf(status: number, body: string, what = 'POST /message'): string {
  const detail = detailOf(body);
  return `the target answered ${status} to ${what}${detail === '' ? '' : `: ${detail}`}`;
}

/** Of a problem document (RFC 9457), or whatever came. */
function detailOf(body: string): string {
  try {
    const { title, detail } = JSON.parse(body) as { title?: string; detail?: string };
    return detail ?? title ?? body.slice(0, 300);
  } catch {
    return body.slice(0, 300);
  }
}
