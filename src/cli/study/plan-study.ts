// A study value → its plan on this machine: what cannot be run here is skipped with the reason.

import { EnvironmentError } from '../../base/errors.ts';
import { listed } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { CALLED_DATASETS } from '../../data/calls.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { LinkChoice } from '../../drive/links/link.ts';
import type { Cell } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { makePlan } from '../../plan/make-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import { makeHeldPlan } from '../../plan/sessions/held-plan.ts';
import { networksOfPlan } from '../../run/link/run-link.ts';
import { noDictionaryReason, notModelledReason, notOfferedReason } from '../../study/cells/not-offered.ts';
import { noUrlReason } from '../../study/resolve/url-cells.ts';
import type { Study } from '../../study/study.ts';
import { unableReason } from '../../study/vocabulary.ts';

import { vocabularyHere } from './vocabulary-here.ts';

export interface Planned {
  readonly plan: Plan;
  /** Of what predictions are held beside; null where the study names nothing for it. */
  readonly held: Plan | null;
  /** What was taken out or put in another's place. */
  readonly notes: readonly string[];
  /** Why this machine cannot give the emulated networks of the study; null where it can, or none is named. */
  readonly noLink: EnvironmentError | null;
  /** What looking for the link took, ms, which may have to be built first: no part of a run's budget. */
  readonly lookedMs: number;
  /** The plan of a study with fewer cells, by what is known of this machine; `room` as in `PlanSettings`. */
  readonly planOf: (smaller: Study, room?: number) => Plan;
}

/**
 * The link is looked for only where the study names an emulated network; `offersModel`: whether whoever lacks
 * it can ask for a model instead.
 */
export async function planWithLink(
  study: Study,
  choice: LinkChoice,
  host: Pick<Host, 'interrupted' | 'env' | 'tempDir' | 'clock'>,
  drivers: Pick<Drivers, 'link'>,
  offersModel = choice !== 'modelled',
): Promise<Planned> {
  const vocabulary = vocabularyHere(host);
  const refused = await refusalsIn(study, host);
  const unable = (factors: Cell) =>
    unableReason(factors, vocabulary) ??
    noDictionaryReason(factors, study.payloads) ??
    noUrlReason(factors, study.payloads) ??
    notOfferedReason(factors, choice === 'modelled') ??
    (choice === 'modelled' ? notModelledReason(factors) : null) ??
    refused(factors);
  const planWith = (noLink: string | null) => {
    const settings = { noLink, unableReason: unable };
    const planOf = (asked: Study, room = 1) => makePlan(asked, { ...settings, room });
    return { plan: planOf(study), held: makeHeldPlan(study, settings), planOf };
  };
  const planned = planWith(null);
  const networks = networksOfPlan(study, planned.plan);
  const heldNetworks = planned.held === null ? [] : networksOfPlan(study, planned.held);
  const startMs = host.clock.nowMs();
  const noLink = await whyNoLink([...new Set([...networks, ...heldNetworks])], choice, drivers, offersModel);
  const lookedMs = host.clock.nowMs() - startMs;
  // An interrupted look tells nothing of the machine, and a record would keep what it leaves out for good.
  if (noLink === null || host.interrupted.aborted) return { ...planned, notes: [], noLink: null, lookedMs };
  const notes = networks.length > 0 ? sayNoLink(noLink) : [sayOnlyPredicted(heldNetworks, noLink)];
  return { ...planWith(noLink.message), notes, noLink, lookedMs };
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
  offersModel = choice !== 'modelled',
): Promise<EnvironmentError | null> {
  if (networks.length === 0) return null;
  try {
    await drivers.link(choice).examine(networks);
    return null;
  } catch (thrown) {
    if (thrown instanceof EnvironmentError) return offersModel ? orModelled(thrown) : thrown;
    throw thrown;
  }
}

/** Only whoever asks for the model gets it, so it has to be named. */
function orModelled({ message, tried, remedy }: EnvironmentError): EnvironmentError {
  const instead = '--link modelled takes a model of TCP instead of packets, and says so in every report';
  return new EnvironmentError(message, tried, `${remedy}; or: ${instead}`);
}

/** Nothing that the study asks is left out. */
function sayOnlyPredicted(networks: readonly NetworkProfile[], { message }: EnvironmentError): string {
  return `nothing is measured beside the predictions over ${listed(networks.map(({ name }) => name))}: ${message}`;
}

function sayNoLink({ message, tried, remedy }: EnvironmentError): string[] {
  return [
    `cells on emulated networks are left out: ${message}`,
    ...tried.map((one) => `  tried: ${one}`),
    `  to mend it: ${remedy}`,
  ];
}
