// Data of one's own, as typed among the levels of `dataset`: {file: orders.json, path: data.items}. The
// values are checked later (own-payloads.ts), so that everything wrong with them is told at once; editors get
// the patterns.

import { z } from 'zod';

export type OwnPayloadFile = z.infer<ReturnType<typeof ownPayloadSchema>>;

export const OWN_PAYLOAD_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Title and example of every key: the messages quote them. */
export const OWN_PAYLOAD_KEYS = {
  file: {
    title: 'a file, or a list of files',
    description:
      'Relative to the study file. Several files are messages: one exchange sends one, the next one each time.',
    example: 'orders.json',
  },
  path: {
    title: 'a path into the document',
    description: 'Where the records stand in it.',
    example: 'data.items',
  },
  exact: {
    title: 'true or false',
    description:
      'Whether whole numbers beyond 2^53 that a double would change are refused. Left out: read as the nearest double, as browsers do.',
    example: true,
  },
  dictionary: {
    title: 'a file with an earlier answer',
    description:
      'Read as the file is, and what both ends already have: compression `dcz` takes it as dictionary. Not the same data.',
    example: 'yesterday.json',
  },
  name: {
    title: 'a name of at most 40 small letters, digits and hyphens',
    description: 'What filters, comparisons and reports call it. Left out: made from the file’s.',
    example: 'orders',
  },
} as const;

export type OwnPayloadKey = keyof typeof OWN_PAYLOAD_KEYS;

export function ownPayloadSchema() {
  const plain = { type: 'string', minLength: 1 };
  const files = { anyOf: [plain, { type: 'array', items: plain, minItems: 1 }] };
  return z
    .looseObject({
      file: value('file', files),
      path: value('path', plain),
      exact: value('exact', { type: 'boolean' }),
      dictionary: value('dictionary', plain),
      name: value('name', { type: 'string', pattern: OWN_PAYLOAD_NAME.source }),
    })
    .meta({ required: ['file'], additionalProperties: false });
}

function value(key: OwnPayloadKey, shape: object) {
  const { title, description, example } = OWN_PAYLOAD_KEYS[key];
  return z
    .unknown()
    .optional()
    .meta({ ...shape, title, description, examples: [example] });
}
