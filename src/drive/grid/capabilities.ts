// What a remote end is asked for: the browser as the lab starts its own, and what the environment adds; and
// what of its answer stands in records.

import { UserError } from '../../base/errors.ts';
import { engineNamed } from '../../factors/browser.ts';
import { quietArguments, trustingArgument } from '../agents/chromium.ts';
import { FIREFOX_PREFS } from '../agents/firefox-prefs.ts';
import type { Trust } from '../driver.ts';
import { GRID_CAPABILITIES } from './grid-variables.ts';
import type { Capabilities } from './remote-end.ts';

/**
 * Throws a UserError where the environment's are no object. Lists in them (arguments of a browser) are added
 * to ours.
 */
export function askedCapabilities(
  browserName: string,
  env: Readonly<Record<string, string | undefined>>,
  trust: Pick<Trust, 'spkiSha256Base64'> | null = null,
): Capabilities {
  return merged({ browserName, ...ownOptions(browserName, trust) }, readCapabilities(env));
}

function ownOptions(browserName: string, trust: Pick<Trust, 'spkiSha256Base64'> | null): Capabilities {
  // Only that key is trusted where the browser can be told so, and whatever comes where it cannot.
  const anyCertificate = trust === null ? {} : { acceptInsecureCerts: true };
  switch (engineNamed(browserName)) {
    case 'chromium': {
      const args = [...quietArguments(), ...(trust === null ? [] : [trustingArgument(trust)])];
      return { [/edge/i.test(browserName) ? 'ms:edgeOptions' : 'goog:chromeOptions']: { args } };
    }
    case 'firefox':
      return { 'moz:firefoxOptions': { args: ['-headless'], prefs: FIREFOX_PREFS }, ...anyCertificate };
    default:
      return anyCertificate;
  }
}

/** Throws a UserError where it is no JSON object. It is not shown: it may hold a vendor's key. */
export function readCapabilities(env: Readonly<Record<string, string | undefined>>): Capabilities {
  const text = env[GRID_CAPABILITIES] ?? '';
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Capabilities;
  } catch {
    // Told below.
  }
  const what = 'is no JSON object of capabilities, such as {"platformName":"linux"}';
  throw new UserError([{ file: GRID_CAPABILITIES, path: '', what }]);
}

function merged(ours: Capabilities, theirs: Capabilities): Capabilities {
  const both: Record<string, unknown> = { ...ours };
  for (const [name, value] of Object.entries(theirs)) {
    const own = both[name];
    if (Array.isArray(own) && Array.isArray(value)) both[name] = [...own, ...value];
    else if (isObject(own) && isObject(value)) both[name] = merged(own, value);
    else both[name] = value;
  }
  return both;
}

function isObject(value: unknown): value is Capabilities {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is the standard's: others' may hold names, paths and addresses of the node. */
const RECORDED = ['browserName', 'browserVersion', 'platformName', 'acceptInsecureCerts'] as const;

export function recordedCapabilities(came: Capabilities): Capabilities {
  return Object.fromEntries(RECORDED.flatMap((name) => (name in came ? [[name, came[name]]] : [])));
}
