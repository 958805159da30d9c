// Messages to the server by XMLHttpRequest: each one the body of a POST, the next when the former was
// answered.

import { type Channel, type Opening, type Transport, urlOf } from '../channel.ts';
import { receivedOf, refusalOf } from './post-answer.ts';

export const XHR: Transport = {
  isHere: () => typeof XMLHttpRequest === 'function',
  open: async (opening) => channelOf(opening),
};

function channelOf(opening: Opening): Channel {
  const { events, signal } = opening;
  const url = urlOf(opening, '/message');
  let current: XMLHttpRequest | null = null;
  let settled = () => {};
  const answered = ({ status, responseText }: XMLHttpRequest) => {
    current = null;
    settled();
    if (status !== 200) events.failed(refusalOf(status, responseText));
    else receivedOf(responseText, events);
  };
  signal.addEventListener('abort', () => current?.abort(), { once: true });
  return {
    get isBusy() {
      return current !== null;
    },
    mostUnacknowledgedBytes: Number.POSITIVE_INFINITY,
    send(message) {
      const request = new XMLHttpRequest();
      current = request;
      request.onload = () => answered(request);
      request.onerror = () => {
        current = null;
        settled();
        events.failed('POST /message failed: the connection was lost, or could not be made');
      };
      request.onabort = () => {
        current = null;
        settled();
      };
      request.open('POST', url);
      request.send(message);
    },
    close: () =>
      new Promise((resolve) => {
        if (current === null) resolve();
        else settled = resolve;
      }),
  };
}
