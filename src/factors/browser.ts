import { ALL_KINDS, AS_IT_STANDS, type Factor, inWords, oneOf, type Reading } from './factor.ts';

/** A client that somebody else opens, on a network of its own. */
export const OUTSIDE = 'outside';
/** The client without a DOM. */
export const WITHOUT_DOM = 'node';
/** Those that the lab starts on its own machine. */
export const BROWSERS_HERE = ['chromium', 'firefox', 'webkit', WITHOUT_DOM] as const;
/** The clients that come with Wirefare. Programs (clients/) are levels too. */
export const BROWSERS = [...BROWSERS_HERE, OUTSIDE] as const;

/** A browser that a W3C WebDriver remote end starts: Selenium Grid, a bare driver, a vendor. */
export interface GridBrowser {
  /** As WebDriver calls it: `chrome`, `firefox`, `MicrosoftEdge`, `safari`. */
  readonly browserName: string;
  /** `https://host:4444`, no slash at the end. */
  readonly server: string;
}

const GRID = 'grid:';
const GRID_EXAMPLE = 'grid:chrome@https://host:4444';

/** null for every other client. The level must have been read. */
export function gridBrowser(level: string): GridBrowser | null {
  if (!level.startsWith(GRID)) return null;
  const at = level.indexOf('@');
  return { browserName: level.slice(GRID.length, at), server: level.slice(at + 1) };
}

/** The lab neither starts it on this machine nor has it in an emulated network. */
export function isElsewhere(level: string): boolean {
  return level === OUTSIDE || level.startsWith(GRID);
}

/** It comes over a network. A Grid on the lab's machine is taken to have its browsers there too. */
export function isOverNetwork(level: string): boolean {
  const grid = gridBrowser(level);
  return level === OUTSIDE || (grid !== null && !isLoopback(new URL(grid.server).hostname));
}

/** The machine of a server; this one always by the same name. */
export function machineOf(server: string): string {
  const { hostname } = new URL(server);
  return isLoopback(hostname) ? 'localhost' : hostname;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** Chromium, Firefox or WebKit, by the name that WebDriver has for it; null where it is none of them. */
export function engineNamed(browserName: string): 'chromium' | 'firefox' | 'webkit' | null {
  if (/^(chrome|chromium|MicrosoftEdge|msedge|opera)/i.test(browserName)) return 'chromium';
  if (/^firefox$/i.test(browserName)) return 'firefox';
  return /^(safari|webkit|MiniBrowser|wpe)/i.test(browserName) ? 'webkit' : null;
}

/** What is wrong never repeats a password. */
function readGrid(typed: string): Reading {
  const match = /^grid:([^@/]*)@(.*)$/s.exec(typed);
  if (match === null) return { wrong: `${typed} names no server: it is written as ${GRID_EXAMPLE}` };
  const [, name = '', address = ''] = match;
  if (!/^[\w.-]+$/.test(name)) return { wrong: `names no browser before the @: ${GRID_EXAMPLE}` };
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return { wrong: `what stands behind ${GRID}${name}@ is no http or https URL: ${GRID_EXAMPLE}` };
  if (url.username !== '' || url.password !== '')
    return {
      wrong: `names a user in the URL of ${url.host}, and records would keep that: set WIREFARE_GRID_USER and WIREFARE_GRID_PASSWORD instead`,
    };
  if (url.search !== '' || url.hash !== '')
    return { wrong: `the URL of ${url.host} ends with its path: take away what follows ? or #` };
  return { word: `${GRID}${name}@${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

export const browser = {
  ...AS_IT_STANDS,
  ...inWords('in', String),
  name: 'browser',
  kinds: ALL_KINDS,
  role: 'place',
  sharedInTable: ALL_KINDS,
  // A client that is a program has decoders of its own.
  followedBy: ['codec'],
  byDefault: { request: 'chromium', call: 'chromium', sequence: 'chromium' },
  unsaidIn: [],
  inStudyFiles: true,
  parse: String,
  spell: (level: string) => level,
  known: ({ browsers }) => browsers,
  read: (typed, { browsers }) =>
    String(typed).startsWith(GRID) ? readGrid(String(typed)) : oneOf(typed, browsers),
  help: {
    says: () =>
      'The client. `grid:NAME@URL` is the browser NAME of a Selenium Grid, or of any other W3C WebDriver remote end, at that URL.',
    examples: ['chromium', ['chromium', 'firefox'], 'grid:chrome@https://host:4444'],
    shape: 'words',
  },
} as const satisfies Factor<'browser', string>;
