// Why an answer is none, for people: the secret of the run does not stand there, and of a front, whose
// problem document names the server behind it, that server does.

import { isAsItComes } from '../factors/compression.ts';
import { withoutSecret } from '../wire/target-contract.ts';

export function refused({ status, url }: Pick<Response, 'status' | 'url'>, body: ArrayBuffer): Error {
  const { behind, detail, noAnswer } = problemIn(new TextDecoder().decode(body));
  const at = typeof behind === 'string' ? behind : withoutSecret(url);
  const why = typeof detail === 'string' && detail !== '' ? `: ${detail}` : '';
  // The status is the front's own: the server never gave one.
  const what = noAnswer === true ? `${at} gave no answer` : `the target answered ${status} to ${at}`;
  return new Error(what + why);
}

/** RFC 9457; empty where something else came. */
function problemIn(body: string): Readonly<Partial<Record<'behind' | 'detail' | 'noAnswer', unknown>>> {
  try {
    const document: unknown = JSON.parse(body);
    return typeof document === 'object' && document !== null ? document : {};
  } catch {
    return {};
  }
}

/** In the words of V8, SpiderMonkey and JavaScriptCore. */
const NO_JSON =
  /is not valid JSON$|end of JSON input$| (?:in|after) JSON at position |^JSON(?:\.parse| Parse error): /;

/**
 * Why an exchange came to nothing. Some engines quote what they could not read, and what a URL answers may be
 * secret. `compression`: of its cell.
 */
export function sayFailure(thrown: unknown, compression: string | undefined): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const isOfUrl = compression !== undefined && isAsItComes(compression);
  return isOfUrl && NO_JSON.test(message) ? 'what came is no JSON' : message;
}
