// Who is measured on which network, with what is left of the budget.

import { type Chosen, chooseContenders } from '../../advise/advise.ts';
import { isPlain } from '../../advise/needs.ts';
import type { EnvironmentError } from '../../base/errors.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { parseCompression } from '../../factors/compression.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { profileNamed } from '../../network/profiles.ts';
import { isOffered } from '../../study/cells/not-offered.ts';
import { whyNoLink } from '../study/plan-study.ts';
import { wrongFlag } from '../verb.ts';
import type { AdviseSettings } from './flags.ts';
import type { ScreenedPayload } from './screen-all.ts';

/** Looking for programs, holding the target to its contract, setting up a link, the report. */
const AROUND_MS = 6_000;
/** Setting up and calibrating one emulated network. */
const NETWORK_MS = 2_000;

/** What the lab is asked to measure. */
export interface ChosenNetworks extends Chosen {
  readonly profiles: readonly NetworkProfile[];
  /** Wall time that is left for measuring and all around it, ms. */
  readonly budgetMs: number;
  /** From when it is counted, on the host's clock. */
  readonly fromMs: number;
}

/** Throws where nothing can be measured. */
export async function chosenFrom(
  { ways, today }: ScreenedPayload,
  settings: AdviseSettings,
  startMs: number,
  host: Host,
  drivers: Drivers,
): Promise<ChosenNetworks> {
  const { browser, protocol, link } = settings;
  const emulated = settings.networks.filter(isEmulated);
  if (emulated.length > 0) host.onStep?.({ doing: 'looking whether networks can be emulated here' });
  const noLink = await whyNoLink(emulated, link, drivers);
  const profiles = withSomethingToMeasure(settings.networks, noLink !== null);
  const fromMs = host.clock.nowMs();
  const spentMs = fromMs - startMs;
  const budgetMs = settings.budgetMs - spentMs;
  const aroundMs = AROUND_MS + NETWORK_MS * profiles.filter(isEmulated).length;
  const chosen = chooseContenders({
    ways,
    today,
    networks: profiles,
    noLink: noLink?.message ?? null,
    leftMs: budgetMs - aroundMs,
    isPlain,
    isOffered: ({ compression }, { name: network }) =>
      isOffered(
        { compression: parseCompression(compression)!, network, browser, protocol },
        link === 'modelled',
      ),
  });
  requireSomething(chosen, noLink, spentMs);
  return { ...chosen, profiles, budgetMs, fromMs };
}

function isEmulated({ name }: NetworkProfile): boolean {
  return name !== NO_NETWORK;
}

/** Where no link can be had, loopback alone is measured; the networks asked for are predicted. */
function withSomethingToMeasure(
  networks: readonly NetworkProfile[],
  hasNoLink: boolean,
): readonly NetworkProfile[] {
  if (!hasNoLink || networks.some(({ name }) => name === NO_NETWORK)) return networks;
  return [profileNamed(NO_NETWORK)!, ...networks];
}

/** The budget may be too small for every network. */
function requireSomething({ contenders }: Chosen, noLink: EnvironmentError | null, spentMs: number): void {
  if ([...contenders.values()].some((ways) => ways.length > 0)) return;
  if (noLink !== null) throw noLink;
  throw wrongFlag(
    '--budget',
    `is too short to measure these data on any of the networks: sizes and decoders took ${sayDuration(spentMs)} of it; give more time`,
  );
}
