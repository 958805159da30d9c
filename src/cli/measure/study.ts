// What was read of one URL or two → a study like any other: each a target, over every network.

import { FULL_CPU } from '../../factors/cpu.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { formatWords } from '../../study/known-vocabulary.ts';
import { type AnsweredUrl, urlCells } from '../../study/resolve/url-targets.ts';
import type { Study } from '../../study/study.ts';

export interface MeasureQuestion {
  readonly urls: readonly AnsweredUrl[];
  readonly networks: readonly NetworkProfile[];
  readonly browser: string;
  readonly budgetMs: number;
  /** The longest that the server may take for one answer, without what a slow network adds. */
  readonly answerWithinMs: number;
  readonly seed: number;
}

const WARMUP_EXCHANGES = 3;
/** What losses and a browser's work add to the time of the wire. */
const WIRE_TIMES = 3;

/** As JSON the answer is hardly ever shorter than as it comes. */
function timeoutMs({ urls, networks, answerWithinMs }: MeasureQuestion): number {
  const bits = 8 * Math.max(...urls.map(({ payload }) => payload.jsonBytes));
  const wireMs = networks.map(({ downKbits, rttMs }) => rttMs + (downKbits === null ? 0 : bits / downKbits));
  return Math.round(answerWithinMs + WIRE_TIMES * Math.max(...wireMs));
}

/** `sessions`: null: as many as fit. */
export function urlStudy(question: MeasureQuestion, sessions: number | null): Study {
  const { urls, networks, browser, budgetMs, seed } = question;
  const payloads = urls.map(({ payload }) => payload);
  const around = {
    browser: [browser],
    network: networks.map(({ name }) => name),
    connection: ['warm'],
    thread: ['main'],
    cpu: [FULL_CPU],
  } as const;
  return {
    name: `measure-${payloads[0]!.name}`,
    title: payloads.map(({ source }) => source).join(' against '),
    question: 'What do users wait for, and where does the time go?',
    source: null,
    standIns: [],
    parts: [
      {
        name: 'answers',
        title: 'Answers as they come',
        cells: urls.flatMap((url) => urlCells(url, around, { formats: formatWords({}) })),
      },
    ],
    networks,
    payloads,
    protocol: {
      sessions,
      // Over slow networks every visit counts, and warm-up is dear.
      exchangesPerVisit: 1,
      budgetMs,
      warmup: { exchanges: WARMUP_EXCHANGES, leastMs: 0 },
      timeoutMs: timeoutMs(question),
      margin: 0.02,
      precision: 0.1,
      confidence: 0.95,
      published: null,
      seed,
      ...(urls.length > 1 && { interleave: 'target' }),
    },
    comparisons: urls.length > 1 ? [{ against: { target: [urls[0]!.name] } }] : [],
    claims: [],
  };
}
