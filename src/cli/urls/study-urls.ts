// URLs that a study file names among its targets: asked as `measure` asks one, before the study's cells are
// made.

import { messageOf, type Problem, UserError } from '../../base/errors.ts';
import { listed } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import type { Warning } from '../../base/warnings/warning.ts';
import type { Drivers } from '../../drive/driver.ts';
import { DEFAULT_LIMITS } from '../../payload/source.ts';
import { HIDDEN, isSecretName, isSecretText, shownUrl } from '../../payload/url/shown-url.ts';
import type { AnsweredUrl, UrlAsk, UrlReader } from '../../study/resolve/url-targets.ts';
import { readProtoFile } from '../payload/own-proto.ts';
import { answeredUrls, frontsAmong } from './answered-urls.ts';
import { type AskedUrl, USUAL_PER_SECOND } from './asked-url.ts';
import {
  type Environment,
  fromEnvironment,
  hasVariables,
  headerFromEnvironment,
  isOfVariables,
  withoutVariables,
} from './from-environment.ts';
import { type ReadServer, readServer } from './reading.ts';
import { findServer, type NamedServer, nameServer, requireConsent } from './server.ts';

export interface StudyUrls extends UrlReader {
  /** To which the URLs that were read are targets too. */
  among(drivers: Drivers): Drivers;
  /** The levels of `target` that were read. */
  readonly names: () => readonly string[];
  readonly warnings: () => readonly Warning[];
}

interface Agreement {
  readonly yes: boolean;
  /** What a study with such a budget has in this run. */
  readonly budgetOf: (studyMs: number) => number;
}

/** `folderOf`: the study file's, absolute, to which schemas are relative. */
export function studyUrls(folderOf: () => string, { yes, budgetOf }: Agreement, host: Host): StudyUrls {
  let servers: readonly ReadServer[] = [];
  let urls: readonly AnsweredUrl[] = [];
  let agreedMs = 0;
  return {
    names: () => urls.map(({ name }) => name),
    warnings: () => servers.flatMap(({ warnings }) => warnings),
    among: (drivers) => frontsAmong(drivers, servers, urls, agreedMs),
    read: async (asks, { budgetMs, taken }) => {
      const named: NamedServer[] = [];
      const problems = await each(asks, async (ask) => {
        const others = named.map(({ name }) => name);
        named.push(await nameServer(askedBy(ask, folderOf(), host), others));
      });
      if (problems.some((some) => some.length > 0)) return problems;
      agreedMs = budgetOf(budgetMs);
      await requireConsent(named, { yes, budgetMs: agreedMs }, '--budget or rate in the study', host);
      const read: ReadServer[] = [];
      const found = await each(named, async (server) => {
        read.push(await readServer(await findServer(server), host));
      });
      if (found.some((some) => some.length > 0)) return found;
      servers = read;
      urls = answeredUrls(read, taken, host);
      return urls;
    },
  };
}

/** What is wrong with each, in the words of study files. */
async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<(readonly string[])[]> {
  const problems: (readonly string[])[] = [];
  for (const one of all) {
    try {
      await act(one);
      problems.push([]);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push(thrown.problems.map(inStudyWords));
    }
  }
  return problems;
}

/** Where a flag would be named, the key of the same name is. */
function inStudyWords({ file, what }: Problem): string {
  const said = file.startsWith('--') ? `${file} ${what}` : what;
  return said.replace(/--header\b/g, 'headers').replace(/--(insecure|schema|rate|timeout|limit)\b/g, '$1');
}

/** Throws a UserError where variables are missing, or secrets stand in the file. */
function askedBy(ask: UrlAsk, folder: string, host: Host): AskedUrl {
  const { name, insecure, schema, perSecond, limits } = ask;
  const problems: string[] = [];
  const missing = new Set<string>();
  const headers = Object.fromEntries(
    Object.entries(ask.headers).map(([header, text]) => {
      // Also beside a variable, or under a name that says nothing: a record keeps the text as it stands.
      if ((isSecretName(header) && !isOfVariables(text)) || isSecretText(withoutVariables(text, ' ')))
        problems.push(
          `${header} may be a secret, and stands in the file as it is: take it from the environment, such as \${${variableFor(header)}}`,
        );
      return [header.toLowerCase(), headerFromEnvironment(header, text, host.env, missing, problems)];
    }),
  );
  const url = urlOf(ask.url, host.env, missing, problems);
  if (missing.size > 0)
    problems.push(`${listed([...missing])} of the environment ${missing.size === 1 ? 'is' : 'are'} not set`);
  const proto =
    schema === null ? null : orTell(() => readProtoFile(schema, { ...host, cwd: folder }), problems);
  if (problems.length > 0) throw new UserError(problems.map((what) => ({ file: '', path: '', what })));
  return {
    url: url!.whole,
    label: url!.label,
    headers,
    name,
    insecure,
    proto,
    perSecond: perSecond ?? USUAL_PER_SECOND,
    isRateAsked: perSecond !== null,
    limits: { ...DEFAULT_LIMITS, ...limits },
    kept: keptOf(ask),
  };
}

/** What a record keeps of it: never more than stands in the file, and no secret that stands there. */
export function keptOf({ url, headers, insecure, limits }: UrlAsk): AskedUrl['kept'] {
  const small = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const);
  const asked = askedAgain(url);
  return {
    ...(asked !== null && { asked }),
    ...(small.length > 0 && { headers: Object.fromEntries(small) }),
    ...(insecure && { insecure }),
    ...(Object.keys(limits).length > 0 && { limits: { ...DEFAULT_LIMITS, ...limits } }),
  };
}

/**
 * A text with variables, which a record that is gone on with reads again. Name and password go with the
 * headers. null: without variables, or with a secret beside them.
 */
function askedAgain(typed: string): string | null {
  if (!hasVariables(typed)) return null;
  const [, scheme = '', pair = '', rest = ''] = /^(\w+:\/\/)(?:([^/?#]*)@)?([^#]*)/.exec(typed) ?? [];
  const shown = `${scheme}${withoutVariables(rest)}`;
  if (!URL.canParse(shown) || shownUrl(new URL(shown)).includes(HIDDEN)) return null;
  const [name = '', password] = pair.split(/:(.*)/s);
  const secret = password ?? name;
  const hasNoSecret = secret !== '' && withoutVariables(secret) === '';
  return `${scheme}${hasNoSecret ? `${pair}@` : ''}${rest}`;
}

export interface WholeUrl {
  readonly whole: string;
  /** null: the URL says by itself what may be shown of it. */
  readonly label: string | null;
}

/** null where it is none; why goes to `problems`. */
export function urlOf(
  typed: string,
  env: Environment,
  missing: Set<string>,
  problems: string[],
): WholeUrl | null {
  const whole = fromEnvironment(typed, env, missing, encodeURIComponent);
  if (!URL.canParse(whole)) {
    problems.push('what stands here cannot be read as a URL');
    return null;
  }
  const { hostname, origin } = new URL(whole);
  if (hostname === '0.0.0.0' || hostname === '[::]')
    problems.push(`${hostname} is where servers listen, and no address to ask: 127.0.0.1 is this machine`);
  if (!hasVariables(typed)) return { whole, label: null };
  // Of what comes from the environment nothing is shown.
  const shown = typed.replace(/\$\{(\w+)\}/g, '__$1__');
  if (!URL.canParse(shown) || new URL(shown).origin !== origin) {
    problems.push(
      'variables stand in path and query alone, so that whoever reads the study sees who is asked',
    );
    return null;
  }
  return {
    whole,
    label: shownUrl(new URL(shown)).replace(/__(\w+?)__/g, (_, name: string) => `\${${name}}`),
  };
}

function variableFor(header: string): string {
  return header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}

function orTell<T>(act: () => T, problems: string[]): T | null {
  try {
    return act();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    problems.push(messageOf(thrown));
    return null;
  }
}
