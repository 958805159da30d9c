// The one command that brings what is missing, on the systems we know it for.

/** For Debian and its kin; `sudo` in front for an ordinary user. */
export function installCommand(packages: readonly string[], isRoot: boolean): string {
  const apt = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  return isRoot ? apt : `sudo ${apt}`;
}
