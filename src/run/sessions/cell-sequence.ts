// A planned cell of messages as the agent is told of it: what it is to ask the target for, and over what.

import type { CertificateFiles } from '../../drive/targets/certificate.ts';
import { modeOf, sizeOf } from '../../messages/level-words.ts';
import type { CellSequence } from '../../wire/agent-protocol.ts';
import { type Factors, isMessages, RANDOM_DATASET } from '../../wire/factors.ts';
import type { MessageContent, MessageTransport } from '../../wire/sequence.ts';

export interface SequenceSurroundings {
  /** Of the run's contents: all cells of a size send the same. */
  readonly seed: number;
  /** The target's; null where it speaks no TLS. */
  readonly certificate: Pick<CertificateFiles, 'sha256Base64'> | null;
}

/** null where the cell is of requests. */
export function cellSequence(
  factors: Factors,
  { seed, certificate }: SequenceSurroundings,
): CellSequence | null {
  if (!isMessages(factors)) return null;
  const { mode, ratePerSecond } = known(modeOf(factors.mode), 'mode', factors.mode);
  const { direction, n, compression } = factors;
  return {
    transport: factors.transport as MessageTransport,
    spec: {
      direction,
      mode,
      ratePerSecond,
      messages: n,
      content: contentOf(factors, seed),
      compression: compression as CellSequence['spec']['compression'],
    },
    certificateSha256Base64: certificate?.sha256Base64 ?? null,
  };
}

function contentOf({ dataset, format, encoder, codec, size }: Factors, seed: number): MessageContent {
  if (dataset !== RANDOM_DATASET) return { kind: 'data', dataset, format, encoder, codec };
  const body = format as 'text' | 'binary';
  return { kind: 'random', body, size: known(sizeOf(size), 'size', size), seed };
}

/** The study was checked, so a level that cannot be read is a bug of ours. */
function known<T>(read: T | null, factor: string, level: string): T {
  if (read === null) throw new Error(`no ${factor} of messages: ${level}`);
  return read;
}
