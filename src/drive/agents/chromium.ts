// Chromium by a plain command line: headless, a fresh profile, no traffic except the page's, no throttling of
// a page that nobody looks at.

import { mkdir, readdir, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentDriver, AgentSettings, Trust } from '../driver.ts';
import { findProgram, readOutput, type Wanted } from '../machine/find-program.ts';
import { systemHere } from '../machine/system.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { type DriveSettings, openAgent } from './open-agent.ts';

export const CHROMIUM: Wanted = {
  name: 'chromium',
  override: 'WIREFARE_CHROMIUM',
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  paths: ['/usr/bin/chromium', '/usr/lib/chromium/chromium', '/opt/google/chrome/chrome'],
  onMac: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  onWindows: ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe'],
  packages: ['chromium'],
};

// Everything that asks a server of the vendor for something: updates, field trials, sign-in, lists,
// suggestions.
const NO_TRAFFIC = [
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--component-updater=url-source=http://127.0.0.1:9/',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--allow-browser-signin=false',
  '--gaia-url=http://127.0.0.1:9/',
  '--gcm-checkin-url=http://127.0.0.1:9/',
  '--gcm-mcs-endpoint=http://127.0.0.1:9/',
  '--gcm-registration-url=http://127.0.0.1:9/',
  '--google-base-url=http://127.0.0.1:9/',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];

const WITHOUT_FEATURES = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'NewTabPageTriggerForPrerender2',
  'OptimizationHints',
  // Chromium would open a second connection after 250 ms without one, and it would stay open for the next
  // exchange, which should be cold.
  'PermitTcpSocketPoolConnectBackupJobs',
  'PreconnectToSearch',
  'SearchPrefetchServicePrefetching',
  'Translate',
];

// A hidden or covered page gets eight timers a second without these.
const NO_THROTTLING = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-ipc-flooding-protection',
  '--disable-renderer-backgrounding',
];

const QUIET_DESK = [
  '--disable-breakpad',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--hide-scrollbars',
  '--mute-audio',
  '--password-store=basic',
  '--window-size=1280,800',
];

// At first it complains many times a second that there is no message bus.
const NOISE = /dbus\/|zygote_communication_linux|unexpected operator/;

// Chromium keeps dictionaries of another origin only if it would keep a cookie, and only for certificates of
// known authorities. The run's certificate is not one of these.
const KEEPS_DICTIONARIES = {
  preferences: JSON.stringify({ profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }),
  withoutFeature: 'CompressionDictionaryTransportRequireKnownRootCert',
};

/**
 * Chromium keeps what its processes share in /dev/shm; containers give it 64 MB, too little for large
 * answers.
 */
const SHARED_MEMORY_BYTES_WANTED = 1 << 30;

export function chromiumDriver(settings: DriveSettings, guardian: Guardian): AgentDriver {
  const { isRoot, proxyPort } = settings;
  const find = once(() => findChromium(settings));
  return {
    name: 'chromium',
    find,
    open: async (pageUrl, { placement, trust, dictionaries = false, http3 = [] } = {}) => {
      const { path, version } = await find();
      const machine = { isRoot, proxyPort, smallSharedMemory: await isSharedMemorySmall() };
      const preferences = dictionaries ? KEEPS_DICTIONARIES.preferences : null;
      const spec = async (profile: { folder: string; env: Readonly<Record<string, string>> }) => {
        if (preferences !== null) await writePreferences(profile.folder, preferences);
        return {
          name: 'chromium',
          path,
          args: chromiumArguments(pageUrl, profile.folder, machine, { trust, dictionaries, http3 }),
          env: profile.env,
          noise: NOISE,
        };
      };
      return openAgent({ engine: 'chromium', version, spec, placement, preferences }, settings, guardian);
    },
  };
}

export function chromiumArguments(
  pageUrl: string,
  profileFolder: string,
  machine: {
    readonly isRoot: boolean;
    readonly smallSharedMemory: boolean;
    readonly proxyPort?: number | undefined;
  },
  { trust, dictionaries = false, http3 = [] }: Omit<AgentSettings, 'placement'> = {},
): string[] {
  return [
    `--user-data-dir=${profileFolder}`,
    // Chromium's sandbox refuses to run as root.
    ...(machine.isRoot ? ['--no-sandbox'] : []),
    ...(machine.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
    ...quietArguments(dictionaries ? [KEEPS_DICTIONARIES.withoutFeature] : []),
    // Loopback never goes through a proxy unless this rule names it.
    ...(machine.proxyPort === undefined
      ? []
      : [`--proxy-server=http://127.0.0.1:${machine.proxyPort}`, '--proxy-bypass-list=<-loopback>']),
    ...(trust == null ? [] : [trustingArgument(trust)]),
    // It would ask there by TCP first, and stay with that for a while.
    ...(http3.length === 0 ? [] : [`--origin-to-force-quic-on=${http3.join()}`]),
    pageUrl,
  ];
}

/** What every Chromium is started with, whoever starts it: without a window, quiet, at its full pace. */
export function quietArguments(withoutFeatures: readonly string[] = []): string[] {
  return [
    '--headless=new',
    ...NO_TRAFFIC,
    `--disable-features=${[...WITHOUT_FEATURES, ...withoutFeatures].join()}`,
    ...NO_THROTTLING,
    ...QUIET_DESK,
  ];
}

/** Trusts certificates of this key only. Chromium ignores the flag without a profile folder. */
export function trustingArgument({ spkiSha256Base64 }: Pick<Trust, 'spkiSha256Base64'>): string {
  return `--ignore-certificate-errors-spki-list=${spkiSha256Base64}`;
}

/** Writes the preferences of the profile that it will start with. */
async function writePreferences(profileFolder: string, preferences: string): Promise<void> {
  const folder = join(profileFolder, 'Default');
  await mkdir(folder);
  await writeFile(join(folder, 'Preferences'), preferences);
}

async function findChromium(settings: DriveSettings): Promise<{ path: string; version: string }> {
  const path = await findProgram(CHROMIUM, settings);
  const told =
    systemHere() === 'windows'
      ? await versionFolder(path)
      : await readOutput(path, ['--version'], settings.env);
  return { path, version: /\d+(\.\d+)+/.exec(told ?? '')?.[0] ?? 'unknown' };
}

/** On Windows it opens a window when it is asked for its version, which a folder beside it is named by. */
async function versionFolder(path: string): Promise<string | null> {
  const beside = await readdir(dirname(path)).catch(() => []);
  return beside.findLast((name) => /^\d+(\.\d+){3}$/.test(name)) ?? null;
}

async function isSharedMemorySmall(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs('/dev/shm');
    return bavail * bsize < SHARED_MEMORY_BYTES_WANTED;
  } catch {
    return true;
  }
}
