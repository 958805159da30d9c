// Targets that pass every check when they are verified, and change their ways when they have answered enough
// exchanges to believe that nobody looks any more.

import { formatServerTiming, parseServerTiming, type ServerPhases } from '../../../src/wire/server-timing.ts';
import { type CapturedAnswer, type Cheat, capturing, send, withHeaders } from './cheating-target.ts';

/** So many exchanges are answered honestly. */
export const HONEST_EXCHANGES = 2_500;

/** Answers whether this exchange comes after the honest ones, and which one it is. */
function counter(): (url: string | undefined) => number {
  let exchanges = 0;
  return (url) => (url?.startsWith('/exchange') === true ? ++exchanges - HONEST_EXCHANGES : 0);
}

/** One answer in forty has another number in stock; as long as it was, so that nothing else shows. */
export function lateLiar(): Cheat {
  const count = counter();
  return {
    answers: (answer, { url }) => {
      const late = count(url);
      if (late <= 0 || late % 40 !== 0) return answer;
      const text = answer.body.toString('latin1');
      const changed = text.replace(
        /"numInStock":(\d)/,
        (_, digit) => `"numInStock":${digit === '1' ? 2 : 1}`,
      );
      return { ...answer, body: Buffer.from(changed, 'latin1') };
    },
  };
}

/**
 * Whole answers are kept by everything but the serial; the times that they tell differ a little each time.
 */
export function lateCache(): Cheat {
  const count = counter();
  const kept = new Map<string, CapturedAnswer>();
  return {
    handler: (real) => (request, response) => {
      if (count(request.url) <= 0) return void real(request, response);
      const key = request.url!.replace(/&serial=\d+/, '');
      const known = kept.get(key);
      if (known !== undefined)
        return void send(
          response,
          retold(known, (ms) => ms * (1 - Math.random() / 10)),
        );
      real(
        request,
        capturing(response, (answer) => {
          kept.set(key, answer);
          send(response, answer);
        }),
      );
    },
  };
}

/** Answers wait, and no phase tells of it. */
export function lateDelay(ms: number): Cheat {
  const count = counter();
  return {
    handler: (real) => (request, response) => {
      if (count(request.url) <= 0) real(request, response);
      else setTimeout(() => real(request, response), ms);
    },
  };
}

/** Phases are told as this share of what they took. */
export function lateTimes(share: number): Cheat {
  const count = counter();
  return {
    answers: (answer, { url }) => (count(url) <= 0 ? answer : retold(answer, (ms) => ms * share)),
  };
}

/** gzip is done at level 1 whatever is asked. */
export function lateLevelOne(): Cheat {
  let exchanges = 0;
  return {
    parts: (parts) => {
      const weakest = parts.compressors.get('gzip/1')!;
      const compressors = [...parts.compressors].map(([key, real]) => {
        const late: typeof real = (body) => (++exchanges > HONEST_EXCHANGES ? weakest(body) : real(body));
        return [key, key.startsWith('gzip/') ? late : real] as const;
      });
      return { ...parts, compressors: new Map(compressors) };
    },
  };
}

function retold(answer: CapturedAnswer, change: (ms: number) => number): CapturedAnswer {
  const phases = parseServerTiming(answer.headers.get('server-timing') ?? null);
  if (phases === null) return answer;
  const entries = Object.entries(phases).map(([name, ms]) => [name, change(ms)]);
  const changed = Object.fromEntries(entries) as unknown as ServerPhases;
  return withHeaders(answer, { 'server-timing': formatServerTiming(changed) });
}
