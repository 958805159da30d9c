// What was read of one URL or two → a study like any other: each a target, over every network.

import { usualRequest } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { AS_IT_COMES } from '../../factors/compression.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { PayloadRef, Study } from '../../study/study.ts';
import type { ReadServer } from './reading.ts';

export interface MeasureQuestion {
  readonly servers: readonly ReadServer[];
  /** Of each server's answer, kept. */
  readonly payloads: readonly PayloadRef[];
  readonly networks: readonly NetworkProfile[];
  readonly browser: string;
  readonly budgetMs: number;
  readonly seed: number;
}

const WARMUP_EXCHANGES = 3;

/** `sessions`: null: as many as fit. */
export function urlStudy(question: MeasureQuestion, sessions: number | null): Study {
  const { servers, payloads, networks, browser, budgetMs, seed } = question;
  const [first] = servers;
  return {
    name: `measure-${payloads[0]!.name}`,
    title: servers.map(({ label }) => label).join(' against '),
    question: 'What do users wait for, and where does the time go?',
    source: null,
    standIns: [],
    parts: [
      {
        name: 'answers',
        title: 'Answers as they come',
        cells: servers.flatMap(({ name, upstream, answer }) =>
          networks.map((network) =>
            usualRequest({
              dataset: payloads[0]!.name,
              n: 1,
              format: answer.format,
              codec: answer.codec,
              encoder: NO_CODEC,
              compression: AS_IT_COMES,
              network: network.name,
              protocol: upstream.protocol,
              browser,
              target: name,
            }),
          ),
        ),
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
      timeoutMs: 60_000,
      margin: 0.02,
      precision: 0.1,
      confidence: 0.95,
      published: null,
      seed,
      ...(servers.length > 1 && { interleave: 'target' }),
    },
    comparisons: servers.length > 1 ? [{ against: { target: [first!.name] } }] : [],
    claims: [],
  };
}
