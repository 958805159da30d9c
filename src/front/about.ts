// What a front says of itself at /about.

import { AS_IT_COMES, NO_COMPRESSION } from '../factors/compression.ts';
import type { FrontSettings } from '../wire/front.ts';
import { type About, CONTRACT_VERSION } from '../wire/target-contract.ts';

const VERSION = '0.1.0';

/** The server decides which coding comes. */
const CODINGS = { [NO_COMPRESSION]: [], [AS_IT_COMES.coding]: [] };

export function aboutFront(
  { name, upstream, dataset }: FrontSettings,
  withTls: boolean,
  node: string,
): About {
  const { protocol } = upstream;
  return {
    contract: CONTRACT_VERSION,
    name,
    version: VERSION,
    versions: { node },
    features: {
      datasets: [],
      maxN: 1,
      formats: {},
      compressions: CODINGS,
      computations: ['none'],
      protocols: withTls && protocol !== 'http1' ? ['http1', protocol] : ['http1'],
      payloads: [{ name: dataset, shape: 'document', count: 1, maxN: 1 }],
    },
  };
}
