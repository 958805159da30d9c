// Messages to the server by fetch: each one the body of a POST, the next when the former was answered.

import { type Channel, type Opening, type Transport, urlOf, wordsOf } from '../channel.ts';
import { receivedOf, refusalOf } from './post-answer.ts';

export const FETCH: Transport = {
  isHere: () => typeof fetch === 'function',
  open: async (opening) => channelOf(opening),
};

function channelOf(opening: Opening): Channel {
  const { events, signal } = opening;
  const url = urlOf(opening, '/message');
  let isBusy = false;
  let last: Promise<void> = Promise.resolve();
  const post = async (body: string | Uint8Array<ArrayBuffer>) => {
    try {
      const response = await fetch(url, { method: 'POST', body, signal });
      const text = await response.text();
      isBusy = false;
      if (response.status === 200) receivedOf(text, events);
      else events.failed(refusalOf(response.status, text));
    } catch (thrown) {
      isBusy = false;
      events.failed(`POST /message failed: ${wordsOf(thrown)}`);
    }
  };
  return {
    get isBusy() {
      return isBusy;
    },
    mostUnacknowledgedBytes: Number.POSITIVE_INFINITY,
    send(message) {
      isBusy = true;
      last = post(message);
    },
    close: () => last,
  };
}
