// The command that asks for advice on the same URL, to be pasted into a shell: what may be secret in it is
// named by variables of the environment.

import { shownUrl } from '../../payload/url/shown-url.ts';

export interface AdviseCommand {
  readonly command: string;
  /** That the shell must have: `TOKEN`. */
  readonly variables: readonly string[];
}

/** `url` and `headers` as typed, `networks` as `--network` takes them. */
export function adviseCommand(url: string, headers: readonly string[], networks: string): AdviseCommand {
  const variables: string[] = [];
  const variable = (name: string) => {
    const word = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const free = /^[A-Z]/.test(word) ? word : `VALUE_${word}`;
    variables.push(free);
    return `$${free}`;
  };
  const asked = withVariables(url, variable);
  const sent = headers.map((header) => ` --header ${inQuotes(withoutValue(header, variable))}`).join('');
  return { command: `wirefare advise ${asked}${sent} --network ${networks}`, variables };
}

/** Every header is hidden: of most nobody knows what they are. The word before a credential stays. */
function withoutValue(header: string, variable: (name: string) => string): Text[] {
  const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(header) ?? [];
  const scheme = /^(Bearer|Basic|Digest|Token|ApiKey) /i.exec(value)?.[0] ?? '';
  const isCredential = /auth/i.test(name);
  return [{ text: `${name}: ${scheme}` }, { variable: variable(isCredential ? 'token' : name) }];
}

/** Name and password go as a header would, so that they are two more variables. */
function withVariables(typed: string, variable: (name: string) => string): string {
  const url = new URL(typed);
  const { username, password } = url;
  const shown = shownUrl(url);
  const parts: Text[] = [{ text: `${url.protocol}//` }];
  if (username !== '' || password !== '') {
    parts.push(
      { variable: variable('login') },
      { text: ':' },
      { variable: variable('password') },
      { text: '@' },
    );
  }
  const [path = '', query] = shown.slice(`${url.protocol}//`.length).split(/\?(.*)/s) as [string, string?];
  parts.push({ text: path });
  const pairs = query === undefined || query === '' ? [] : query.split('&');
  for (const [i, pair] of pairs.entries()) {
    const [name = '', value] = pair.split(/=(.*)/s) as [string, string?];
    parts.push({ text: `${i === 0 ? '?' : '&'}${name}` });
    if (value === HIDDEN) parts.push({ text: '=' }, { variable: variable(name) });
    else if (value !== undefined) parts.push({ text: `=${value}` });
  }
  return inQuotes(parts);
}

const HIDDEN = '…';

type Text = { readonly text: string } | { readonly variable: string };

/** Single quotes where nothing is to be filled in; else double ones, with what a shell would read escaped. */
function inQuotes(parts: readonly Text[]): string {
  if (parts.every((part) => 'text' in part)) {
    const text = parts.map((part) => ('text' in part ? part.text : '')).join('');
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  const escaped = parts.map((part, i) => {
    if ('text' in part) return part.text.replace(/[$`"\\!]/g, (sign) => (sign === '!' ? '%21' : `\\${sign}`));
    const next = parts[i + 1];
    const runsOn = next !== undefined && 'text' in next && /^\w/.test(next.text);
    return runsOn ? `\${${part.variable.slice(1)}}` : part.variable;
  });
  return `"${escaped.join('')}"`;
}
