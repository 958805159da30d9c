// Names of networks on the command line → profiles, and the table that lists them.

import { type Problem, UserError } from '../../base/errors.ts';
import { unknownWord } from '../../base/spelling.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { NETWORK_COLUMNS, networkRow } from '../../network/network-table.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { grid, wrapped } from '../../report/terminal/grid.ts';
import { paintFor } from '../../report/terminal/paint.ts';

/**
 * Each once. Throws a UserError with every name that is no network to be emulated; `verb` is what the message
 * names, `known` where the names are from.
 */
export function emulatedNetworks(
  names: readonly string[],
  verb: string,
  known: readonly NetworkProfile[] = NETWORKS,
): NetworkProfile[] {
  const allowed = known.map(({ name }) => name).filter((name) => name !== NO_NETWORK);
  const problems = names.flatMap((name): Problem[] => {
    if (name === NO_NETWORK)
      return [
        { file: verb, path: '', what: 'none is loopback as it is: there is nothing to emulate', allowed },
      ];
    if (allowed.includes(name)) return [];
    return [unknownWord(verb, 'network', name, allowed)];
  });
  if (problems.length > 0) throw new UserError(problems);
  return [...new Set(names)].map((name) => known.find((network) => network.name === name)!);
}

const TERMINAL_WIDTH = 80;
const SOURCE_COLUMN = NETWORK_COLUMNS.indexOf('figures from');

/** The table, or with `json` the profiles with their figures in words as `about`. */
export function networkList(json: boolean, colour: boolean): string {
  if (json) return `${JSON.stringify(NETWORKS.map(networkJson), null, 1)}\n`;
  const { dim } = paintFor(colour);
  const columns = NETWORK_COLUMNS.slice(0, SOURCE_COLUMN).map((title, i) => ({
    title,
    align: i === 0 ? ('left' as const) : ('right' as const),
  }));
  const rows = NETWORKS.map((network) => networkRow(network).slice(0, SOURCE_COLUMN));
  const lines = [...grid(columns, rows, dim), '', dim(NETWORK_COLUMNS[SOURCE_COLUMN]!), ...saySources()];
  return `${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`;
}

export type NetworkRow = ReturnType<typeof networkJson>;

function networkJson(network: NetworkProfile) {
  // Loopback as it is has no queue of ours.
  const queueBytes = network.name === NO_NETWORK ? null : network.queueBytes;
  return { ...network, queueBytes, about: sayNetwork(network) };
}

/** Below the table, which with them would be wider than a terminal. */
function saySources(): string[] {
  const sources = [...Map.groupBy(NETWORKS, ({ source }) => source)];
  const width = Math.max(...sources.map(([source]) => source.length)) + 2;
  return sources.flatMap(([source, networks]) =>
    wrapped(
      networks.map(({ name }) => name).join(', '),
      TERMINAL_WIDTH - 2,
      source.padEnd(width),
      ' '.repeat(width),
    ),
  );
}
