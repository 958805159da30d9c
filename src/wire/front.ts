// What the lab tells a front (src/front/): the server that stands behind it, and how often that may be asked,
// in a second and in all. It is one line of JSON on the front's stdin: a command line everybody on the
// machine may read, and an environment everybody of the same user, as long as the process lives.

import { z } from 'zod';

const UpstreamSchema = z.strictObject({
  /** Without credentials and fragment. Path and query are asked as they stand. */
  url: z.url(),
  /** The user's, names in small letters; they replace the browser's. */
  headers: z.record(z.string(), z.string()),
  /** The one of the host's addresses that is asked. */
  address: z.string().min(1),
  /** As it was found to speak it. */
  protocol: z.enum(['http1', 'https1', 'h2']),
  /** Any certificate is taken: for loopback alone. */
  insecure: z.boolean(),
});

export const FrontSchema = z.strictObject({
  name: z.string().min(1),
  upstream: UpstreamSchema,
  /** What its answer is called in cells. */
  dataset: z.string().min(1),
  /** Path of the dialer's socket; null: the server is reached from where the front is. */
  dialer: z.string().min(1).nullable(),
  /** Most requests to the server in a second; null: as many as come. */
  perSecond: z.number().positive().nullable(),
  /** Most requests to it in all; null: as many as come. */
  most: z.int().min(0).nullable(),
  /** A front before it ended without a word of how many it sent: all that it was handed count as sent. */
  isUntold: z.literal(true).optional(),
  /** A connection to it waits for the next request. */
  holdsSpare: z.boolean(),
});

export type Upstream = Readonly<z.infer<typeof UpstreamSchema>>;
export type FrontSettings = Readonly<z.infer<typeof FrontSchema>>;
