// Seeded synthetic records and their summaries, as the reports take them.

import { type Look, PLAIN_LOOK, type Report, type ReportInput } from '../../../src/report/report.ts';
import { parsePrice } from '../../../src/study/price.ts';
import { weightedIndex } from '../../../src/summary/index/weighted-index.ts';
import { parseWeights } from '../../../src/summary/index/weights.ts';
import { priceSummary } from '../../../src/summary/price/price-summary.ts';
import { summarise } from '../../../src/summary/summarise.ts';
import { type SyntheticOptions, syntheticRecord } from '../records/synthetic.ts';
import { type SyntheticMessagesOptions, syntheticMessages } from '../records/synthetic-messages.ts';

export function syntheticInput(options: SyntheticOptions = {}): ReportInput {
  const { run, rows, probes } = syntheticRecord(options);
  return { run, samples: rows, summary: summarise(run, rows, probes) };
}

export function messagesInput(options: SyntheticMessagesOptions = {}): ReportInput {
  const { run, rows, probes } = syntheticMessages(options);
  return { run, samples: rows, summary: summarise(run, rows, probes) };
}

/** Of syntheticInput() with strings that would run, if anything in a page let them. */
export function hostileInput(): ReportInput {
  const { run, rows: samples, probes } = syntheticRecord({ sessions: 2, blocks: 6 });
  const summary = summarise(run, samples, probes);
  const index = weightedIndex(run, samples, probes, summary, parseWeights('encode=40,size=60'), null);
  const price = priceSummary(run, samples, summary, parsePrice('egress=1/GB,cpu=1/h'));
  const nasty = (text: string) =>
    `${text}</script></style></title><script>document.documentElement.dataset.ran=1</script><img src=x onerror="document.documentElement.dataset.ran=1"> "'\`&|[a](javascript:x)`;
  const ids = new Map(summary.cells.map(({ id }) => [id, nasty(id)]));
  const rename = (id: string) => ids.get(id) ?? id;
  const cells = summary.cells.map((cell) => ({
    ...cell,
    id: rename(cell.id),
    twinOf: cell.twinOf === null ? null : rename(cell.twinOf),
    part: nasty(cell.part),
    reason: nasty(cell.reason),
    factors: {
      ...cell.factors,
      format: nasty(cell.factors.format),
      browser: nasty(cell.factors.browser),
      dataset: nasty(cell.factors.dataset),
    },
  }));
  const claim = {
    id: nasty('O1'),
    says: nasty('JSON wins'),
    published: [1.1, null] as const,
    measured: 1.2,
    interval: [1.1, 1.3] as const,
    verdict: 'replicated' as const,
    margin: 0.02,
    answered: null,
    note: nasty('note'),
    pairs: [
      { numerator: cells[0]!.id, denominator: cells[1]!.id, ratio: 1.2, interval: [1.1, 1.3] as const },
    ],
  };
  const warning = { kind: 'drift' as const, what: nasty('drift'), advice: nasty('wait'), session: 0 };
  return {
    summary: {
      ...summary,
      study: nasty('study'),
      title: nasty('title'),
      question: nasty('question'),
      source: nasty('source'),
      status: 'interrupted',
      startedAt: nasty('2026'),
      wirefare: nasty('0.1.0'),
      cells,
      comparisons: summary.comparisons.map((one) => ({ ...one, a: rename(one.a), b: rename(one.b) })),
      claims: [claim],
      index: JSON.parse(JSON.stringify(index), (_, value) =>
        typeof value === 'string' ? rename(value) : value,
      ),
      price: {
        ...JSON.parse(JSON.stringify(price), (_, value) =>
          typeof value === 'string' ? rename(value) : value,
        ),
        price: { ...price.price, currency: nasty('EUR') },
      },
      warnings: [warning],
    },
    run: {
      ...run,
      reason: nasty('stopped'),
      wirefare: nasty('0.1.0'),
      study: {
        ...run.study,
        standIns: [nasty('stand-in')],
        parts: run.study.parts.map((part) => ({ ...part, name: nasty(part.name), title: nasty(part.title) })),
      },
      host: { ...run.host, cpu: nasty('cpu'), os: nasty('os'), virtualised: nasty('kvm') },
      sessions: run.sessions.map((session) => ({
        ...session,
        reason: nasty('reason'),
        dropped: [{ cell: nasty('cell'), reason: nasty('why') }],
        agent: session.agent && {
          ...session.agent,
          engine: nasty('chromium'),
          engineVersion: nasty('1'),
          userAgent: nasty('Mozilla'),
          command: [nasty('run')],
        },
      })),
    },
    samples: { ...samples, cellIds: samples.cellIds.map(rename) },
  };
}

export async function rendered(
  report: Pick<Report, 'render'>,
  input: ReportInput,
  look: Look = PLAIN_LOOK,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const write = (chunk: string | Uint8Array) => {
    chunks.push(Buffer.from(chunk));
  };
  await report.render(input, write, look);
  return Buffer.concat(chunks);
}
