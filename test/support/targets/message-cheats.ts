// What the tests of targets that cheat with messages share: ways to cheat, and the suite over them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../../src/base/clock.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { Outlet } from '../../../src/target/messages/outlet.ts';
import { MESSAGE_CHECKS } from '../../../src/verify/suite.ts';
import { verifyTarget } from '../../../src/verify/verify.ts';
import { ENDPOINTS, type SequenceSpec } from '../../../src/wire/sequence.ts';
import {
  type CapturedAnswer,
  type Cheat,
  capturing,
  FEW,
  send,
  startCheating,
  withHeaders,
} from './cheating-target.ts';

/** The messages of data in one format stand for all. */
export const USED = { ...FEW, formats: ['json'], endpoints: ENDPOINTS };

/** `caught` makes a test of each cheat; `clock` is the real one. */
export function messageCheats(clock: Clock) {
  return { verified, caught };

  async function verified(names: readonly string[], cheat: Cheat, timeoutMs: number) {
    const server = await startCheating(cheat, clock);
    try {
      const checks = MESSAGE_CHECKS.filter(({ name }) => names.includes(name));
      const random = seededRandom(1);
      const options = { mode: 'fast', clock, random, dataDir: null, only: USED, checks, timeoutMs } as const;
      return await verifyTarget(server.url, options);
    } finally {
      await server.close();
    }
  }

  /** `timeoutMs`: less where what is found is that nothing comes, which every way to the client waits for. */
  function caught(name: string, what: string, cheat: () => Cheat, says: RegExp, timeoutMs = 1_500): void {
    test(`${what} is caught by ${name}`, async () => {
      const report = await verified([name], cheat(), timeoutMs);
      const outcome = report.checks.find((check) => check.name === name);
      assert.match(outcome?.findings.join('\n') ?? '', says);
    });
  }
}

/** Changes what goes to the client. */
export function sending(change: (outlet: Outlet) => Partial<Outlet>): Cheat {
  return {
    sequence: (sequence) => {
      const attach = sequence.attach.bind(sequence);
      sequence.attach = (outlet) => attach({ ...outlet, ...change(outlet) });
    },
  };
}

export function asking(change: (spec: SequenceSpec) => Partial<SequenceSpec>): Cheat {
  return { spec: (spec) => ({ ...spec, ...change(spec) }) };
}

/** Answers of one path otherwise. */
export function answering(path: string, change: (answer: CapturedAnswer) => CapturedAnswer): Cheat {
  return {
    handler: (real) => (request, response) => {
      if (request.url !== path) return void real(request, response);
      real(
        request,
        capturing(response, (answer) => send(response, change(answer))),
      );
    },
  };
}

/** Other bytes under heads that are right for them. */
export function otherMessages(
  of: (message: (place: number) => Uint8Array) => (place: number) => Uint8Array,
): Cheat {
  return {
    prepared: (prepared) => {
      const message = (place: number) => prepared.message(place, () => {});
      return { ...prepared, message: of(message) };
    },
  };
}

export function withBody(
  answer: CapturedAnswer,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): CapturedAnswer {
  const value = JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>;
  const body = Buffer.from(JSON.stringify(change(value)));
  return withHeaders({ ...answer, body }, { 'content-length': String(body.length) });
}
