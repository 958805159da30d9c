// What this browser calls itself, for people: nothing is decided by it.

const NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrom(?:e|ium)\/(\d+)/, 'Chromium'],
  [/Version\/(\d+)/, 'WebKit'],
];

/** `Firefox 140`; `this browser` where it is none that is known. */
export function browserName(userAgent: string): string {
  for (const [pattern, name] of NAMES) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'this browser';
}
