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
  /** How its words are read as figures; empty where nobody says, or each ratio does for itself. */
  readonly reading: string;
  /** Itself, or its ratios: `H1a`, `H1b`. */
  readonly ratios: readonly RatioHead[];
}

export interface RatioHead {
  readonly id: string;
  /** Its own words; empty where the claim is one ratio. */
  readonly says: string;
  /** Where that is not what the claim says. */
  readonly reading: string;
  readonly published: Claim['published'];
  /** Not the source's question: told, and not counted. */
  readonly ours?: true;
  readonly isShare?: true;
}

export function studyHead({ name, title, source, claims }: Study): StudyHead {
  const groups = Map.groupBy(claims, ({ id, of }) => of?.id ?? id);
  return {
    name,
    title,
    source,
    claims: [...groups].map(([id, ratios]) => claimHead(id, ratios)),
  };
}

function claimHead(id: string, ratios: readonly Claim[]): ClaimHead {
  const [first, ...others] = ratios as [Claim, ...Claim[]];
  const common = others.every(({ reading }) => reading === first.reading) ? (first.reading ?? '') : '';
  return {
    id,
    says: first.of?.says ?? first.says,
    reading: common,
    ratios: ratios.map((ratio) => ratioHead(ratio, common)),
  };
}

/** What a ratio says beside its claim; empty where the claim is one ratio. */
export function ratioSays({ says, of }: Pick<Claim, 'says' | 'of'>): string {
  return of === undefined ? '' : says.slice(`${of.says}: `.length);
}

function ratioHead(claim: Claim, common: string): RatioHead {
  const { id, reading = '', published, ours, shareOf } = claim;
  return {
    id,
    says: ratioSays(claim),
    reading: reading === common ? '' : reading,
    published,
    ...(ours === true && { ours }),
    ...(shareOf !== undefined && { isShare: true as const }),
  };
}
