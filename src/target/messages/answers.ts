// Which request of the contract's section Messages does what; all but the WebSocket.

import type { SequenceMade } from '../../wire/sequence.ts';
import { count, Refusal, readParameters } from '../parameters.ts';
import { badParameter } from '../problem.ts';
import { sendJson, sendText, type TargetResponse } from '../send.ts';
import {
  guarded,
  type MessageRequest,
  ownWire,
  refuse,
  refuseSequence,
  sequenceAlone,
  takeSequence,
} from './asked.ts';
import { readBody } from './body.ts';
import { answerEvents, answerStream } from './opened.ts';
import { answerPoll, LONGEST_WAIT_MS } from './poll.ts';
import { answerMessage } from './posted.ts';
import { prepare } from './prepared.ts';
import type { Sequence } from './sequence.ts';
import { readSpec } from './spec.ts';
import { markAnswered } from './traffic.ts';

const MOST_SPEC_BYTES = 65_536;

type Answering = (asked: MessageRequest) => void;

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

/** Path and method have been checked. */
export function answerMessages(path: string, asked: MessageRequest): void {
  const { request, response } = asked;
  const wire = ownWire(request);
  if (wire !== null) response.once('finish', () => markAnswered(wire));
  // Of a client that goes away the connection tells.
  response.on('error', () => {});
  // A stream of HTTP/2 whose request was not read to its end is not told that the client left.
  if (request.method === 'GET') request.resume();
  guarded(asked, () => ROUTES[path]![request.method!]!(asked));
}

function noSocketHere({ request: { httpVersionMajor } }: MessageRequest): void {
  refuse(
    httpVersionMajor >= 2
      ? { status: 501, detail: 'this target has no WebSocket over HTTP/2' }
      : { status: 426, detail: '/socket is a WebSocket (RFC 6455)' },
  );
}

function make(asked: MessageRequest): void {
  const { request, response, search, sequences } = asked;
  const { parts } = sequences;
  if (search !== '')
    throw new Refusal(badParameter(search, 'POST /sequence takes its parameters in the body'));
  readBody(request, MOST_SPEC_BYTES, (body) => {
    guarded(asked, () => {
      if (body === null) return refuse({ status: 413, detail: `more than ${MOST_SPEC_BYTES} bytes of JSON` });
      const spec = readSpec(body.toString('utf8'), parts.features);
      sequences.refuseWhereFull();
      const prepared = prepare(spec, parts);
      const answer: SequenceMade = { sequence: sequences.add(spec, prepared).id, cycle: prepared.cycle };
      sendJson(response, answer);
    });
  });
}

function tell(asked: MessageRequest): void {
  const { response } = asked;
  const parameters = readParameters(asked.search, ['sequence', 'until']);
  const until = parameters.get('until');
  if (until !== undefined && until !== 'received')
    throw new Refusal(badParameter('until', `is ${JSON.stringify(until)}`, ['received']));
  const sequence = takeSequence(asked, parameters);
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

function begin(asked: MessageRequest): void {
  const sequence = sequenceAlone(asked);
  asked.request.resume();
  sequence.begin(() => sendJson(asked.response, sequence.state()));
}

function next(asked: MessageRequest): void {
  const sequence = sequenceAlone(asked);
  const { mode } = sequence.spec;
  if (mode !== 'ping-pong') refuseSequence(`is ${mode}, not ping-pong`);
  if (!sequence.hasOutlet) refuseSequence('has no /events, /stream or /socket open');
  asked.request.resume();
  sendText(asked.response, String(sequence.next()));
}

function end(asked: MessageRequest): void {
  const { request, response } = asked;
  const sequence = sequenceAlone(asked);
  request.resume();
  sendJson(response, sequence.finalState(ownWire(request)));
  sequence.forget();
}

function poll(asked: MessageRequest): void {
  const parameters = readParameters(asked.search, ['sequence', 'from']);
  const sequence = takeSequence(asked, parameters);
  if (sequence.spec.direction !== 'server-to-client') refuseSequence('does not go to the client alone');
  if (sequence.hasOutlet) refuseSequence('has its way to the client already');
  const from = count(parameters, 'from', 0, sequence.spec.messages);
  answerPoll(asked.response, sequence, from, asked.sequences.parts.clock);
}
