// wirefare run STUDY: measures, records, reports.

import type { RunFlags } from '../run/run.ts';
import { addStudyOptions, collect, KEEP_HELP, PRICE_HELP } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareRun(program: VerbCommand, start: Start): void {
  const command = program
    .command('run')
    .description('measure a study: a YAML file, or the name of one of the project’s')
    .argument('[study]', 'a file, or a name that `list studies` shows; none with --resume')
    .optionWith('--out <dir>', 'folder for the record', { usual: 'runs/<date>-<study>' })
    .option(
      '--resume <dir>',
      'go on with a record: an interrupted one, or for more --budget or a finer --precision',
    )
    .optionWith(
      '--host <address>',
      'where browsers on other machines (--browser outside, or of a Grid) find this one',
      {
        usual: 'its first address',
      },
    )
    .optionWith(
      '--parallel <count>',
      'sessions at once, of browsers on other machines: each on a node of its own',
      {
        usual: '1',
      },
    )
    .option(
      '--header <header>',
      'with --resume, of a record that measures URLs: sent as before, since records keep none; may be given several times',
      collect,
    )
    .option(
      '--url <url>',
      'with --resume: a URL whole that the record shows without its secrets; may be given several times',
      collect,
    )
    .option(
      '--insecure',
      'with --resume, of a record that measures URLs: takes any certificate of this machine’s own servers',
    )
    .optionWith('--price <prices>', PRICE_HELP, { usual: 'what the study says' })
    .option('--keep <limit>', KEEP_HELP)
    .option('--json', 'print the summary as JSON instead of the report');
  addStudyOptions(command)
    .example('run quick --browser firefox', 'the quick study in another browser than its own')
    .example('run mine.yaml --only network=3g --quick', 'one network of a study of your own, within a minute')
    .example('run --resume runs/2026-11-21-quick', 'go on where Ctrl-C ended it')
    .example('run --resume runs/2026-11-21-quick --precision 2% --budget 5m', 'find out more of it')
    .example(
      'run mine.yaml --browser grid:chrome@https://grid.example:4444 --parallel 4',
      'four nodes of a Selenium Grid at once',
    )
    .action((study: string | undefined, flags: RunFlags) =>
      start(async (host) => (await import('../run/run.ts')).runAsNamed(study, flags, host)),
    );
}
