// Rules about bytes. Where all exchanges have as many they are counted, and one of them is enough. Where they
// vary from answer to answer, as those that hold a time or a random id do, nothing is decided within what
// they vary by.

import type { ByteMetric } from '../../items/metrics.ts';
import type { GateRule } from '../../study/gate/gate-rules.ts';
import { bytesRange } from '../samples/bytes.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import type { BytesSeen, GateRecord, RuleCheck, RulePair } from './judged-rules.ts';

export function bytesJudge(base: GateRecord, head: GateRecord) {
  const [inBase, inHead] = [bytesIn(base), bytesIn(head)];
  return (item: ByteMetric, { limit }: GateRule, pair: RulePair): RuleCheck => {
    const [ofBase, ofHead] = [inBase(pair.base, item), inHead(pair.head, item)];
    if (ofHead === null || (limit.kind === 'grows' && ofBase === null))
      // What head failed by otherwise than for lack of time ends the gate.
      return { ...pair, ...NOT_COUNTED, moreTimeHelps: ofHead === null && head.run.status === 'failed' };
    const border = limit.kind === 'grows' ? 1 + limit.share : limit.value;
    const { mean, least, most } = limit.kind === 'grows' ? ratioOf(ofHead, ofBase!) : ofHead;
    const seen = {
      ...pair,
      figure: mean,
      interval: least === most ? null : ([least, most] as const),
      bytes: { base: ofBase, head: ofHead },
      moreTimeHelps: false,
    };
    const decided = { ...seen, because: '', holdsLimit: false };
    if (least > border) return { ...decided, verdict: 'broken' };
    if (most <= border) return { ...decided, verdict: 'kept' };
    return { ...seen, verdict: 'undecided', because: WITHIN, holdsLimit: true };
  };
}

const WITHIN = 'the limit lies within what the answers vary by';

const NOT_COUNTED = {
  verdict: 'undecided',
  figure: null,
  interval: null,
  because: 'its bytes were not measured',
  holdsLimit: false,
} as const;

function ratioOf(head: BytesSeen, base: BytesSeen): BytesSeen {
  // None beside none is as many.
  const over = (one: number, other: number) => (one === other ? 1 : one / other);
  return {
    mean: over(head.mean, base.mean),
    least: over(head.least, base.most),
    most: over(head.most, base.least),
  };
}

function bytesIn({ run, samples, summary }: GateRecord) {
  const counted = countedSamples(run, samples);
  const cells = new Map(summary.cells.map((cell) => [cell.id, cell]));
  return (id: string, item: ByteMetric): BytesSeen | null => {
    const bytes = cells.get(id)?.bytes;
    if (bytes == null) return null;
    const means = { size: bytes.encoded, headers: bytes.headers, 'request.size': bytes.request ?? null };
    const mean = means[item];
    if (mean === null) return null;
    const [least, most] = bytesRange(item, counted, id) ?? [mean, mean];
    return least === most ? { mean, least: mean, most: mean } : { mean, least, most };
  };
}
