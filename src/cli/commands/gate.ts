// wirefare gate FILE: does a change keep its rules?

import { EXIT_BROKEN, EXIT_DONE, EXIT_UNDECIDED } from '../../base/exit-codes.ts';
import { GATE_FORMATS } from '../../report/gate/gate-formats.ts';
import type { GateFlags } from '../gate/gate.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareGate(program: VerbCommand, start: Start): void {
  program
    .command('gate')
    .description('whether one server keeps its rules beside another, measured in one run')
    .argument('<file>', 'base, head and rules, as YAML')
    .optionWith('--format <name>', 'how it is told', { words: GATE_FORMATS, value: 'terminal' })
    .jsonAsFormat()
    .optionWith('--out <file>', 'write it here; - is stdout', { usual: 'stdout' })
    .option(
      '--also <file>',
      'writes it here too, as its ending says: .md, .html, .xml (JUnit), .json, .txt; may be given several times',
      (path: string, others: readonly string[] = []) => [...others, path],
    )
    .option(
      '--header <header>',
      'of URLs and commands: sent with every request, and kept nowhere; may be given several times',
      (header: string, others: readonly string[] = []) => [...others, header],
    )
    .option('--yes', 'of URLs: agrees beforehand to what is sent beyond this machine')
    .option('--insecure', 'of URLs and commands: takes any certificate, on this machine alone')
    .optionWith('--timeout <duration>', 'of URLs and commands: the longest that one answer may take', {
      usual: '30s',
    })
    .optionWith('--limit <bytes>', 'of URLs and commands: the longest answer', { usual: '100MB' })
    .paragraph(
      'Both servers are measured in the same sessions, so no stored baseline is needed. A rule is broken when ' +
        'the whole interval is beyond its limit, and kept when none of it is; the run ends when every rule is ' +
        'decided or its time is over. A head of which more exchanges fail than of base, beyond chance, has ' +
        'failed as one that does not start.',
    )
    .exitMeaning(EXIT_DONE, 'every rule is kept')
    .exitMeaning(
      EXIT_UNDECIDED,
      'none is broken, and one is undecided (undecided: pass makes it 0, but for a cell that was not measured and a head that failed more often)',
    )
    .exitMeaning(EXIT_BROKEN, 'a rule is broken')
    .example('gate gate.yaml', 'as a step of a pull request')
    .example('gate gate.yaml --also gate.xml --also gate.md', 'for a CI that reads JUnit, and a comment')
    .action((file: string, flags: GateFlags) =>
      start(async (host) => (await import('../gate/gate.ts')).gate(file, flags, host)),
    );
}
