// A network of one's own on the command line: office=50mbit/5ms, home=16mbit/2mbit/30ms.

import { type Problem, UserError } from '../../base/errors.ts';
import { quoted } from '../../base/spelling.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { ProblemList } from '../../study/file/problem-list.ts';
import { OwnNetworks } from '../../study/resolve/own-networks.ts';

/**
 * `word` is NAME=RATE/ROUND-TRIP or NAME=DOWN/UP/ROUND-TRIP. Everything wrong with it is added; then null.
 */
export function typedNetwork(flag: string, word: string, problems: Problem[]): NetworkProfile | null {
  const [name = '', figures = ''] = word.split(/=(.*)/s).map((part) => part.trim());
  const parts = figures.split('/').map((part) => part.trim());
  if (parts.length < 2 || parts.length > 3) {
    const what = `${quoted(word)} is not NAME=RATE/ROUND-TRIP or NAME=DOWN/UP/ROUND-TRIP, such as office=50mbit/5ms`;
    problems.push({ file: flag, path: '', what });
    return null;
  }
  const [down, up, rtt] =
    parts.length === 2 ? [parts[0]!, parts[0]!, parts[1]!] : (parts as [string, string, string]);
  const wrong = new ProblemList(flag);
  const own = new OwnNetworks({ networks: NETWORKS }, wrong, 'the command line');
  const known = own.nameOf({ name, down, up, rtt }, [name]);
  try {
    wrong.throwIfAny();
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    problems.push(...thrown.problems);
    return null;
  }
  return own.all().find((network) => network.name === known)!;
}
