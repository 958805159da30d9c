// wirefare plan STUDY: what would be run, in which order, and for how long.

import { EXIT_INTERRUPTED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { recordedJson } from '../factors/recorded-cell.ts';
import { claimCosts, wholeCosts } from '../plan/claims/claim-costs.ts';
import { sayPlan } from '../plan/say/say-plan.ts';
import { withFolders } from './study/named-folders.ts';
import { claimRows, sayClaims } from './study/say-claims.ts';
import { type PlannedStudy, planStudy, type StudyFlags } from './study/study-options.ts';
import { makeDrivers } from './surroundings/run-context.ts';
import { sayOut } from './surroundings/say-out.ts';
import { wrongFlag } from './verb.ts';

export interface PlanFlags extends StudyFlags {
  readonly json?: boolean;
  readonly claims?: boolean;
}

export async function plan(name: string, flags: PlanFlags, host: Host): Promise<number> {
  const named = withFolders(flags, host);
  const planned = await planStudy(name, named.flags, named.host, makeDrivers(named.host));
  if (host.interrupted.aborted) return EXIT_INTERRUPTED;
  for (const note of planned.notes) host.err(`note: ${note}\n`);
  const isJson = flags.json === true;
  const text = flags.claims === true ? claimsText(planned, isJson) : planText(planned, isJson);
  if (isJson) host.out(text);
  else sayOut(host, text);
  return 0;
}

type Told = Pick<PlannedStudy, 'study' | 'plan' | 'held'>;

function planText({ study, plan, held }: Told, isJson: boolean): string {
  if (!isJson) return sayPlan(study, plan, held);
  return `${recordedJson({ ...plan, ...(held !== null && { held }) }, 1)}\n`;
}

function claimsText({ study, plan }: Told, isJson: boolean): string {
  if (study.claims.length === 0) throw wrongFlag('--claims', `${study.name} holds no published claims`);
  const costs = claimCosts(study, plan.cells);
  const whole = wholeCosts(study, plan.cells, costs);
  return isJson ? `${JSON.stringify(claimRows(whole), null, 1)}\n` : sayClaims(study, plan, whole);
}
