// A server as many are: it sends the head of an answer and then, in a second small write, its body, and has
// left Nagle's algorithm on.

import type { TargetListener } from '../../../src/target/send.ts';
import type { Cheat } from './cheating-target.ts';

export const TWO_WRITES: Cheat = {
  handler:
    (real: TargetListener): TargetListener =>
    (request, response) => {
      request.socket.setNoDelay(false);
      const end = response.end.bind(response);
      response.end = ((body: Uint8Array) => {
        if ('flushHeaders' in response) response.flushHeaders();
        setImmediate(() => end(body));
        return response;
      }) as typeof response.end;
      real(request, response);
    },
};
