// What the lab asks a target for as soon as it is ready: what it is, and whether it asks for its secret.

import { messageOf } from '../../base/errors.ts';
import { parseAbout } from '../../wire/about-schema.ts';
import type { About } from '../../wire/target-contract.ts';

/** The limit for the first request, for which servers make what they had put off. */
const ABOUT_WITHIN_MS = 15_000;

/** Rejects, naming the target, where that is not as the contract says. */
export async function askAbout(name: string, url: string): Promise<About> {
  const say = (what: string) => new Error(`target ${name}: ${url}/about ${what}`);
  const { status, text } = await getText(`${url}/about`).catch((thrown: unknown) => {
    throw say(`cannot be reached at the port of its ready line: ${messageOf(innermostCause(thrown))}`);
  });
  if (status !== 200) throw say(`answered ${status}`);
  const parsed = parseAbout(parsedJson(text, say));
  if ('about' in parsed) return parsed.about;
  throw say(`is not as the contract says: ${parsed.problems.join('; ')}`);
}

/**
 * One that does not know of it would refuse the parameter: the check `secret` tells what it lacks, and other
 * checks what else is wrong with one that does not answer.
 */
export async function asksForSecret(url: string): Promise<boolean> {
  const answer = await getText(`${url}/bytes?n=0`).catch(() => null);
  return answer?.status === 403;
}

async function getText(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ABOUT_WITHIN_MS) });
  return { status: response.status, text: await response.text() };
}

/** `fetch failed` says nothing; ECONNREFUSED stands in its cause. */
function innermostCause(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
}

function parsedJson(text: string, say: (what: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw say(`is not JSON: ${messageOf(error)}`);
  }
}
