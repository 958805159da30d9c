// The command that asks for advice on the same URL, to be pasted into a shell: what may be secret in it is
// named by variables of the environment.

import { inQuotes, quotedWhereNeeded, type Text, urlInShell, Variables } from '../urls/url-in-shell.ts';

export interface AdviseCommand {
  readonly command: string;
  /** That the shell must have: `TOKEN`. */
  readonly variables: readonly string[];
}

/** As typed: what both verbs take. */
export interface SharedFlags {
  readonly header?: readonly string[];
  readonly schema?: string;
  readonly timeout?: string;
  readonly limit?: string;
}

/** `url` as typed, `networks` as `--network` takes them. */
export function adviseCommand(url: string, flags: SharedFlags, networks: string): AdviseCommand {
  const variables = new Variables();
  const asked = inQuotes(urlInShell(url, variables));
  const sent = (flags.header ?? []).map((header) => ` --header ${inQuotes(withoutValue(header, variables))}`);
  const others = (['schema', 'timeout', 'limit'] as const).flatMap((name) => {
    const value = flags[name];
    return value === undefined ? [] : [` --${name} ${quotedWhereNeeded([{ text: value }])}`];
  });
  const command = `wirefare advise ${asked}${sent.join('')}${others.join('')} --network ${networks}`;
  return { command, variables: variables.names };
}

/** Every header is hidden: of most nobody knows what they are. The word before a credential stays. */
function withoutValue(header: string, variables: Variables): Text[] {
  const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(header) ?? [];
  const scheme = /^(Bearer|Basic|Digest|Token|ApiKey) /i.exec(value)?.[0] ?? '';
  const isCredential = /auth/i.test(name);
  return [{ text: `${name}: ${scheme}` }, variables.named(isCredential ? 'token' : name)];
}
