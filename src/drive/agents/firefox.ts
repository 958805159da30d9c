// Firefox by a plain command line: headless, a fresh profile whose user.js turns off all traffic except the
// page's and gives the clock its full resolution.

import { writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import type { AgentDriver, Trust } from '../driver.ts';
import { findProgram, readOutput, type Wanted } from '../machine/find-program.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { firefoxUserJs, HTTP3_PREFS, proxyPrefs } from './firefox-prefs.ts';
import { type DriveSettings, openAgent } from './open-agent.ts';
import type { Profile } from './profile.ts';

export const FIREFOX: Wanted = {
  name: 'firefox',
  override: 'WIREFARE_FIREFOX',
  names: ['firefox-esr', 'firefox'],
  paths: ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/usr/bin/firefox'],
  onMac: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  onWindows: ['Mozilla Firefox/firefox.exe'],
  packages: ['firefox-esr'],
};

const SHA256_OID = 'OID.2.16.840.1.101.3.4.2.1';

const QUIET_ENV = {
  MOZ_HEADLESS: '1',
  MOZ_CRASHREPORTER_DISABLE: '1',
  // Lets the profile name the settings server. Without it Firefox asks Mozilla's server, whatever the profile
  // says.
  MOZ_REMOTE_SETTINGS_DEVTOOLS: '1',
  MOZ_DATA_REPORTING: '0',
};

export function firefoxDriver(settings: DriveSettings, guardian: Guardian): AgentDriver {
  const find = once(() => findFirefox(settings));
  return {
    name: 'firefox',
    find,
    open: async (pageUrl, { placement, trust, http3 = [] } = {}) => {
      const { path, version } = await find();
      const spec = async (profile: Profile) => {
        await writeFile(
          nodePath.join(profile.folder, 'user.js'),
          firefoxUserJs({ ...proxyPrefs(settings.proxyPort), ...(http3.length > 0 && HTTP3_PREFS) }),
        );
        if (trust != null) {
          await writeFile(nodePath.join(profile.folder, 'cert_override.txt'), certificateOverrides(trust));
        }
        return {
          name: 'firefox',
          path,
          args: ['--headless', '--no-remote', '--new-instance', '--profile', profile.folder, pageUrl],
          env: { ...profile.env, ...QUIET_ENV },
        };
      };
      return openAgent({ engine: 'firefox', version, spec, placement }, settings, guardian);
    },
  };
}

/** The profile's list of exceptions: this certificate at these places, as if a user had accepted it there. */
export function certificateOverrides({ authorities, sha256Fingerprint }: Trust): string {
  return authorities.map((authority) => `${authority}:\t${SHA256_OID}\t${sha256Fingerprint}\t\n`).join('');
}

async function findFirefox(settings: DriveSettings): Promise<{ path: string; version: string }> {
  const path = await findProgram(FIREFOX, settings);
  const versionLine = await readOutput(path, ['--version'], settings.env);
  return { path, version: /\d+(\.\d+)+(esr)?/.exec(versionLine ?? '')?.[0] ?? 'unknown' };
}
