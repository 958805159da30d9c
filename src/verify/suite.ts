// The conformance suite: every check, in the order in which they run. Adding one: a file in checks/ and a line here.

import type { Check } from './check.ts';
import { bytes } from './checks/bytes.ts';
import { concurrency } from './checks/concurrency.ts';
import { connections } from './checks/connections.ts';
import { contentEncoding } from './checks/content-encoding.ts';
import { contentLength } from './checks/content-length.ts';
import { dictionaries } from './checks/dictionaries.ts';
import { freshWork } from './checks/fresh-work.ts';
import { headers } from './checks/headers.ts';
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
  timingComplete,
  freshWork,
  // These two judge every exchange that the others have made.
  serverTiming,
  timingWithinWait,
];
