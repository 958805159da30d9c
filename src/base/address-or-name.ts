// What may stand for a machine in the host of a URL.

import { isIPv4 } from 'node:net';

/**
 * An IPv4 address, or a name that browsers take for one, such as `3d.local`: `192.168.1` and `lab.7` they
 * take for addresses, and not for those that were meant.
 */
export function isAddressOrName(text: string): boolean {
  if (isIPv4(text)) return true;
  const url = `http://${text}/`;
  const isWritten = /^[a-z\d_][\w-]*(\.[\w-]+)*$/i.test(text) && URL.canParse(url);
  return isWritten && new URL(url).hostname === text.toLowerCase();
}
