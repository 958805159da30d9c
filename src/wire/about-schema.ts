// Checks what a target answers to GET /about against the shape that target-contract.ts declares.

import { z } from 'zod';
import { PROTOCOLS } from '../factors/protocol.ts';
import { ENDPOINTS } from './sequence.ts';
import { type About, CONTRACT_VERSIONS } from './target-contract.ts';

const Name = z.string().min(1);

const PayloadSchema = z.object({
  name: Name,
  shape: z.enum(['list', 'document', 'messages']),
  count: z.int().min(1),
  maxN: z.int().min(1),
  resamples: z.boolean().optional(),
  dictionary: z.record(Name, z.array(z.int().min(0))).optional(),
});

const MessagesSchema = z.object({
  endpoints: z.partialRecord(z.enum(ENDPOINTS), z.array(Name).min(1)),
  permessageDeflate: z.boolean(),
  largestBytes: z.int().min(1),
  contents: z.array(z.enum(['random', 'data'])).min(1),
});

const CallsSchema = z.object({
  operations: z.array(Name).min(1),
  formats: z.record(Name, z.array(Name).min(1)),
});

const AboutSchema = z.object({
  contract: z.literal(CONTRACT_VERSIONS),
  name: Name,
  version: Name,
  versions: z.record(z.string(), z.string()),
  features: z.object({
    datasets: z.array(Name),
    maxN: z.int().min(1),
    formats: z.record(Name, z.array(Name).min(1)),
    compressions: z.record(Name, z.array(z.int().min(0))),
    streamed: z.array(Name).optional(),
    computations: z.array(Name).min(1),
    protocols: z.array(Name).min(1).optional(),
    exceptions: z.partialRecord(z.enum(PROTOCOLS), z.array(Name).min(1)).optional(),
    messages: MessagesSchema.optional(),
    calls: CallsSchema.optional(),
    payloads: z.array(PayloadSchema).optional(),
  }),
});

export type ParsedAbout = { readonly about: About } | { readonly problems: readonly string[] };

/**
 * Takes the parsed JSON; the problems read `features.maxN: …`. Members that the contract does not know are
 * let pass.
 */
export function parseAbout(value: unknown): ParsedAbout {
  const parsed = AboutSchema.safeParse(value);
  if (parsed.success) return { about: parsed.data };
  return {
    problems: parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'about'}: ${isThere(value, path) ? message : 'is missing'}`,
    ),
  };
}

function isThere(value: unknown, path: readonly PropertyKey[]): boolean {
  const at = path.reduce<unknown>(
    (within, part) => (within as Record<PropertyKey, unknown> | null)?.[part],
    value,
  );
  return at !== undefined;
}
