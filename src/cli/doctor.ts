// wirefare doctor: what this machine has, what is missing, and how to get it.

import { styleText } from 'node:util';
import { EXIT_FAILED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { PROJECT_ROOT } from '../base/places.ts';
import { examineMachine } from '../drive/machine/doctor.ts';
import type { Finding } from '../drive/machine/finding.ts';
import { dataDirectory } from './surroundings/run-context.ts';
import { sayOut } from './surroundings/say-out.ts';

/** The main job needs this browser; the others only the studies that name them. */
const REQUIRED = 'chromium';

const MARKS = { ok: ['green', '✓'], warning: ['yellow', '!'], missing: ['red', '✗'] } as const;

export interface DoctorFlags {
  readonly json?: boolean;
}

export async function doctor(flags: DoctorFlags, host: Host): Promise<number> {
  const { nodePath, env, tempDir, isRoot } = host;
  const cacheDir = dataDirectory(host);
  const settings = { nodePath, projectRoot: PROJECT_ROOT, env, tempDir, isRoot, cacheDir };
  const findings = await examineMachine(settings);
  if (flags.json === true) host.out(`${JSON.stringify(findings, null, 1)}\n`);
  else sayOut(host, sayFindings(findings, host.colour));
  const lacking = findings.some(({ name, status }) => name === REQUIRED && status === 'missing');
  return lacking ? EXIT_FAILED : 0;
}

function sayFindings(findings: readonly Finding[], colour: boolean): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, status, what, remedy }) => {
    const [style, sign] = MARKS[status];
    const mark = colour ? styleText(style, sign, { validateStream: false }) : sign;
    const line = `  ${mark} ${name.padEnd(width)}  ${what}`;
    return remedy === '' ? [line] : [line, `    ${' '.repeat(width)}  → ${remedy}`];
  });
  return `${lines.join('\n')}\n`;
}
