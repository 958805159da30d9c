// What is known of a gate while it is measured, for whatever ends it.

import { relative } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { shownUrl } from '../../payload/url/shown-url.ts';
import { readProbes } from '../../record/read-record.ts';
import type { GateReport } from '../../report/gate/gate-words.ts';
import type { Gate } from '../../study/gate/gate-file.ts';
import type { GateSide } from '../../study/gate/gate-sides.ts';
import { type JudgedGate, judgeGate, type PlannedRule } from '../../summary/gate/judged-rules.ts';
import { readRecord } from '../surroundings/record-files.ts';
import { type Ending, outcomeWith } from './gate-ending.ts';
import type { BaseRecord } from './sides/gate-record.ts';
import { labelOfCommand } from './sides/started-servers.ts';

export type Judged = Omit<GateReport, 'name' | 'file'>;
export type Labels = readonly [base: string, head: string];

export class SoFar {
  readonly #own: Gate;
  #base: BaseRecord | null = null;
  #labels: Labels;
  #rules: readonly PlannedRule[] = [];
  #notes: readonly string[] = [];
  #dir: string | null = null;

  constructor(own: Gate) {
    this.#own = own;
    this.#labels = [labelOf(own.base), labelOf(own.head)];
  }

  brought(base: BaseRecord | null): void {
    this.#base = base;
  }

  planned(rules: readonly PlannedRule[], labels: Labels, notes: readonly string[]): void {
    this.#rules = rules;
    this.#labels = labels;
    this.#notes = notes;
  }

  began(dir: string): void {
    this.#dir = dir;
  }

  async ended(ending: Ending, cwd: string): Promise<Judged> {
    const dir = this.#dir;
    const judged = await this.#judged();
    const [base, head] = this.#labels;
    const outcome = outcomeWith(judged, ending, this.#own);
    const { undecided } = this.#own;
    const notes = this.#notes;
    return { base, head, judged, undecided, outcome, ...ending, notes, record: dir && relative(cwd, dir) };
  }

  async #judged(): Promise<JudgedGate> {
    const rules = this.#own.rules.map((rule) => ({ rule, verdict: 'undecided', checks: [] }) as const);
    const nothing = { verdict: 'undecided', rules, failures: [] } as const;
    const dir = this.#dir;
    if (dir === null) return nothing;
    try {
      const input = { ...(await readRecord(dir)), probes: readProbes(dir) };
      return judgeGate(input, this.#rules, this.#base?.record ?? null);
    } catch (thrown) {
      // Why the run broke off is more to the point than why its record cannot be read: often it is the same.
      if (thrown instanceof UserError) return nothing;
      throw thrown;
    }
  }
}

/** For people, without what may be secret. */
export function labelOf(side: GateSide): string {
  if (side.kind === 'target') return side.typed;
  if (side.kind === 'command') return labelOfCommand(side);
  return side.kind === 'record' ? side.folder : shownUrl(new URL(side.url));
}
