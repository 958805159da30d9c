// The command that asks for advice on the same URL, to be pasted into a shell: what may be secret in it is
// named by variables of the environment.

import { inQuotes, quotedWhereNeeded, type Text, urlInShell, Variables } from '../urls/url-in-shell.ts';
import { MEASURE_DEFAULTS } from './defaults.ts';
import type { MeasureFlags } from './flags.ts';

export interface AdviseCommand {
  readonly command: string;
  /** That the shell must have: `TOKEN`. */
  readonly variables: readonly string[];
}

const SHARED = ['schema', 'timeout', 'limit', 'browser', 'link', 'network'] as const;

/** As typed: what both verbs take. */
export type SharedFlags = Pick<MeasureFlags, (typeof SHARED)[number] | 'header' | 'insecure'>;

/** `url` as typed. The networks are named where nobody typed any: `advise` has others by itself. */
export function adviseCommand(url: string, flags: SharedFlags): AdviseCommand {
  const variables = new Variables();
  const asked = inQuotes(urlInShell(url, variables));
  const sent = (flags.header ?? []).map((header) => ` --header ${inQuotes(withoutValue(header, variables))}`);
  const typed = { ...flags, network: flags.network ?? MEASURE_DEFAULTS.network };
  const others = SHARED.flatMap((name) => {
    const value = typed[name];
    return value === undefined ? [] : [` --${name} ${quotedWhereNeeded([{ text: value }])}`];
  });
  const insecure = flags.insecure === true ? ' --insecure' : '';
  const command = `wirefare advise ${asked}${sent.join('')}${insecure}${others.join('')}`;
  return { command, variables: variables.names };
}

/** Every header is hidden: of most nobody knows what they are. The word before a credential stays. */
function withoutValue(header: string, variables: Variables): Text[] {
  const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(header) ?? [];
  const scheme = /^(Bearer|Basic|Digest|Token|ApiKey) /i.exec(value)?.[0] ?? '';
  const isCredential = /auth/i.test(name);
  return [{ text: `${name}: ${scheme}` }, variables.named(isCredential ? 'token' : name)];
}
