// wirefare plan STUDY: what would be run, in which order, and for how long.

import { EXIT_INTERRUPTED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { recordedJson } from '../factors/recorded-cell.ts';
import { sayPlan } from '../plan/say-plan.ts';
import { withFolders } from './study/named-folders.ts';
import { planStudy, type StudyFlags } from './study/study-options.ts';
import { makeDrivers } from './surroundings/run-context.ts';

export interface PlanFlags extends StudyFlags {
  readonly json?: boolean;
}

export async function plan(name: string, flags: PlanFlags, host: Host): Promise<number> {
  const named = withFolders(flags, host);
  const planned = await planStudy(name, named.flags, named.host, makeDrivers(named.host));
  if (host.interrupted.aborted) return EXIT_INTERRUPTED;
  for (const note of planned.notes) host.err(`note: ${note}\n`);
  host.out(flags.json === true ? `${recordedJson(planned.plan, 1)}\n` : sayPlan(planned.study, planned.plan));
  return 0;
}
