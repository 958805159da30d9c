// Answers that are not results: problem documents (RFC 9457) that name the parameter and what it may be.

/** What is wrong with a request. `allowed` are the values that the parameter may take. */
export interface RequestProblem {
  readonly status: 400 | 403 | 404 | 405 | 406 | 413 | 414 | 415 | 421 | 426 | 429 | 500 | 501 | 502 | 503;
  readonly detail: string;
  readonly parameter?: string;
  readonly allowed?: readonly (string | number)[];
  /** Of a front: the server that it asked, and that nothing came of it. */
  readonly behind?: string;
  readonly noAnswer?: true;
}

const TITLES: Readonly<Record<RequestProblem['status'], string>> = {
  400: 'Bad parameter',
  403: 'Not for you',
  404: 'No such path',
  405: 'Method not allowed',
  406: 'Not asked for',
  413: 'Body too long',
  414: 'URL too long',
  415: 'Not a format of calls',
  421: 'Not this host',
  426: 'Upgrade required',
  429: 'Too many requests',
  500: 'The target failed',
  501: 'Not supported',
  502: 'No answer from behind',
  503: 'Too much at once',
};

export const PROBLEM_TYPE = 'application/problem+json';

/**
 * The document's bytes:
 * `{"type":"about:blank","title":…,"status":501,"detail":…,"parameter":"format","allowed":[…]}`.
 */
export function problemBody(problem: RequestProblem): Buffer {
  const { status, detail, parameter, allowed, behind, noAnswer } = problem;
  const title = TITLES[status];
  const document = { type: 'about:blank', title, status, detail, parameter, allowed, behind, noAnswer };
  return Buffer.from(JSON.stringify(document));
}

/** The parameter is not one of the names that this target knows. */
export function unsupported(parameter: string, value: string, allowed: readonly string[]): RequestProblem {
  return {
    status: 501,
    detail: `${parameter} ${JSON.stringify(value)} is not supported`,
    parameter,
    allowed,
  };
}

export function badParameter(
  parameter: string,
  detail: string,
  allowed?: readonly (string | number)[],
): RequestProblem {
  return { status: 400, detail, parameter, ...(allowed === undefined ? {} : { allowed }) };
}
