// What of a gate's rules is still open while it is measured: the run goes on as long as something is.

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { isByteMetric } from '../../items/metrics.ts';
import { readProbes } from '../../record/read-record.ts';
import { readSamples } from '../../record/read-samples.ts';
import type { RunFile } from '../../record/record.ts';
import { FILES } from '../../record/record-writer.ts';
import type { OpenQuestions } from '../../summary/comparisons/open-questions.ts';
import { judgeGate, type PlannedRule } from '../../summary/gate/judged-rules.ts';
import { groundOf } from '../../summary/records/grounds.ts';
import { summarise } from '../../summary/summarise.ts';

type Look = (run: RunFile, dir: string) => Promise<OpenQuestions>;

/** The run goes on until every rule is decided; what no session more can decide keeps it going no longer. */
export function lookAtRules(rules: readonly PlannedRule[]): Look {
  return async (run, dir) => {
    const samples = await readSamples(createReadStream(join(dir, FILES.samples)));
    const probes = readProbes(dir);
    const judged = judgeGate({ run, samples, probes, summary: summarise(run, samples, probes) }, rules);
    const open = judged.rules.filter(
      ({ verdict, checks }) => verdict === 'undecided' && checks.some(({ moreTimeHelps }) => moreTimeHelps),
    );
    return openQuestions(run, rules, open.length);
  };
}

/**
 * Held against another run, a rule about times is looked at once: when the time is over. Bytes are counted by
 * the first session, and where the other run tells nothing of times, no time is spent on it.
 */
export function lookAgainstRecord(rules: readonly PlannedRule[], base: RunFile): Look {
  const ofTimes = rules.filter(({ rule, pairs }) => pairs.length > 0 && !isByteMetric(rule.item));
  const ofHeadAlone = ofTimes.filter(({ rule }) => rule.limit.kind === 'above');
  return async (run) => {
    // On which nodes of a Grid head ran is known when its last session is over.
    const ground = groundOf({ ...base, sessions: [] }, { ...run, sessions: [] });
    return openQuestions(run, rules, (ground === 'one day' ? ofTimes : ofHeadAlone).length);
  };
}

function openQuestions({ plan }: RunFile, rules: readonly PlannedRule[], open: number): OpenQuestions {
  return {
    asked: rules.length,
    open,
    neededCells: new Set(plan.cells.map(({ id }) => id)),
    withinVariances: new Map(),
    widest: null,
  };
}
