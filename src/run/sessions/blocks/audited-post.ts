// A post whose void blocks are known, the agent's and the link's.

import { messageOf } from '../../../base/errors.ts';
import type { VoidedBlockFacts } from '../../../record/record.ts';
import type { SamplePost } from '../../../wire/agent-protocol.ts';
import type { BlockAudit } from '../../link/block-audit.ts';
import { SessionTrouble } from '../session-guard.ts';

export interface AuditedPost extends Omit<SamplePost, 'voided'> {
  readonly voided: readonly VoidedBlockFacts[];
}

/** Rejects with a SessionTrouble where the link does not answer. */
export async function heldToTheLink(post: SamplePost, audit: BlockAudit): Promise<AuditedPost> {
  const bySamples = Map.groupBy(post.samples, ({ block }) => block);
  const judged = post.blocks.map(async (block) => {
    const verdict = await audit(bySamples.get(block) ?? []);
    return verdict === null ? [] : [{ block, ...verdict }];
  });
  try {
    const byLink = (await Promise.all(judged)).flat();
    const out = new Set(byLink.map(({ block }) => block));
    const byAgent = post.voided.map((one) => ({ ...one, cause: 'agent' as const }));
    return {
      ...post,
      blocks: post.blocks.filter((block) => !out.has(block)),
      voided: [...byAgent, ...byLink],
    };
  } catch (thrown) {
    throw new SessionTrouble(`the link does not tell what its packets suffered: ${messageOf(thrown)}`);
  }
}
