// Finds the emulated networks that this machine can give, for `wirefare doctor`. It asks
// `wirefare-link probe`, which really tries each engine. It builds nothing.

import { EnvironmentError, messageOf } from '../../base/errors.ts';
import type { LinkEngine } from '../../network/profile.ts';
import { readOutput } from '../machine/find-program.ts';
import type { Finding } from '../machine/finding.ts';
import { builtLinkProgram, findCargo, type LinkProgramSettings } from './link-program.ts';

/** The outside as far as the link is concerned; tests describe other machines by it. */
export interface LinkSurroundings {
  /**
   * The program's path; null if it is not built yet. Throws an EnvironmentError if the path that the user
   * names does not exist.
   */
  readonly program: () => Promise<string | null>;
  /** Cargo's path; throws an EnvironmentError if there is none. */
  readonly cargo: () => Promise<string>;
  /** What `probe` prints; null if it fails. */
  readonly probe: (program: string) => Promise<string | null>;
}

/** What `wirefare-link probe` prints, with engines in the order of preference. */
interface Probed {
  readonly version: string;
  readonly rootless: boolean;
  readonly engines: readonly {
    readonly engine: LinkEngine;
    readonly works: boolean;
    readonly why: string;
    readonly remedy: string;
  }[];
  readonly tried: readonly string[];
}

const LINUX = 'Linux';
const PROGRAM = 'wirefare-link';
const EMULATION = 'emulated networks';
const BUILD = 'wirefare networks check 10mbit';

export function linkSurroundings(settings: Omit<LinkProgramSettings, 'tell'>): LinkSurroundings {
  return {
    program: () => builtLinkProgram(settings),
    cargo: () => findCargo(settings),
    probe: (program) => readOutput(program, ['probe'], settings.env),
  };
}

/** `system` is what `uname -s` prints. */
export async function linkFindings(around: LinkSurroundings, system = LINUX): Promise<Finding[]> {
  if (system !== LINUX) return [elsewhere(system)];
  let program: string | null;
  try {
    program = await around.program();
    if (program === null) return [await notBuilt(around)];
  } catch (thrown) {
    return [lacking(PROGRAM, messageOf(thrown), thrown)];
  }
  const probed = readProbe(await around.probe(program));
  if (probed === null) {
    const what = `${program} probe does not answer`;
    return [{ name: PROGRAM, status: 'missing', what, remedy: `run ${program} probe to see why` }];
  }
  const programFinding: Finding = {
    name: PROGRAM,
    status: 'ok',
    what: `${probed.version} (${program})`,
    remedy: '',
  };
  return [programFinding, ...engineFindings(probed)];
}

function elsewhere(system: string): Finding {
  const what = `none on ${system}, which has no network namespaces: only network none, and a model on request`;
  return { name: EMULATION, status: 'missing', what, remedy: 'run it on Linux, or add --link modelled' };
}

async function notBuilt({ cargo }: LinkSurroundings): Promise<Finding> {
  try {
    const what = `not built yet: the first emulated network has ${await cargo()} build it, in a minute or so`;
    return { name: PROGRAM, status: 'warning', what, remedy: BUILD };
  } catch (thrown) {
    return lacking(PROGRAM, `not built yet, and no cargo to build it: ${messageOf(thrown)}`, thrown);
  }
}

function lacking(name: string, what: string, thrown: unknown): Finding {
  return {
    name,
    status: 'missing',
    what,
    remedy: thrown instanceof EnvironmentError ? thrown.remedy : BUILD,
  };
}

/** null if the text is not what `probe` prints. */
function readProbe(text: string | null): Probed | null {
  try {
    const probed = JSON.parse(text ?? '') as Probed;
    return Array.isArray(probed.engines) && probed.engines.length > 0 ? probed : null;
  } catch {
    return null;
  }
}

/** The engine that networks get here, and what stands in the way of better ones. */
function engineFindings({ engines, rootless, tried }: Probed): Finding[] {
  const emulators = engines.filter(({ engine }) => engine !== 'tbf');
  const best = emulators.find(({ works }) => works);
  if (best === undefined) {
    const reasons = [...new Set([...engines.map(({ engine, why }) => `${engine}: ${why}`), ...tried])];
    const what = `none here, only network none and a model on request (${reasons.join('; ')})`;
    return [{ name: EMULATION, status: 'missing', what, remedy: emulators[0]?.remedy ?? '' }];
  }
  const rights = rootless ? 'without root, in a user namespace' : 'with root’s rights';
  const what = `by ${best.engine}, ${rights}: ${best.why}`;
  const better = emulators.slice(0, emulators.indexOf(best));
  const tbf = engines.filter(({ engine, works }) => engine === 'tbf' && !works);
  return [
    { name: EMULATION, status: 'ok', what, remedy: '' },
    ...better.map(({ engine, why, remedy }) => warning(`by ${engine}`, `not here: ${why}`, remedy)),
    ...tbf.map(({ why, remedy }) =>
      warning('by tbf', `not here, so rates above 200 Mbit/s are left to ${best.engine}: ${why}`, remedy),
    ),
  ];
}

function warning(name: string, what: string, remedy: string): Finding {
  return { name, status: 'warning', what, remedy };
}
