// The conformance suite: every check, in the order in which they run. Adding one: a file in checks/ and a
// line here.

import type { Check } from './check.ts';
import { callAnswers } from './checks/calls/call-answers.ts';
import { callCompression } from './checks/calls/call-compression.ts';
import { callConcurrency } from './checks/calls/call-concurrency.ts';
import { callFreshWork } from './checks/calls/call-fresh-work.ts';
import { callHeaders } from './checks/calls/call-headers.ts';
import { callHostile } from './checks/calls/call-hostile.ts';
import { callLimits } from './checks/calls/call-limits.ts';
import { callRefusals } from './checks/calls/call-refusals.ts';
import { callTiming } from './checks/calls/call-timing.ts';
import { callWsdl } from './checks/calls/call-wsdl.ts';
import { bytes } from './checks/exchanges/bytes.ts';
import { concurrency } from './checks/exchanges/concurrency.ts';
import { contentEncoding } from './checks/exchanges/content-encoding.ts';
import { contentLength } from './checks/exchanges/content-length.ts';
import { dictionaries } from './checks/exchanges/dictionaries.ts';
import { freshWork } from './checks/exchanges/fresh-work.ts';
import { headers } from './checks/exchanges/headers.ts';
import { heldBack } from './checks/exchanges/held-back.ts';
import { noValidators } from './checks/exchanges/no-validators.ts';
import { objects } from './checks/exchanges/objects.ts';
import { opaque } from './checks/exchanges/opaque.ts';
import { orders } from './checks/exchanges/orders.ts';
import { ownData } from './checks/exchanges/own-data.ts';
import { refusals } from './checks/exchanges/refusals.ts';
import { secret } from './checks/exchanges/secret.ts';
import { serverTiming, timingWithinWait } from './checks/exchanges/server-timing.ts';
import { smallWaits } from './checks/exchanges/small-waits.ts';
import { storedData } from './checks/exchanges/stored-data.ts';
import { timingComplete } from './checks/exchanges/timing-complete.ts';
import { messageBackpressure } from './checks/messages/message-backpressure.ts';
import { messageByHand } from './checks/messages/message-by-hand.ts';
import { messageContents } from './checks/messages/message-contents.ts';
import { messageCounts } from './checks/messages/message-counts.ts';
import { messageData } from './checks/messages/message-data.ts';
import { messageDeflate } from './checks/messages/message-deflate.ts';
import { messageFaults } from './checks/messages/message-faults.ts';
import { messageHeaders } from './checks/messages/message-headers.ts';
import { messageIndependence } from './checks/messages/message-independence.ts';
import { messageLimits } from './checks/messages/message-limits.ts';
import { messagePace } from './checks/messages/message-pace.ts';
import { messagePingPong } from './checks/messages/message-ping-pong.ts';
import { messageReceipts } from './checks/messages/message-receipts.ts';
import { messageRefusals } from './checks/messages/message-refusals.ts';
import { messageReturns } from './checks/messages/message-returns.ts';
import { connections } from './checks/protocols/connections.ts';
import { http3Offered } from './checks/protocols/http3-offered.ts';
import { protocolAnswers } from './checks/protocols/protocol-answers.ts';
import { protocolConnections } from './checks/protocols/protocol-connections.ts';
import { tlsHandshake } from './checks/protocols/tls-handshake.ts';
import { tlsRecords } from './checks/protocols/tls-records.ts';

/** Skipped where a target has no messages, and before runs that measure none. */
export const MESSAGE_CHECKS: readonly Check[] = [
  messageContents,
  messageReceipts,
  messageFaults,
  messageReturns,
  messagePingPong,
  messagePace,
  messageCounts,
  messageBackpressure,
  messageLimits,
  messageRefusals,
  messageDeflate,
  messageHeaders,
  messageIndependence,
  messageData,
  messageByHand,
];

/** Skipped where a target answers no calls, and before runs that make none. */
export const CALL_CHECKS: readonly Check[] = [
  callAnswers,
  callHeaders,
  callCompression,
  callConcurrency,
  callRefusals,
  callLimits,
  callHostile,
  callWsdl,
  callTiming,
  callFreshWork,
];

/** Of these whether answers are still made anew, and their times told, at the end of a session. */
export const CALL_WORK_CHECKS: readonly Check[] = [callFreshWork, callTiming];

export const SUITE: readonly Check[] = [
  contentLength,
  headers,
  secret,
  objects,
  contentEncoding,
  orders,
  storedData,
  opaque,
  bytes,
  connections,
  concurrency,
  noValidators,
  refusals,
  ownData,
  dictionaries,
  tlsHandshake,
  tlsRecords,
  protocolAnswers,
  protocolConnections,
  http3Offered,
  ...MESSAGE_CHECKS,
  ...CALL_CHECKS,
  smallWaits,
  heldBack,
  timingComplete,
  freshWork,
  // These two judge every exchange that the others have made.
  serverTiming,
  timingWithinWait,
];
