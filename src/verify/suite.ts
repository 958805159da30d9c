// The conformance suite: every check, in the order in which they run. Adding one: a file in checks/ and a line here.

import type { Check } from './check.ts';
import { bytes } from './checks/bytes.ts';
import { callAnswers } from './checks/call-answers.ts';
import { callCompression } from './checks/call-compression.ts';
import { callConcurrency } from './checks/call-concurrency.ts';
import { callFreshWork } from './checks/call-fresh-work.ts';
import { callHeaders } from './checks/call-headers.ts';
import { callHostile } from './checks/call-hostile.ts';
import { callLimits } from './checks/call-limits.ts';
import { callRefusals } from './checks/call-refusals.ts';
import { callTiming } from './checks/call-timing.ts';
import { callWsdl } from './checks/call-wsdl.ts';
import { concurrency } from './checks/concurrency.ts';
import { connections } from './checks/connections.ts';
import { contentEncoding } from './checks/content-encoding.ts';
import { contentLength } from './checks/content-length.ts';
import { dictionaries } from './checks/dictionaries.ts';
import { freshWork } from './checks/fresh-work.ts';
import { headers } from './checks/headers.ts';
import { messageBackpressure } from './checks/message-backpressure.ts';
import { messageByHand } from './checks/message-by-hand.ts';
import { messageContents } from './checks/message-contents.ts';
import { messageCounts } from './checks/message-counts.ts';
import { messageData } from './checks/message-data.ts';
import { messageDeflate } from './checks/message-deflate.ts';
import { messageFaults } from './checks/message-faults.ts';
import { messageHeaders } from './checks/message-headers.ts';
import { messageIndependence } from './checks/message-independence.ts';
import { messageLimits } from './checks/message-limits.ts';
import { messagePace } from './checks/message-pace.ts';
import { messagePingPong } from './checks/message-ping-pong.ts';
import { messageReceipts } from './checks/message-receipts.ts';
import { messageRefusals } from './checks/message-refusals.ts';
import { messageReturns } from './checks/message-returns.ts';
import { noValidators } from './checks/no-validators.ts';
import { objects } from './checks/objects.ts';
import { opaque } from './checks/opaque.ts';
import { orders } from './checks/orders.ts';
import { ownData } from './checks/own-data.ts';
import { protocolAnswers } from './checks/protocol-answers.ts';
import { protocolConnections } from './checks/protocol-connections.ts';
import { refusals } from './checks/refusals.ts';
import { serverTiming, timingWithinWait } from './checks/server-timing.ts';
import { storedData } from './checks/stored-data.ts';
import { timingComplete } from './checks/timing-complete.ts';
import { tlsHandshake } from './checks/tls-handshake.ts';
import { tlsRecords } from './checks/tls-records.ts';

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

export const SUITE: readonly Check[] = [
  contentLength,
  headers,
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
  ...MESSAGE_CHECKS,
  ...CALL_CHECKS,
  timingComplete,
  freshWork,
  // These two judge every exchange that the others have made.
  serverTiming,
  timingWithinWait,
];
