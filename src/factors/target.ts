import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf } from './factor.ts';
import { isOverQuic, type Protocol } from './protocol.ts';

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

/** Told before a run where target.json says it, and else by its session. */
export function whyNotSpoken(target: string, protocol: Protocol): string {
  // TLS and HTTP/2 nginx has for those that do without.
  const instead =
    isBehindNginx(target) || isOverQuic(protocol)
      ? ''
      : `: ${withNginx(target)} does, with nginx in front of it`;
  return `target ${target} does not speak ${protocol}${instead}`;
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
