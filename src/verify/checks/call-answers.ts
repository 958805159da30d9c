// The decoded answers of every operation in every format against the lab's own service, value by value: to what studies
// ask and to what nobody has asked before.

import { callCheck } from '../calls/call-check.ts';
import { answerFinding, formatsOf, sendCall } from '../calls/call-request.ts';
import { requestsOf } from '../calls/requests.ts';

export const callAnswers = callCheck({
  name: 'call-answers',
  must: 'the answer to a call is what its operation answers to that very request, in every format and encoder',
  look: async ({ context, features, client }) => {
    const findings: string[] = [];
    for (const operation of features.operations) {
      for (const encoding of formatsOf(features, operation)) {
        for (const request of requestsOf(operation, context.about, context.random)) {
          const asked = { operation, ...encoding, request };
          const finding = answerFinding(asked, await sendCall(client, asked));
          if (finding !== null) findings.push(finding);
        }
      }
    }
    return findings;
  },
});
