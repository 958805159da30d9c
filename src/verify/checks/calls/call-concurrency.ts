// Calls made at once, each with an id of its own, get each their own answer.

import { callCheck } from '../../calls/call-check.ts';
import { answerFinding, listCallFormats, sendCall } from '../../calls/call-request.ts';
import { anotherRequest } from '../../calls/requests.ts';
import { httpClient } from '../../clients/http-client.ts';

const CLIENTS = 8;
const TIMES = 3;

export const callConcurrency = callCheck({
  name: 'call-concurrency',
  must: 'calls made at the same time do not mix',
  look: async ({ context, features, timeoutMs }) => {
    const asked = Array.from({ length: TIMES }, () =>
      features.operations.flatMap((operation) =>
        listCallFormats(features, operation).map((encoding) => ({
          operation,
          ...encoding,
          request: anotherRequest(operation, context.about, context.random),
        })),
      ),
    ).flat();
    const client = httpClient(context.address, context.clock, timeoutMs, CLIENTS);
    try {
      const replies = await Promise.all(asked.map((each) => sendCall(client, each)));
      return replies.map((reply, i) => answerFinding(asked[i]!, reply)).filter((finding) => finding !== null);
    } finally {
      client.close();
    }
  },
});
