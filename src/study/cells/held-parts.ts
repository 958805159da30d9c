// Parts that predictions are held beside: measured after the others, in time of their own, as a small study
// of its own in the same record. Nothing that the study asks rests on them.

import { deriveSeed } from '../../base/random.ts';
import type { Part, Study } from '../study.ts';
import { allCells, networksNamedBy, payloadsNamedBy } from './keep-cells.ts';

export function isHeld({ heldMs }: Part): boolean {
  return heldMs !== undefined;
}

/** The study without them. */
export function withoutHeld(study: Study): Study {
  return { ...study, parts: study.parts.filter((part) => !isHeld(part)) };
}

/**
 * They alone, in their time; null where there are none. Sessions are as short as they may be: what a network
 * takes hardly differs from one exchange to the next.
 */
export function heldStudy(study: Study): Study | null {
  const parts = study.parts.filter(isHeld);
  if (parts.length === 0) return null;
  const { name, title, question, source, standIns, networks, payloads } = study;
  // Nothing of it is held against anything of another target.
  const { twin: _, interleave: __, ...protocol } = study.protocol;
  const cells = allCells({ parts });
  return {
    ...{ name, title, question, source, standIns, parts },
    networks: networksNamedBy(cells, networks),
    payloads: payloadsNamedBy(cells, payloads),
    protocol: {
      ...protocol,
      budgetMs: parts.reduce((sum, { heldMs = 0 }) => sum + heldMs, 0),
      sessions: null,
      exchangesPerVisit: protocol.exchangesPerVisit ?? 1,
      warmup: { exchanges: 1, leastMs: 0 },
      seed: deriveSeed(protocol.seed, 'held'),
    },
    comparisons: [],
    claims: [],
  };
}
