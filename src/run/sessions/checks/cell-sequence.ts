// A planned cell of messages as the agent is told of it: what it is to ask the target for, and over what.

import type { CertificateFiles } from '../../../drive/targets/certificate.ts';
import { type Cell, isSequence, type SequenceCell } from '../../../factors/cell.ts';
import { spellCompression } from '../../../factors/compression.ts';
import { isRandomFormat } from '../../../factors/format.ts';
import { randomSize } from '../../../factors/size.ts';
import type { CellSequence } from '../../../wire/agent-protocol.ts';
import type { MessageContent } from '../../../wire/sequence.ts';

export interface SequenceSurroundings {
  /** Of the run's contents: all cells of a size send the same. */
  readonly seed: number;
  /** The target's; null where it speaks no TLS. */
  readonly certificate: Pick<CertificateFiles, 'sha256Base64'> | null;
}

/** null where the cell is of requests. */
export function cellSequence(cell: Cell, { seed, certificate }: SequenceSurroundings): CellSequence | null {
  if (!isSequence(cell)) return null;
  const { direction, n, compression, mode, transport } = cell;
  return {
    transport,
    spec: {
      direction,
      mode: mode.name,
      ratePerSecond: mode.ratePerSecond,
      messages: n,
      content: contentOf(cell, seed),
      compression: spellCompression(compression) as CellSequence['spec']['compression'],
    },
    certificateSha256Base64: certificate?.sha256Base64 ?? null,
  };
}

function contentOf({ dataset, format, encoder, codec, size }: SequenceCell, seed: number): MessageContent {
  const policy = randomSize(size);
  if (policy === null || !isRandomFormat(format)) return { kind: 'data', dataset, format, encoder, codec };
  return { kind: 'random', body: format, size: policy, seed };
}
