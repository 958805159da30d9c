// The names that arguments and options of a kind take, on this machine.

import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { AGENT_NAMES, clientFolders } from '../../drive/agents/client-names.ts';
import { targetNames } from '../../drive/targets/target-names.ts';
import { FORMAT_FACTS } from '../../formats/format-facts.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { studyNames } from '../surroundings/folders.ts';

/** As options and arguments are called: `--formats`, `<study>`. */
export type NamesByKind = Readonly<Record<string, readonly string[]>>;

export function namesHere({ env }: Pick<Host, 'env'>): NamesByKind {
  const formats = FORMAT_FACTS.map(({ name }) => name);
  const networks = NETWORKS.map(({ name }) => name);
  const targets = targetNames(PROJECT_ROOT, env);
  return {
    study: studyNames(),
    target: targets,
    targets,
    browser: [...AGENT_NAMES, ...clientFolders(PROJECT_ROOT, env).keys()],
    network: networks,
    names: networks,
    formats,
  };
}
