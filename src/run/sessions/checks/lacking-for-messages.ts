// What the agent or the target does not have for a cell of messages.

import type { RunningTarget } from '../../../drive/driver.ts';
import type { SequenceCell } from '../../../factors/cell.ts';
import { isCompressed, spellCompression } from '../../../factors/compression.ts';
import { RANDOM_DATASET } from '../../../factors/dataset.ts';
import type { Registration } from '../../../wire/agent-protocol.ts';
import { CARRIES } from '../../../wire/sequence.ts';

type Able = Pick<Registration, 'codecs' | 'protocols' | 'transports' | 'engine'>;

/** null where nothing is lacking. */
export function lackingForMessages(
  factors: SequenceCell,
  { name, about: { features } }: Pick<RunningTarget, 'name' | 'about'>,
  { codecs, protocols, transports, engine }: Able,
): string | null {
  const { transport, protocol, compression, dataset, direction, format, codec } = factors;
  if (!transports.includes(transport)) return `${engine} does not have ${transport}`;
  if (!protocols.includes(protocol)) return `${engine} does not speak ${protocol}`;
  const { messages } = features;
  if (messages === undefined) return `target ${name} carries no messages`;
  const { endpoints } = CARRIES[transport];
  const missing = endpoints.find((endpoint) => !(messages.endpoints[endpoint] ?? []).includes(protocol));
  if (missing !== undefined)
    return `target ${name} does not have ${missing} over ${protocol}${elsewhere(missing, name)}`;
  if (isCompressed(compression) && !messages.permessageDeflate)
    return `target ${name} does not have ${spellCompression(compression)}`;
  if (dataset === RANDOM_DATASET) return null;
  if (!messages.contents.includes('data'))
    return `target ${name} sends no data as messages, only random content`;
  const isServed =
    features.datasets.includes(dataset) || (features.payloads ?? []).some((own) => own.name === dataset);
  if (!isServed) return `target ${name} does not serve ${dataset}`;
  const receives = direction !== 'client-to-server';
  return !receives || codecs.includes(`${format}/${codec}`)
    ? null
    : `${engine} cannot run the codec ${format}/${codec}`;
}

/** Where to find what not every target of ours has. */
function elsewhere(missing: string, name: string): string {
  return missing === 'webtransport' && name !== 'go' ? '; target go does' : '';
}
