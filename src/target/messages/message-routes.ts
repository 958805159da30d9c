// Says what each request of the contract's section Messages does, except the WebSocket.

import type { SequenceMade } from '../../wire/sequence.ts';
import { readBody } from '../body.ts';
import { count, Refusal, readParameters } from '../parameters.ts';
import { badParameter } from '../problem.ts';
import { sendJson, sendText, type TargetResponse } from '../send.ts';
import {
  answerRefusals,
  http1Connection,
  type MessageRequest,
  refuseRequest,
  refuseSequence,
  sequenceFromQuery,
  takeSequence,
} from './message-request.ts';
import { prepare } from './prepared.ts';
import type { Sequence } from './sequence.ts';
import { readSpec } from './spec.ts';
import { markAnswered } from './traffic.ts';
import { answerEvents, answerStream } from './transports/open-answers.ts';
import { answerPoll, LONGEST_WAIT_MS } from './transports/poll.ts';
import { answerMessage } from './transports/post-message.ts';

const MOST_SPEC_BYTES = 65_536;

type Answering = (incoming: MessageRequest) => void;

/** Path → method → what it does. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Answering>>>> = {
  '/sequence': { GET: tell, POST: make },
  '/sequence/begin': { POST: begin },
  '/sequence/next': { POST: next },
  '/sequence/end': { POST: end },
  '/message': { POST: answerMessage },
  '/events': { GET: answerEvents },
  '/stream': { GET: answerStream },
  '/poll': { GET: poll },
  '/socket': { GET: noSocketHere },
};

/** Path → its methods beside OPTIONS. */
export const MESSAGE_PATHS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ROUTES).map(([path, methods]) => [path, Object.keys(methods)]),
);

/** The caller has checked path and method. */
export function answerMessages(path: string, incoming: MessageRequest): void {
  const { request, response } = incoming;
  const wire = http1Connection(request);
  if (wire !== null) response.once('finish', () => markAnswered(wire));
  // The connection tells that a client went away, so errors of the response need no handling.
  response.on('error', () => {});
  // A stream of HTTP/2 does not learn that the client left unless its request was read to the end.
  if (request.method === 'GET') request.resume();
  answerRefusals(incoming, () => ROUTES[path]![request.method!]!(incoming));
}

function noSocketHere({ request: { httpVersionMajor } }: MessageRequest): void {
  refuseRequest(
    httpVersionMajor >= 2
      ? { status: 501, detail: 'this target has no WebSocket over HTTP/2' }
      : { status: 426, detail: '/socket is a WebSocket (RFC 6455)' },
  );
}

function make(incoming: MessageRequest): void {
  const { request, response, search, sequences } = incoming;
  const { parts } = sequences;
  if (search !== '')
    throw new Refusal(badParameter(search, 'POST /sequence takes its parameters in the body'));
  readBody(request, MOST_SPEC_BYTES, (body) => {
    answerRefusals(incoming, () => {
      if (body === null)
        return refuseRequest({ status: 413, detail: `more than ${MOST_SPEC_BYTES} bytes of JSON` });
      const spec = readSpec(body.toString('utf8'), parts.features);
      sequences.refuseWhereFull();
      const prepared = prepare(spec, parts);
      const answer: SequenceMade = { sequence: sequences.add(spec, prepared).id, cycle: prepared.cycle };
      sendJson(response, answer);
    });
  });
}

function tell(incoming: MessageRequest): void {
  const { response } = incoming;
  const parameters = readParameters(incoming.search, ['sequence', 'until']);
  const until = parameters.get('until');
  if (until !== undefined && until !== 'received')
    throw new Refusal(badParameter('until', `is ${JSON.stringify(until)}`, ['received']));
  const sequence = takeSequence(incoming, parameters);
  if (until === undefined) sendJson(response, sequence.state());
  else whenReceived(sequence, response, () => sendJson(response, sequence.state()));
}

function whenReceived(sequence: Sequence, response: TargetResponse, answer: () => void): void {
  const isDone = () =>
    sequence.inlet.received >= sequence.spec.messages || sequence.failure !== null || sequence.isOver;
  if (isDone()) {
    answer();
    return;
  }
  const stop = () => {
    unwatch();
    clearTimeout(timer);
  };
  const finish = () => {
    stop();
    answer();
  };
  const unwatch = sequence.watch(() => isDone() && finish());
  const timer = setTimeout(finish, LONGEST_WAIT_MS).unref();
  response.once('close', stop);
}

function begin(incoming: MessageRequest): void {
  const sequence = sequenceFromQuery(incoming);
  incoming.request.resume();
  sequence.begin(() => sendJson(incoming.response, sequence.state()));
}

function next(incoming: MessageRequest): void {
  const sequence = sequenceFromQuery(incoming);
  const { mode } = sequence.spec;
  if (mode !== 'ping-pong') refuseSequence(`is ${mode}, not ping-pong`);
  if (!sequence.hasOutlet) refuseSequence('has no /events, /stream or /socket open');
  incoming.request.resume();
  sendText(incoming.response, String(sequence.next()));
}

function end(incoming: MessageRequest): void {
  const { request, response } = incoming;
  const sequence = sequenceFromQuery(incoming);
  request.resume();
  sendJson(response, sequence.finalState(http1Connection(request)));
  sequence.forget();
}

function poll(incoming: MessageRequest): void {
  const parameters = readParameters(incoming.search, ['sequence', 'from']);
  const sequence = takeSequence(incoming, parameters);
  if (sequence.spec.direction !== 'server-to-client') refuseSequence('does not go to the client alone');
  if (sequence.hasOutlet) refuseSequence('has its way to the client already');
  const from = count(parameters, 'from', 0, sequence.spec.messages);
  answerPoll(incoming.response, sequence, from, incoming.sequences.parts.clock);
}
