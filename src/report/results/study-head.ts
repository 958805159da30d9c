// What a study claims, whether it was measured or not: a page of results has a row for every claim.

import type { Claim, Study } from '../../study/study.ts';

export interface StudyHead {
  readonly name: string;
  readonly title: string;
  readonly source: string | null;
  readonly claims: readonly ClaimHead[];
}

export interface ClaimHead {
  /** As it stands in the file: `H1`. */
  readonly id: string;
  readonly says: string;
  /** Itself, or its ratios: `H1a`, `H1b`. */
  readonly ratios: readonly RatioHead[];
}

export interface RatioHead {
  readonly id: string;
  /** Its own words; empty where the claim is one ratio. */
  readonly says: string;
  readonly published: Claim['published'];
  readonly isShare?: true;
}

export function studyHead({ name, title, source, claims }: Study): StudyHead {
  const groups = Map.groupBy(claims, ({ id, of }) => of?.id ?? id);
  return {
    name,
    title,
    source,
    claims: [...groups].map(([id, ratios]) => ({
      id,
      says: ratios[0]!.of?.says ?? ratios[0]!.says,
      ratios: ratios.map(ratioHead),
    })),
  };
}

function ratioHead({ id, says, of, published, shareOf }: Claim): RatioHead {
  const own = of === undefined ? '' : says.slice(`${of.says}: `.length);
  return { id, says: own, published, ...(shareOf !== undefined && { isShare: true as const }) };
}
