// Compressions with a dictionary (RFC 9842): a client offers one only for URLs for which it has kept a
// dictionary, so the agent gets it once for each cell's origin before it checks the cell, untimed, and then
// sees whether the client asks.

import { dictionaryPath, requestUrl, withoutSecret } from '../wire/target-contract.ts';
import type { Surroundings } from './block-exchanges.ts';
import { type CellRunner, prepareCell } from './cell-runner.ts';

/** What targets answer to a client that does not offer the coding, or not with that dictionary. */
const NOT_ASKED_FOR = 406;

/** A browser may go on writing what it keeps after the last byte has come. */
const TRIES = 20;
const BETWEEN_MS = 50;

/** Gets the cell's dictionary; answers whether the client then offers the coding for the cell's URL. */
export async function offersWithDictionary(
  { spec }: Pick<CellRunner, 'spec'>,
  { connections, nextSerial }: Pick<Surroundings, 'connections' | 'nextSerial'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { dataset, format, encoder } = spec;
  // Connections stay open meanwhile, whatever the cell is about.
  const warm = { ...spec, connection: 'warm' } as const;
  const { url } = prepareCell(warm);
  const ask = async () => {
    await statusOf(requestUrl(spec, dictionaryPath({ dataset, format, codec: encoder })), signal);
    for (let tries = 1; (await statusOf(url(nextSerial(), 0), signal)) === NOT_ASKED_FOR; tries++) {
      if (tries === TRIES) return false;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    return true;
  };
  return connections.carryOut(warm, () => signal, ask);
}

async function statusOf(url: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { signal });
  await response.arrayBuffer();
  if (response.ok || response.status === NOT_ASKED_FOR) return response.status;
  throw new Error(`the target answered ${response.status} to ${withoutSecret(url)}`);
}
