// Why an answer is none, for people: the secret of the run does not stand there, and of a front, whose
// problem document names the server behind it, that server does.

import { withoutSecret } from '../wire/target-contract.ts';

export function refused({ status, url }: Pick<Response, 'status' | 'url'>, body: ArrayBuffer): Error {
  const { behind, detail } = problemIn(new TextDecoder().decode(body));
  const at = typeof behind === 'string' ? behind : withoutSecret(url);
  const why = typeof detail === 'string' && detail !== '' ? `: ${detail}` : '';
  return new Error(`the target answered ${status} to ${at}${why}`);
}

/** RFC 9457; empty where something else came. */
function problemIn(body: string): { readonly behind?: unknown; readonly detail?: unknown } {
  try {
    const document: unknown = JSON.parse(body);
    return typeof document === 'object' && document !== null ? document : {};
  } catch {
    return {};
  }
}
