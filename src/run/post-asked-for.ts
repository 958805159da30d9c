// What an agent posts is held to its job before it is believed: an agent may be a program of anybody, and a sample of another
// cell, one too many or one without what its cell is measured for would stand in the record as if it were right.

import type { BlocksJob, CheckResult, SamplePost } from '../wire/agent-protocol.ts';
import type { Sample } from '../wire/sample.ts';

/** Judges the posts of one job, in their order: what is wrong with this one, null where nothing is. */
export function postsOf(job: BlocksJob): (post: SamplePost) => string | null {
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
    for (const sample of post.samples) {
      const why = whyNotVisited(sample, open) ?? whyIncomplete(sample, specs.get(sample.cell));
      if (why !== null) return why;
    }
    return null;
  };
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
