// wirefare report RECORD: any report, remade from the record alone.

import { resolve } from 'node:path';
import { Mistakes } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { reportNamed } from '../../report/catalogue.ts';
import { REPORT_NAMES, type Report } from '../../report/report.ts';
import { type Keep, NAME_CLIENTS, parseKeep } from '../../study/keep.ts';
import { type Price, parsePrice } from '../../study/price.ts';
import { parseWeights } from '../../summary/index/weights.ts';
import {
  readRecord,
  stdoutLook,
  type WeightsAsked,
  writeReport,
  writeSummary,
} from '../surroundings/record-files.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { unknownFlagWord, wrongFlag } from '../verb.ts';

export interface ReportFlags {
  readonly format: string;
  readonly out?: string;
  readonly weights?: string;
  readonly baseline?: string;
  readonly price?: string;
  readonly keep?: string;
}

export async function report(record: string, flags: ReportFlags, host: Host): Promise<number> {
  const { format, out } = flags;
  const asked = reportNamed(format);
  if (asked === undefined) throw unknownFlagWord('--format', 'report', format, REPORT_NAMES);
  const dir = resolve(host.cwd, record);
  const mistakes = new Mistakes();
  const index = mistakes.of(() => weightsAsked(flags, asked));
  const price = mistakes.of(() => priceAsked(flags, asked));
  const keep = mistakes.of(() => keepAsked(flags, asked));
  mistakes.throwIfAny();
  const input = await readRecord(dir, {
    ...{ index: index ?? null, price: price ?? null, keep: keep ?? null },
    tells: asked.tells,
  });
  if (keep != null && input.summary.clients === undefined)
    throw wrongFlag('--keep', `the record has no other clients: ${NAME_CLIENTS}`);
  if (out === '-' || (out === undefined && asked.goesTo === 'stdout')) {
    const say = (chunk: string | Uint8Array) =>
      asked.name === 'terminal' ? sayOut(host, String(chunk)) : host.out(chunk);
    await asked.render(input, say, stdoutLook(host));
  } else {
    // A report that goes elsewhere leaves the record alone: it may lie where nothing can be written.
    if (out === undefined) writeSummary(dir, input);
    const path = out === undefined ? undefined : resolve(host.cwd, out);
    host.out(`${await writeReport(dir, asked, input, path)}\n`);
  }
  return 0;
}

function weightsAsked({ weights, baseline }: ReportFlags, report: Report): WeightsAsked | null {
  if (weights === undefined && baseline === undefined) return null;
  if (report.tells === 'samples') {
    const flag = weights === undefined ? '--baseline' : '--weights';
    throw wrongFlag(flag, `the ${report.name} report has samples only, and no index`);
  }
  return { weights: weights === undefined ? null : parseWeights(weights), baseline: baseline ?? null };
}

function priceAsked({ price }: ReportFlags, report: Report): Price | null {
  if (price === undefined) return null;
  if (report.tells === 'samples')
    throw wrongFlag('--price', `the ${report.name} report has samples only, and no costs`);
  return parsePrice(price);
}

function keepAsked({ keep }: ReportFlags, report: Report): Keep | null {
  if (keep === undefined) return null;
  if (report.tells === 'samples')
    throw wrongFlag('--keep', `the ${report.name} report has samples only, and no answers`);
  return parseKeep(keep);
}
