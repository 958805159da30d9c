// What the flags mean that all verbs share that read somebody's own data: schema, sizes, advise. They are
// declared in commands/payload-options.ts.

import type { Problem } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { unknownWord } from '../../base/spelling.ts';
import { parseBytes, parseDurationMs } from '../../base/units-as-typed.ts';
import { DEFAULT_LIMITS, type ReadOptions, type ReadSurroundings } from '../../payload/source.ts';
import { SOURCE_KINDS, type SourceKind } from '../../payload/source-kind.ts';
import { isHeaderName, isHeaderValue, whyNotSent } from '../../wire/request-headers.ts';

export interface PayloadFlags {
  readonly path?: string;
  readonly answers?: string;
  readonly name?: string;
  readonly from?: string;
  readonly exact?: boolean;
  readonly header?: readonly string[];
  readonly insecure?: boolean;
  readonly timeout?: string;
  readonly limit?: string;
}

/** What is wrong in the flags is added to `problems`. */
export function readOptions(flags: PayloadFlags, problems: Problem[]): ReadOptions {
  return {
    ...(flags.path === undefined ? {} : { path: flags.path }),
    ...(flags.answers === undefined ? {} : { answers: flags.answers }),
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.from === undefined ? {} : { from: readSourceKind(flags.from, problems) }),
    exact: flags.exact === true,
    headers: parseHeaders(flags.header ?? [], problems),
    insecure: flags.insecure === true,
    limits: {
      bytes: quantity('--limit', flags.limit, parseBytes, '100MB', problems) ?? DEFAULT_LIMITS.bytes,
      durationMs:
        quantity('--timeout', flags.timeout, parseDurationMs, '30s', problems) ?? DEFAULT_LIMITS.durationMs,
    },
  };
}

/** What reading touches, from the host. */
export function readSurroundings({ clock, cwd, stdin, interrupted }: Host): ReadSurroundings {
  return { clock, cwd, stdin, interrupted };
}

function readSourceKind(typed: string, problems: Problem[]): SourceKind {
  const kind = SOURCE_KINDS.find((each) => each === typed);
  if (kind !== undefined) return kind;
  problems.push(unknownWord('--from', 'kind of source', typed, SOURCE_KINDS));
  return 'json';
}

const HEADER = /^([^:]+):(.*)$/s;

/** What is wrong with one is added to `problems`. */
export function parseHeaders(
  typed: readonly string[],
  problems: Problem[],
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of typed) {
    const [, name = '', value = ''] = HEADER.exec(header) ?? [];
    // Not quoted: it may be a secret.
    const what =
      isHeaderName(name) && isHeaderValue(value) ? whyNotSent(name) : "is not written 'Name: value'";
    if (what !== null) problems.push({ file: '--header', path: '', what });
    else headers[name.toLowerCase()] = value.trim();
  }
  return headers;
}

function quantity(
  flag: string,
  typed: string | undefined,
  parse: (text: string) => number | null,
  example: string,
  problems: Problem[],
): number | null {
  if (typed === undefined) return null;
  const value = parse(typed);
  if (value !== null && value > 0) return value;
  problems.push({ file: flag, path: '', what: `${JSON.stringify(typed)} is not written like ${example}` });
  return null;
}
