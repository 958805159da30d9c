// A study value → its plan on this machine: what cannot be run here is skipped with the reason.

import { EnvironmentError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { CALLED_DATASETS } from '../../data/calls.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { LinkChoice } from '../../drive/links/link.ts';
import type { Cell } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { networksOfPlan } from '../../run/link/run-link.ts';
import { noDictionaryReason, notOfferedReason } from '../../study/cells/not-offered.ts';
import type { Study } from '../../study/study.ts';
import { unableReason } from '../../study/vocabulary.ts';

import { vocabularyHere } from './vocabulary-here.ts';

export interface Planned {
  readonly plan: Plan;
  /** What was taken out or put in another's place. */
  readonly notes: readonly string[];
  /** Why this machine cannot give the emulated networks of the study; null where it can, or none is named. */
  readonly noLink: EnvironmentError | null;
  /** The plan of a study with fewer cells, by what is known of this machine. */
  readonly planOf: (smaller: Study) => Plan;
}

/** The link is looked for only where the study names an emulated network. */
export async function planWithLink(
  study: Study,
  choice: LinkChoice,
  host: Pick<Host, 'interrupted' | 'env' | 'tempDir'>,
  drivers: Pick<Drivers, 'link'>,
): Promise<Planned> {
  const vocabulary = vocabularyHere(host);
  const refused = await refusalsIn(study, host);
  const unable = (factors: Cell) =>
    unableReason(factors, vocabulary) ??
    noDictionaryReason(factors, study.payloads) ??
    notOfferedReason(factors, choice === 'modelled') ??
    refused(factors);
  const planWith = (noLink: string | null) => (asked: Study) =>
    makePlan(asked, { noLink, unableReason: unable });
  const planned = planWith(null)(study);
  const noLink = await whyNoLink(networksOfPlan(study, planned), choice, drivers);
  // An interrupted look tells nothing of the machine, and a record would keep what it leaves out for good.
  if (noLink === null || host.interrupted.aborted) {
    return { plan: planned, notes: [], noLink: null, planOf: planWith(null) };
  }
  const planOf = planWith(noLink.message);
  return { plan: planOf(study), notes: sayNoLink(noLink), noLink, planOf };
}

/**
 * What formats refuse is for their libraries to say: they are loaded only for data that not every format
 * carries.
 */
async function refusalsIn(study: Study, host: Pick<Host, 'env' | 'tempDir'>) {
  const datasets = new Set(study.parts.flatMap(({ cells }) => cells.map(({ dataset }) => dataset)));
  if (study.payloads.length === 0 && CALLED_DATASETS.every((name) => !datasets.has(name))) return () => null;
  const { payloadRefusals } = await import('../payload/payload-refusals.ts');
  return payloadRefusals(study.payloads, host);
}

/** Why this machine cannot give these networks; null where it can, or there are none. */
export async function whyNoLink(
  networks: readonly NetworkProfile[],
  choice: LinkChoice,
  drivers: Pick<Drivers, 'link'>,
): Promise<EnvironmentError | null> {
  if (networks.length === 0) return null;
  try {
    await drivers.link(choice).examine(networks);
    return null;
  } catch (thrown) {
    if (thrown instanceof EnvironmentError) return choice === 'modelled' ? thrown : orModelled(thrown);
    throw thrown;
  }
}

/** Only whoever asks for the model gets it, so it has to be named. */
function orModelled({ message, tried, remedy }: EnvironmentError): EnvironmentError {
  const instead = '--link modelled takes a model of TCP instead of packets, and says so in every report';
  return new EnvironmentError(message, tried, `${remedy}; or: ${instead}`);
}

function sayNoLink({ message, tried, remedy }: EnvironmentError): string[] {
  return [
    `cells on emulated networks are left out: ${message}`,
    ...tried.map((one) => `  tried: ${one}`),
    `  to mend it: ${remedy}`,
  ];
}
