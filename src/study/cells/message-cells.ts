// The levels of a part that sends messages → its cells: the combinations that can be, and why the others
// cannot.

import { WITHOUT_DOM } from '../../factors/browser.ts';
import type { SequenceCell } from '../../factors/cell.ts';
import { type Cell, cellKey } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { PERMESSAGE_DEFLATE } from '../../factors/compression.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import { DIRECTIONS, type Direction } from '../../factors/direction.ts';
import { isRandomFormat, RANDOM_FORMATS } from '../../factors/format.ts';
import type { Mode } from '../../factors/mode.ts';
import { type MessageSize, SIZE_OF_DATA } from '../../factors/size.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import { CARRIES } from '../../wire/sequence.ts';
import type { FormatLevel, Levels } from '../resolve/resolve-levels.ts';
import { encodersOn, messageCodec, sayClients, type Vocabulary } from '../vocabulary.ts';
import { oneOfEach } from './combinations.ts';
import { protocolsFor } from './message-words.ts';

const MOST_BEACON_BYTES = 65_536;

/** A combination that is not made, and why. */
export interface Misfit {
  readonly factors: SequenceCell;
  readonly why: string;
}

export interface MessageCells {
  readonly cells: readonly Cell[];
  readonly misfits: readonly Misfit[];
}

/** `vocabulary`: that of messages. */
export function messageCells(
  levels: Levels,
  vocabulary: Pick<Vocabulary, 'formats' | 'targetEncoders'>,
): MessageCells {
  const cells = new Map<string, SequenceCell>();
  const misfits: Misfit[] = [];
  for (const { dataset, transport, ...rest } of candidates(levels)) {
    for (const factors of codings({ dataset, transport, ...rest }, levels.encoder, vocabulary)) {
      const why = misfit(factors, vocabulary);
      if (why === null) cells.set(cellKey(factors), factors);
      else misfits.push({ factors, why });
    }
  }
  return { cells: [...cells.values()], misfits };
}

/** The directions that all of them have. */
export function commonDirections(transports: readonly MessageTransport[]): readonly Direction[] {
  return DIRECTIONS.filter((direction) =>
    transports.every((transport) => CARRIES[transport].directions.includes(direction)),
  );
}

type Candidate = Omit<SequenceCell, 'format' | 'codec' | 'encoder'> & { readonly format: FormatLevel };

function candidates(levels: Levels): Candidate[] {
  const { dataset: datasets, transport: transports, protocol, direction, size } = levels;
  const directions = direction.length > 0 ? direction : commonDirections(transports);
  return datasets.flatMap((dataset) =>
    transports.flatMap((transport) =>
      oneOfEach({
        kind: ['sequence'] as const,
        dataset: [dataset],
        n: levels.n,
        format: levels.format,
        compression: levels.compression,
        network: levels.network,
        protocol: protocol.length > 0 ? protocol : protocolsFor(transport).slice(0, 1),
        transport: [transport],
        direction: directions,
        mode: levels.mode,
        size: dataset === RANDOM_DATASET ? size : [SIZE_OF_DATA],
        browser: levels.browser,
        target: levels.target,
      }),
    ),
  );
}

/**
 * Format, codec and encoder of the ends that need them; an encoder asked for stands for those formats that
 * have it.
 */
function codings(
  { format: { words, codec }, ...rest }: Candidate,
  asked: readonly string[],
  vocabulary: Pick<Vocabulary, 'targetEncoders'>,
): SequenceCell[] {
  const receiver = rest.direction === 'client-to-server' ? WITHOUT_DOM : rest.browser;
  const isRandom = words.encoders[0] === NO_CODEC;
  const own = isRandom ? words.encoders : encodersOn(rest.target, words, vocabulary);
  const encoders = asked.filter((encoder) => own.includes(encoder));
  return (encoders.length > 0 ? encoders : [own[0] ?? words.encoders[0]!]).map((encoder) => {
    const { dataset, n, ...others } = rest;
    const decoder = codec ?? messageCodec(words, receiver) ?? words.codecs[0]!.name;
    return { dataset, n, format: words.name, codec: decoder, encoder, ...others };
  });
}

/** Why these factors cannot go together; null where they can. */
function misfit(factors: SequenceCell, vocabulary: Pick<Vocabulary, 'formats'>): string | null {
  return misfitOfTransport(factors) ?? misfitOfContents(factors) ?? misfitOfFormat(factors, vocabulary);
}

function misfitOfTransport({
  direction,
  protocol,
  compression,
  mode,
  ...factors
}: SequenceCell): string | null {
  const { transport } = factors;
  const { directions } = CARRIES[transport];
  if (!directions.includes(direction)) return `${transport} carries messages only ${directions.join(', ')}`;
  const protocols = protocolsFor(transport);
  if (!protocols.includes(protocol)) {
    const instead = protocol === 'h3' ? ': over HTTP/3 messages go by webtransport' : '';
    return `${transport} goes over ${protocols.join(', ')} only${instead}`;
  }
  if (compression.coding === PERMESSAGE_DEFLATE && transport !== 'websocket') {
    return `${PERMESSAGE_DEFLATE} is an extension of WebSocket`;
  }
  return transport === 'beacon' ? misfitOfBeacon(mode, factors.size) : null;
}

/** Browsers refuse what would make more than 64 kB of beacons under way. */
function misfitOfBeacon(mode: Mode, size: MessageSize): string | null {
  if (mode.name !== 'throughput') return 'a beacon has no answer: its mode is throughput';
  const longest = size.policy === 'random' ? size.most : size.policy === 'fixed' ? size.bytes : 0;
  return longest > MOST_BEACON_BYTES ? `a beacon has at most ${MOST_BEACON_BYTES} bytes` : null;
}

function misfitOfContents({ dataset, format, size }: SequenceCell): string | null {
  const isRandom = isRandomFormat(format);
  if (dataset !== RANDOM_DATASET) {
    return isRandom ? `${format} is of dataset ${RANDOM_DATASET}` : null;
  }
  if (!isRandom) return `messages of dataset ${RANDOM_DATASET} are ${RANDOM_FORMATS.join(' or ')}`;
  return size === SIZE_OF_DATA ? `dataset ${RANDOM_DATASET} needs a size in bytes` : null;
}

function misfitOfFormat(
  { format, codec, transport, direction }: SequenceCell,
  { formats }: Pick<Vocabulary, 'formats'>,
): string | null {
  const words = formats.find(({ name }) => name === format)!;
  const { endpoints } = CARRIES[transport];
  if (endpoints.includes('sse') && !words.isText) {
    return `Server-Sent Events carry text only${format === 'binary' ? '' : `, and ${format} is binary`}`;
  }
  const decoder = words.codecs.find(({ name }) => name === codec);
  if (decoder?.inPages === false) return `${codec} is a codec of ${sayClients(decoder)}, for answers`;
  if (decoder?.takesAnswers === true) return `${codec} decodes answers, not messages`;
  if (direction === 'client-to-server' && decoder?.needsBrowser === true) {
    return `${codec} needs a DOM, and to the server it is the server that decodes`;
  }
  return null;
}
