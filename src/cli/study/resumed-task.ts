// A record that is gone on with → the run that does it: what it measures, and what changed meanwhile.

import { isDeepStrictEqual } from 'node:util';
import type { Host } from '../../base/host.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { LinkChoice } from '../../drive/links/link.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import { sayMachineDiffers } from '../../record/machines.ts';
import { readRun } from '../../record/read-record.ts';
import type { Elsewhere, RunFile } from '../../record/record.ts';
import type { lookAt } from '../../run/look.ts';
import { givenUpWarnings, runWarnings } from '../../run/run-warnings.ts';
import { WIREFARE_VERSION } from '../surroundings/version.ts';
import { wrongFlag } from '../verb.ts';
import type { MeasuringTask } from './measure-study.ts';
import { goneOn, type More } from './prolong.ts';
import { foldersElsewhere, movedSince } from './record-folders.ts';
import { linkChoice } from './study-options.ts';

/**
 * `link`: the engine asked for. `look`: what is still open; absent: what the study asks. Throws a UserError
 * where the record cannot be gone on with.
 */
export async function resumedTask(
  dir: string,
  more: More,
  link: string | undefined,
  host: Pick<Host, 'clock' | 'env'>,
  look?: typeof lookAt,
): Promise<MeasuringTask> {
  const before = readRun(dir);
  const { plan, sessions, startedAt, link: earlierLink } = before;
  const goingOn = await goneOn(before, dir, more, look);
  requireSameMachine(before, dir);
  const elsewhere = foldersElsewhere(plan, host);
  return {
    ...goingOn,
    startMs: host.clock.nowMs(),
    dir,
    earlier: sessions,
    earlierLink,
    linkChoice: resumedLink(link, earlierLink),
    startedAt,
    warnings: [...warningsToKeep(before), ...changedSince(before, elsewhere)],
    ...(before.advice !== undefined && { advice: before.advice }),
    ...(elsewhere !== undefined && { elsewhere }),
    ...(before.held !== undefined && { held: before.held }),
  };
}

/** What is told of its sessions is told again of all of them, and may be true no more. */
function warningsToKeep({ warnings, sessions, plan, link }: RunFile): Warning[] {
  const told = [
    ...runWarnings(sessions, { reopened: 0, rootless: link?.rootless ?? false }),
    ...givenUpWarnings(plan, sessions),
  ];
  return warnings.filter((warning) => !told.some((each) => isDeepStrictEqual(each, warning)));
}

/**
 * A record of one run is of one machine, and its sessions are pooled as such. Those of two stand apart in
 * what `merge` makes.
 */
function requireSameMachine({ host }: RunFile, dir: string): void {
  const differing = sayMachineDiffers(host, hostFacts());
  if (differing.length === 0) return;
  throw wrongFlag(
    '--resume',
    `${dir} was made on another machine (${differing.join('; ')}); two machines are not mixed in one record: run the study here into another one, and put both together with \`wirefare merge\``,
  );
}

/** Packets stay packets and a model a model: their sessions would be compared with one another. */
function resumedLink(asked: string | undefined, earlier: LinkFacts | null): LinkChoice {
  const choice = linkChoice(asked);
  if (earlier === null) return choice;
  const wasModelled = earlier.networks.some(({ engine }) => engine === 'modelled');
  if (wasModelled && asked === undefined) return 'modelled';
  if (wasModelled === (choice === 'modelled')) return choice;
  const kind = wasModelled ? 'by the model' : 'over packets';
  throw wrongFlag('--link', `the sessions in the record are ${kind}; what is added must be too`);
}

/** What is no longer as it was when the record was begun, on the same machine. */
function changedSince(
  { host, wirefare, elsewhere }: RunFile,
  elsewhereNow: Elsewhere | undefined,
): Warning[] {
  const now = hostFacts();
  const changes = [
    ...(['os', 'kernel', 'node'] as const)
      .filter((fact) => host[fact] !== now[fact])
      .map((fact) => `${fact} ${host[fact]}, now ${now[fact]}`),
    ...movedSince(elsewhere, elsewhereNow),
    ...(wirefare === WIREFARE_VERSION ? [] : [`wirefare ${wirefare}, now ${WIREFARE_VERSION}`]),
  ];
  if (changes.length === 0) return [];
  const what = `the run was resumed on something else: ${changes.join('; ')}`;
  return [raise('environment', what, { advice: 'run the study again as a whole' })];
}
