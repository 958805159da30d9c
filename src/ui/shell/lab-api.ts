// How a section asks the lab. The token comes behind the # of the address that was printed; it is kept for
// this origin alone, so that links between sections, a second tab and a reload need no token of their own.

import type { Failure } from '../server/say-failure.ts';
import { linesOf } from './lines-of.ts';

const KEY = 'wirefare-token';
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

/** Called once, when a section starts. */
export function keepToken(): void {
  keepFromAddress();
  // The address of a lab that was started again, opened in the same tab, differs in what is behind the #
  // alone.
  addEventListener('hashchange', () => {
    if (keepFromAddress()) location.reload();
  });
}

function keepFromAddress(): boolean {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get('token');
  if (fromAddress === null) return false;
  try {
    localStorage.setItem(KEY, fromAddress);
    // Not to be seen over a shoulder, or in a picture of the page.
    history.replaceState(null, '', location.pathname + location.search);
  } catch {
    // A browser that keeps nothing: the token stays where it is.
  }
  return true;
}

function token(): string {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get('token');
  if (fromAddress !== null) return fromAddress;
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Rejects with a LabError where the lab refuses, and with LabGone where nobody answers. */
export async function askLab(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${token()}` },
    });
  } catch (thrown) {
    if (init.signal?.aborted === true) throw thrown;
    throw new LabGone();
  }
  if (response.ok) return response;
  if (response.status === 403) throw new LabError({ problem: WITHOUT_TOKEN }, 403);
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
