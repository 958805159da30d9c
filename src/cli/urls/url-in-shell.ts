// A URL as a word of a command that is to be pasted into a shell: what may be secret in it is named by
// variables of the environment.

import { HIDDEN, shownUrl } from '../../payload/url/shown-url.ts';

export type Text = { readonly text: string } | { readonly variable: string };

/** Names variables, and knows which ones there are. */
export class Variables {
  readonly #names: string[] = [];

  /** `TOKEN`, as the shell must have them. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** A new one, in capitals. */
  named(name: string): Text {
    const word = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const wanted = /^[A-Z]/.test(word) ? word : `VALUE_${word}`;
    let free = wanted;
    for (let i = 2; this.#names.includes(free); i++) free = `${wanted}_${i}`;
    this.#names.push(free);
    return { variable: `$${free}` };
  }
}

/** Name and password go as a header would, so that they are two more variables. */
export function urlInShell(typed: string, variables: Variables): readonly Text[] {
  const url = new URL(typed);
  const { username, password, protocol } = url;
  const parts: Text[] = [{ text: `${protocol}//` }];
  if (username !== '' || password !== '')
    parts.push(variables.named('login'), { text: ':' }, variables.named('password'), { text: '@' });
  const shown = shownUrl(url).slice(`${protocol}//`.length);
  const queryAt = shown.indexOf('?');
  let told = 0;
  for (const found of shown.matchAll(SECRET)) {
    const pair = found[1] ?? '';
    // A token may stand by itself.
    const alone = queryAt >= 0 && found.index > queryAt ? 'query' : 'segment';
    const name = pair === '' ? alone : pair.slice(0, -1);
    parts.push({ text: shown.slice(told, found.index) + pair }, variables.named(name));
    told = found.index + found[0].length;
  }
  parts.push({ text: shown.slice(told) });
  return parts.filter((part) => !('text' in part && part.text === ''));
}

/** With its name, where it has one: of a pair of the query, or of a segment (`;jsessionid=…`). */
const SECRET = new RegExp(`([^/?&;=]*=)?${HIDDEN}`, 'g');

/** Single quotes where nothing is to be filled in; else double ones, with what a shell would read escaped. */
export function inQuotes(parts: readonly Text[]): string {
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

/** Without quotes where no shell reads anything into it. */
export function quotedWhereNeeded(parts: readonly Text[]): string {
  const quoted = inQuotes(parts);
  const inside = quoted.slice(1, -1);
  return quoted.startsWith("'") && /^[\w:/.,@%+=-]+$/.test(inside) ? inside : quoted;
}
