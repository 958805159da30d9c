// --target: every cell on other servers than the study names. What it claims of a server is then asked of those, and says so.

import { type Factors, NO_CODEC } from '../wire/factors.ts';
import { type Changed, refitted } from './keep-cells.ts';
import type { Claim, Study } from './study.ts';
import { encodersOn, type Vocabulary } from './vocabulary.ts';

/** Where a target has not the encoder of a cell, its default for that format encodes. */
export function onTargets(study: Study, targets: readonly string[], vocabulary: Vocabulary): Changed {
  const replaced = new Map<string, string>();
  const moved = (cell: Factors, target: string): Factors => {
    const encoder = encoderThere(cell, target, vocabulary);
    if (encoder !== cell.encoder) replaced.set(cell.encoder, encoder);
    return { ...cell, target, encoder };
  };
  // Parts that differed in their targets alone would have the same cells.
  const seen = new Set<string>();
  const isNew = (cell: Factors) => {
    const key = JSON.stringify(cell);
    return !seen.has(key) && seen.add(key);
  };
  const parts = study.parts
    .map((part) => ({
      ...part,
      cells: part.cells.flatMap((cell) => targets.map((target) => moved(cell, target))).filter(isNew),
    }))
    .filter(({ cells }) => cells.length > 0);
  const claims = study.claims.map((claim) => askedOf(targets, claim));
  const notes = [...replaced].map(([from, to]) => `--target: ${to} encodes instead of ${from}`);
  return { study: refitted({ ...study, parts, claims }), notes };
}

function encoderThere({ encoder, format }: Factors, target: string, vocabulary: Vocabulary): string {
  const words = vocabulary.formats.find(({ name }) => name === format);
  if (words === undefined || encoder === NO_CODEC) return encoder;
  const own = encodersOn(target, words, vocabulary);
  return own.includes(encoder) ? encoder : (own[0] ?? encoder);
}

/** Those of its targets that are still there, or else all that have taken their place. */
function askedOf(targets: readonly string[], claim: Claim): Claim {
  const named = claim.where.target?.map(String);
  if (named === undefined) return claim;
  const kept = named.filter((target) => targets.includes(target));
  if (kept.length > 0) return { ...claim, where: { ...claim.where, target: kept } };
  const says = `${claim.says} (asked of ${targets.join(', ')} instead of ${named.join(', ')})`;
  return { ...claim, says, where: { ...claim.where, target: targets } };
}
