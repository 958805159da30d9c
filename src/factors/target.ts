import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf } from './factor.ts';

const BEHIND_NGINX = 'nginx+';

/** `nginx+node` is target node with nginx in front of it: its name by itself. */
export function withoutNginx(name: string): string {
  return name.startsWith(BEHIND_NGINX) ? name.slice(BEHIND_NGINX.length) : name;
}

export function withNginx(name: string): string {
  return `${BEHIND_NGINX}${name}`;
}

export function isBehindNginx(name: string): boolean {
  return name.startsWith(BEHIND_NGINX);
}

/** The server under test. */
export const target = {
  ...AS_IT_STANDS,
  ...inWords('from target', String),
  name: 'target',
  kinds: ALL_KINDS,
  role: 'place',
  sharedInTable: ALL_KINDS,
  // A target has encoders of its own.
  followedBy: ['encoder'],
  byDefault: { request: 'node', call: 'node', sequence: 'node' },
  unsaidIn: [],
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: ({ targets }) => targets,
  read: (typed, { targets }) => oneOf(typed, targets),
  help: {
    says: () =>
      'The server: a folder of targets/, or a URL as it stands. `nginx+NAME` is target NAME with nginx in front of it.',
    completed: () => [],
    examples: ['node', 'nginx+node', { url: 'http://localhost:3000/api/orders', name: 'today' }],
    shape: 'words',
  },
} as const satisfies Factor<'target', string>;
