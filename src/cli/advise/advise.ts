// wirefare advise PAYLOAD: your own data through every format and compression, and what to send on which network.
//
//   read ─► sizes ─► times ─► times in the browser ─► contenders ─► a study ─► run ─► advice

import type { Command } from 'commander';
import { EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { LINK_CHOICES } from '../../drive/links/link.ts';
import { readPayload } from '../../payload/read-payload.ts';
import { withAnswerBefore } from '../payload/own-dictionary.ts';
import { PROTO_FLAG, withProtoFile } from '../payload/own-proto.ts';
import { addPayloadFlags } from '../payload/payload-flags.ts';
import { askedDir } from '../run.ts';
import { measureStudy } from '../study/measure-study.ts';
import { driversOf } from '../surroundings/run-context.ts';
import type { Finish } from '../verb.ts';
import { chosenFrom } from './choose.ts';
import { type AdviseFlags, adviseSettings, DEFAULT_BUDGET, DEFAULT_NETWORKS } from './flags.ts';
import { keep } from './kept.ts';
import { screenAll } from './screen-all.ts';
import { taskOf } from './task.ts';
import { report } from './tell.ts';
import { requireWeighable } from './todays-way.ts';

export function addAdvise(program: Command, host: Host, finish: Finish): void {
  const command = program
    .command('advise <payload...>')
    .description(
      'which format and compression to send your own data in, measured in a browser: a file, several, a URL, or -',
    );
  addPayloadFlags(command)
    .option('--network <names>', `on which networks; ${DEFAULT_NETWORKS} unless given`)
    .option('--today <format>', 'how your server sends it now: json+gzip, xml; as the source is unless given')
    .option('--budget <time>', `for everything; ${DEFAULT_BUDGET} unless given`)
    .option(...PROTO_FLAG)
    .option('--dictionary <source>', 'an answer from before that clients still have (dcz, RFC 9842)')
    .option('--n <number>', 'so many records, resampled where the list has another number')
    .option('--browser <name>', 'chromium, firefox, webkit or node; chromium unless given')
    .option(
      '--protocol <name>',
      'https1, h2 or http1; https1 unless given, since browsers ask for br and zstd there',
    )
    .option('--link <engine>', `what emulates networks: ${LINK_CHOICES.join(', ')}; auto unless given`)
    .option(
      '--weights <weights>',
      'an index of what counts for you over what is sent today: encode=40,size=60',
    )
    .option('--seed <number>', 'of every random choice')
    .option('--out <dir>', 'folder for the record; runs/<date>-advise-<name> unless given')
    .option('--json', 'one JSON object: the advice, every size and time, the summary')
    .action(async (sources: string[], flags: AdviseFlags) => {
      finish(await adviseOrStop(sources, flags, host));
    });
}

async function adviseOrStop(sources: readonly string[], flags: AdviseFlags, host: Host): Promise<number> {
  try {
    return await advise(sources, flags, host, driversOf(host));
  } catch (thrown) {
    // Before anything is measured there is nothing to keep, and nothing to say but that it was stopped.
    if (host.interrupted.aborted && thrown === host.interrupted.reason) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

/** The verb, with drivers that a test may fake. Answers the exit code. */
export async function advise(
  sources: readonly string[],
  flags: AdviseFlags,
  host: Host,
  drivers: Drivers,
): Promise<number> {
  const settings = adviseSettings(flags);
  const dir = flags.out === undefined ? null : askedDir(flags.out, host.cwd);
  const startMs = host.clock.nowMs();
  const alone = withProtoFile(await readPayload(sources, settings.reading, host), flags.schema, host);
  const read = await withAnswerBefore(alone, flags.dictionary, settings.reading, host);
  const kept = keep(read, settings, host);
  for (const note of kept.payload.notes) host.err(`note: ${note}\n`);
  const screened = await screenAll(kept, settings, host, drivers);
  requireWeighable(settings, screened.ways[screened.today]!);
  const asked = await chosenFrom(screened, settings, startMs, host, drivers);
  const task = await taskOf(kept, screened, asked, settings, host, drivers);
  const measured = await measureStudy({ ...task, dir }, host, drivers);
  return report(measured, settings, flags, screened.screened, host);
}
