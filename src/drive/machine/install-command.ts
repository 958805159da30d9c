// The one command that installs what is missing, on the systems for which we know it.

/** For Debian and related systems, with `sudo` for an ordinary user. */
export function installCommand(packages: readonly string[], isRoot: boolean): string {
  const apt = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  return isRoot ? apt : `sudo ${apt}`;
}
