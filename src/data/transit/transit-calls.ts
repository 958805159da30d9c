// The transit service of Hameseder, Fowler and Peterson (2011), which told travellers in Hamburg how to go.
// It has three methods, each with a simple request for little and a detailed one for much. The study prints
// how many bytes its messages had. targets/DATA.md compares ours with them, and says everything that another
// language needs to answer the same.

import type { Call } from '../call.ts';
import type { DataRecord } from '../schema.ts';
import { answerCheckName } from './check-name.ts';
import { answerGetRoute } from './get-route.ts';
import { answerInit } from './init.ts';
import {
  detailedCheckName,
  detailedGetRoute,
  detailedInit,
  simpleCheckName,
  simpleGetRoute,
  simpleInit,
} from './requests.ts';
import {
  CHECK_NAME_REQUEST,
  CHECK_NAME_RESPONSE,
  GET_ROUTE_REQUEST,
  GET_ROUTE_RESPONSE,
  INIT_REQUEST,
  INIT_RESPONSE,
} from './schemas.ts';

type Method = Pick<Call, 'operation' | 'requestSchema' | 'answerSchema' | 'answer'>;

const INIT: Method = {
  operation: 'init',
  requestSchema: INIT_REQUEST,
  answerSchema: INIT_RESPONSE,
  answer: answerInit,
};

const CHECK_NAME: Method = {
  operation: 'checkname',
  requestSchema: CHECK_NAME_REQUEST,
  answerSchema: CHECK_NAME_RESPONSE,
  answer: answerCheckName,
};

const GET_ROUTE: Method = {
  operation: 'getroute',
  requestSchema: GET_ROUTE_REQUEST,
  answerSchema: GET_ROUTE_RESPONSE,
  answer: answerGetRoute,
};

export const TRANSIT_CALLS: readonly Call[] = [
  ...makeCalls(INIT, simpleInit, detailedInit),
  ...makeCalls(CHECK_NAME, simpleCheckName, detailedCheckName),
  ...makeCalls(GET_ROUTE, simpleGetRoute, detailedGetRoute),
];

function makeCalls(method: Method, simple: () => DataRecord, detailed: () => DataRecord): Call[] {
  const dataset = `transit-${method.operation}`;
  return [
    { ...method, dataset: `${dataset}-simple`, request: simple },
    { ...method, dataset: `${dataset}-detailed`, request: detailed },
  ];
}
