// How a section asks the lab, and what it is told where the lab refuses or is gone.

import type { Failure } from '../server/say-failure.ts';
import { LabToken } from './lab-token.ts';
import { linesOf } from './lines-of.ts';

const WITHOUT_TOKEN = 'Open the whole address that wirefare serve printed, with its token.';

/** What the lab refused or could not do, in its own words. */
export class LabError extends Error {
  readonly failure: Failure;
  readonly status: number;
  constructor(failure: Failure, status: number) {
    super(failure.problem);
    this.name = 'LabError';
    this.failure = failure;
    this.status = status;
  }
}

/** The lab does not answer at all: it has ended, or the machine has. */
export class LabGone extends Error {
  constructor() {
    super('The lab does not answer: is wirefare serve still running?');
    this.name = 'LabGone';
  }
}

let token: LabToken;

/** Called once, when a section starts. */
export function keepToken(): void {
  token = new LabToken(window);
}

/** Resolves when a lab that refused this page may answer: another tab has another token. */
export function anotherToken(): Promise<void> {
  return token.another();
}

/** Rejects with a LabError where the lab refuses, and with LabGone where nobody answers. */
export async function askLab(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  const sent = token.current();
  try {
    response = await fetch(`/api/${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${sent}` },
    });
  } catch (thrown) {
    if (init.signal?.aborted === true) throw thrown;
    throw new LabGone();
  }
  if (response.ok) {
    token.worked(sent);
    return response;
  }
  if (response.status === 403) {
    token.refused(sent);
    throw new LabError({ problem: WITHOUT_TOKEN }, 403);
  }
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
  const failure = isJson ? ((await response.json()) as Failure) : { problem: await response.text() };
  throw new LabError(failure, response.status);
}

export async function askJson<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await askLab(path, init)).json()) as T;
}

export function sendJson<T>(path: string, body: unknown, method = 'POST'): Promise<T> {
  return askJson<T>(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Each line of an answer as it comes, read as JSON. */
export async function* askLines<T>(path: string, init?: RequestInit): AsyncGenerator<T> {
  const { body } = await askLab(path, init);
  for await (const line of linesOf(body!)) if (line !== '') yield JSON.parse(line) as T;
}
