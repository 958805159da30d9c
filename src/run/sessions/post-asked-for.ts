// What an agent posts is held to its job before it is believed: an agent may be a program of anybody, and a
// sample of another cell, one too many or one without what its cell is measured for would stand in the record
// as if it were right.

import { count } from '../../base/figures/plurals.ts';
import type { BlocksJob, CheckResult, ComparedAnswer, SamplePost } from '../../wire/agent-protocol.ts';
import type { Sample } from '../../wire/sample.ts';

/** What goes on from one job of a session to the next. */
export interface ToldBefore {
  /** The number of the last exchange; -1 before the first. */
  sequence: number;
}

/** A clock of another process runs a little otherwise, and a job is on its way for a while. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * Judges the posts of one job, in their order: what is wrong with this one, null where nothing is.
 * `elapsedMs`: since the agent could have the job.
 */
export function postsOf(
  job: BlocksJob,
  before: ToldBefore,
  elapsedMs: () => number,
): (post: SamplePost) => string | null {
  const left = new Map(job.blocks.map((block) => [block.block, block]));
  const specs = new Map(job.cells.map((spec) => [spec.cell, spec]));
  return (post) => {
    const over = [...post.blocks, ...post.voided.map(({ block }) => block)];
    const strange = over.find((block, index) => !left.has(block) || over.indexOf(block) !== index);
    if (strange !== undefined) return `block ${strange}, which it was not to carry out, or not again`;
    const isFirst = left.size === job.blocks.length;
    if (post.done && over.length === 0 && isFirst) return 'that it is done, and carried out no block';
    const open = new Map(over.map((block) => [block, openVisits(left.get(block)!.visits)]));
    for (const block of over) left.delete(block);
    const longestMs = elapsedMs() + CLOCKS_DIFFER_MS;
    for (const sample of post.samples) {
      const why =
        whyNotVisited(sample, open) ??
        whyNotTheNext(sample, before) ??
        whyTooLong(sample, longestMs) ??
        whyIncomplete(sample, specs.get(sample.cell));
      if (why !== null) return why;
      before.sequence = sample.sequence;
    }
    return whyNotCompared(post, job);
  };
}

/**
 * What was drawn is compared, unless it did not complete; an agent that leaves comparisons out would pass for
 * one whose answers were all right.
 */
function whyNotCompared(
  { samples, compared = [], blocks, voided }: SamplePost,
  job: BlocksJob,
): string | null {
  const over = new Set([...blocks, ...voided.map(({ block }) => block)]);
  const completed = new Set<string>();
  for (const { cell, block, sequence, outcome } of samples) {
    if (outcome === 'completed') completed.add(answerKey({ cell, block, sequence }));
  }
  for (const answer of compared) {
    if (!completed.delete(answerKey(answer)))
      return `a comparison of exchange ${answer.sequence} of ${answer.cell}, which has no completed sample of that number in block ${answer.block}, or was compared before`;
  }
  const comparedIn = Map.groupBy(compared, ({ block }) => block);
  const completedIn = Map.groupBy(
    samples.filter(({ outcome }) => outcome === 'completed'),
    ({ block }) => block,
  );
  for (const { block, visits, compare = [] } of job.blocks) {
    if (!over.has(block) || compare.length === 0) continue;
    const asked = visits.reduce((sum, { exchanges }) => sum + exchanges, 0);
    const lacking = asked - (completedIn.get(block)?.length ?? 0);
    const answers = comparedIn.get(block)?.length ?? 0;
    const posted = `${count(answers, 'comparison')} of block ${block}, in which ${compare.length} were drawn`;
    if (answers > compare.length) return posted;
    if (answers < compare.length - lacking) return `${posted} and completed`;
  }
  return null;
}

function answerKey({ cell, block, sequence }: Pick<ComparedAnswer, 'cell' | 'block' | 'sequence'>): string {
  return `${block} ${sequence} ${cell}`;
}

/** Likewise the check of one cell. */
export function whyNotTheCheck(cell: string, checks: readonly CheckResult[]): string | null {
  if (checks.length === 1 && checks[0]!.cell === cell) return null;
  const posted = checks.map((check) => check.cell).join(', ');
  return `${checks.length === 0 ? 'no check' : `a check of ${posted}`}, asked for that of ${cell}`;
}

function openVisits(visits: BlocksJob['blocks'][number]['visits']): Map<string, number> {
  const open = new Map<string, number>();
  for (const { cell, exchanges } of visits) open.set(cell, (open.get(cell) ?? 0) + exchanges);
  return open;
}

function whyNotVisited(
  { cell, block }: Sample,
  open: ReadonlyMap<number, Map<string, number>>,
): string | null {
  const visits = open.get(block);
  if (visits === undefined) return `a sample of block ${block}, which it does not say to be over`;
  const left = visits.get(cell);
  if (left === undefined) return `a sample of ${cell}, which block ${block} does not visit`;
  if (left === 0) return `more samples of ${cell} than block ${block} was to have`;
  visits.set(cell, left - 1);
  return null;
}

/** Two of one number would be one exchange told twice, or an order that nobody can trust. */
function whyNotTheNext({ cell, sequence }: Sample, before: ToldBefore): string | null {
  if (sequence > before.sequence) return null;
  return `a sample of ${cell} with the number ${sequence} after that with ${before.sequence}`;
}

/** Of a paced sequence of messages the total is the sum of latencies that overlap. */
function whyTooLong({ cell, totalMs, messages }: Sample, longestMs: number): string | null {
  if (messages !== undefined || totalMs <= longestMs) return null;
  return `a sample of ${cell} that took ${totalMs} ms, more than there was since it was asked for`;
}

/** Of a call without its own figures, the time in which the request was encoded would count as 0. */
function whyIncomplete(
  { cell, outcome, totalMs, call, messages }: Sample,
  spec: BlocksJob['cells'][number] | undefined,
): string | null {
  if (outcome !== 'completed') return null;
  if (totalMs < 0) return `a sample of ${cell} that took ${totalMs} ms`;
  if (spec === undefined) return null;
  if (spec.call != null && call === undefined) return `a sample of ${cell} without the figures of a call`;
  if (spec.sequence != null && messages === undefined) return `a sample of ${cell} without those of messages`;
  return null;
}
