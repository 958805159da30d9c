// How the data are sent today: among the ways that were screened, and what the record says of it.

import { filterForWay } from '../../advise/advice-study.ts';
import { type TodayAsked, todaysWay } from '../../advise/today.ts';
import { spellCompression } from '../../factors/compression.ts';
import { hasItem, ITEMS, PHASES } from '../../items/items.ts';
import type { Payload } from '../../payload/payload.ts';
import type { AdviceFacts, Way } from '../../record/advice-facts.ts';
import { wrongFlag } from '../verb.ts';
import type { AdviseSettings } from './flags.ts';
import type { Screening } from './screening.ts';

/** Throws a UserError where these data cannot be sent as they are said to be today. */
export function requireToday(ways: readonly Way[], asked: TodayAsked, { screened }: Screening): number {
  const found = todaysWay(ways, asked);
  if (found >= 0) return found;
  const said = `${asked.format} + ${spellCompression(asked.compression)}`;
  const refused = screened.find((each) => each.kind === 'refused' && each.format === asked.format);
  const why = refused?.kind === 'refused' ? `: ${refused.reason}` : '';
  throw wrongFlag(
    '--today',
    `these data cannot be sent as ${said}${why}; say how they are sent (--today json+gzip)`,
  );
}

export function todayFacts(
  { captured }: Pick<Payload['today'], 'captured'>,
  way: Way,
  settings: AdviseSettings,
): AdviceFacts['today'] {
  return {
    filter: filterForWay(way),
    from: settings.today === null ? 'source' : 'asked',
    captured:
      captured === null
        ? null
        : {
            url: captured.finalUrl,
            contentType: captured.headers['content-type'] ?? '',
            contentEncoding: captured.headers['content-encoding'] ?? '',
            bytesEncoded: captured.bytesEncoded,
            waitMs: captured.waitMs,
            transferMs: captured.transferMs,
          },
  };
}

/**
 * Items that no exchange of advice has with this compression: its exchanges are requests without a body, over
 * open connections, and nothing is computed in them.
 */
function phasesWithout(compression: Way['compression']): readonly string[] {
  return PHASES.filter((phase) => {
    const { needs } = ITEMS[phase];
    if (needs === 'compression') return compression === 'none';
    return needs !== undefined || !hasItem('request', phase);
  });
}

/**
 * Today's way is the index's measure, and a part that it does not have cannot be one: said before anything is
 * measured.
 */
export function requireWeighable(
  { weights }: Pick<AdviseSettings, 'weights'>,
  { compression }: Pick<Way, 'compression'>,
): void {
  if (weights === null) return;
  const without = phasesWithout(compression);
  const named = [...weights.weights.map(({ metric }) => metric), ...weights.candidates];
  const lacking = named.filter((metric) => without.includes(metric));
  if (lacking.length === 0) return;
  throw wrongFlag('--weights', `what is sent today has no ${lacking.join(' and no ')} to weigh others by`);
}
