// A URL as typed among the levels of `target`: {url: http://localhost:3000/api/orders, name: today}. The
// values are checked later (resolve/url-targets.ts), so that everything wrong with one is told at once;
// editors get the patterns.

import { z } from 'zod';

export type UrlTargetFile = z.infer<ReturnType<typeof urlTargetSchema>>;

export const URL_TARGET_NAME = /^[a-z0-9][a-z0-9.-]{0,39}$/;

const RATE = /^(\d+(?:\.\d+)?)\/(s|min)$/;
export const MOST_REQUESTS_PER_SECOND = 1_000;

/** `20/s`, `30/min` → requests in a second; null where it is none, or too many. */
export function parseRequestRate(text: string): number | null {
  const found = RATE.exec(text);
  if (found === null) return null;
  const perSecond = Number(found[1]) / (found[2] === 's' ? 1 : 60);
  return perSecond > 0 && perSecond <= MOST_REQUESTS_PER_SECOND ? perSecond : null;
}

const VARIABLE = `\`\${NAME}\``;

/** Title and example of every key: the messages quote them. */
export const URL_TARGET_KEYS = {
  url: {
    title: 'an http(s) URL',
    description: `What is asked, again and again, by GET, as it stands. ${VARIABLE} in path or query is the variable NAME of the environment.`,
    example: 'http://localhost:3000/api/orders',
  },
  name: {
    title: 'a name of at most 40 small letters, digits, hyphens and dots',
    description: 'What filters, comparisons and reports call it. Left out: host and path.',
    example: 'today',
  },
  headers: {
    title: 'headers, each a text',
    description: `Sent with every request. ${VARIABLE} is the variable NAME of the environment, from which secrets have to come: they stand in no study file and in no record, which keeps a header as it is written here. Beside variables a header that is named like a secret has names and a scheme alone (\`sid=\${SID}; theme=\${THEME}\`).`,
    example: { Authorization: `Bearer \${ORDERS_TOKEN}` },
  },
  insecure: {
    title: 'true or false',
    description: 'Whether any certificate is taken, on this machine alone.',
    example: true,
  },
  schema: {
    title: 'FILE.proto:Message',
    description: 'What answers in Protobuf are; the file is relative to the study file.',
    example: 'shop.proto:Orders',
  },
  rate: {
    title: `a number of requests in a time, at most ${MOST_REQUESTS_PER_SECOND}/s`,
    description: 'Most requests. Left out: 20/s to a server that is not on this machine.',
    example: '20/s',
  },
  timeout: {
    title: 'a time',
    description: 'The longest that one answer may take when it is read before the run. Left out: 30s.',
    example: '2m',
  },
  limit: {
    title: 'a number of bytes',
    description: 'The longest answer. Left out: 100MB.',
    example: '500MB',
  },
} as const;

export type UrlTargetKey = keyof typeof URL_TARGET_KEYS;

export function urlTargetSchema() {
  const plain = { type: 'string', minLength: 1 };
  return z
    .looseObject({
      url: value('url', { type: 'string', pattern: '^[hH][tT][tT][pP][sS]?://' }),
      name: value('name', { type: 'string', pattern: URL_TARGET_NAME.source }),
      headers: value('headers', { type: 'object', additionalProperties: plain }),
      insecure: value('insecure', { type: 'boolean' }),
      schema: value('schema', { type: 'string', pattern: '\\.proto(:[\\w.]+)?$' }),
      rate: value('rate', { type: 'string', pattern: RATE.source }),
      timeout: value('timeout', { type: 'string' }),
      limit: value('limit', { type: 'string' }),
    })
    .meta({ required: ['url'], additionalProperties: false });
}

function value(key: UrlTargetKey, shape: object) {
  const { title, description, example } = URL_TARGET_KEYS[key];
  return z
    .unknown()
    .optional()
    .meta({ ...shape, title, description, examples: [example] });
}
