// wirefare map RECORD: which way wins over which network, from the record alone.

import { join, resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { FILES } from '../../record/record-writer.ts';
import { MAP_FORMATS } from '../../report/predicted/map-formats.ts';
import { writeMap } from '../../report/predicted/map-report.ts';
import { PLAIN_LOOK } from '../../report/report.ts';
import { parsePrice } from '../../study/price.ts';
import { type Decision, decisionsFor } from '../../summary/predicted/decisions.ts';
import { writeInChunks } from '../surroundings/output-file.ts';
import { readRecord, stdoutLook } from '../surroundings/record-files.ts';
import { unknownFlagWord, wrongFlag } from '../verb.ts';

export interface MapFlags {
  readonly n?: string;
  readonly format: string;
  readonly out?: string;
  readonly price?: string;
}

export async function map(record: string, { n, format, out, price }: MapFlags, host: Host): Promise<number> {
  const asked = MAP_FORMATS.find((name) => name === format);
  if (asked === undefined) throw unknownFlagWord('--format', 'format', format, MAP_FORMATS);
  const objects = n === undefined ? null : parseObjects(n);
  const asking = { price: price === undefined ? null : parsePrice(price) };
  const dir = resolve(host.cwd, record);
  const { run, samples, summary } = await readRecord(dir, asking);
  const decisions = decisionsFor(run, samples, objects);
  if ('reasons' in decisions) {
    const problems = decisions.reasons.map((what) => ({
      file: join(dir, FILES.run),
      path: '',
      what: `is no ground for a map: ${what}`,
    }));
    throw new UserError(problems);
  }
  if (objects !== null) refuseUntold(objects, decisions);
  const input = { summary, decisions: asked === 'terminal' ? decisions.map(withOneMap) : decisions };
  const path = out ?? (asked === 'html' ? join(dir, 'map.html') : '-');
  if (path === '-') {
    await writeMap(asked, input, (chunk) => host.out(chunk), stdoutLook(host));
  } else {
    const whole = resolve(host.cwd, path);
    await writeInChunks(whole, 'user', (write) => writeMap(asked, input, write, PLAIN_LOOK));
    host.out(`${whole}\n`);
  }
  return 0;
}

function parseObjects(text: string): number {
  const n = Number(text);
  if (!Number.isSafeInteger(n) || n < 1) throw wrongFlag('--n', `must be a number of objects, not ${text}`);
  return n;
}

/** At the most objects: a terminal has no room for all. */
function withOneMap(decision: Decision): Decision {
  return { ...decision, maps: decision.maps.slice(0, 1) };
}

function refuseUntold(n: number, decisions: readonly Decision[]): void {
  const maps = decisions.flatMap((decision) => decision.maps);
  if (maps.some(({ fields }) => fields !== null)) return;
  const reasons = new Set(maps.flatMap(({ refused }) => refused.map(({ reason }) => reason)));
  throw wrongFlag('--n', `${n}: ${[...reasons].join('; ')}`);
}
