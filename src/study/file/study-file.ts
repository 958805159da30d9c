// A study file as a person types it. This schema is the one source of the TypeScript type, of the validator,
// of the JSON Schema for editors and of the reference page. What it cannot say (levels that fit together)
// resolve-*.ts check.

import { z } from 'zod';
import { DURATION_PATTERN, SHARE_PATTERN } from '../../base/units-as-typed.ts';
import { COMPARED_BY_DEFAULT } from '../../factors/catalogue.ts';
import { DEFAULTS, LIMITS } from '../defaults.ts';
import { DESIGNS } from '../design.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { claimSchema } from './study-file-claims.ts';
import { factorsSchema, filterSchema } from './study-file-factors.ts';
import { indicatorsSchema, publishedTableSchema } from './study-file-figures.ts';
import { indexSchema, priceSchema } from './study-file-index.ts';

export type StudyFile = z.infer<ReturnType<typeof studyFileSchema>>;
export type ProtocolFile = NonNullable<StudyFile['protocol']>;
export type PartFile = NonNullable<StudyFile['parts']>[number];

/** A record's folder is named after its study. */
const LONGEST_NAME = 80;
const NAME_PATTERN = /^[a-z0-9][a-z0-9.-]*$/;

/** `vocabulary` only adds the known levels, for editors and the reference; it changes no shape. */
export function studyFileSchema(vocabulary: Vocabulary) {
  const factors = factorsSchema(vocabulary);
  const filter = filterSchema(vocabulary);
  const exclude = z
    .array(filter)
    .max(LIMITS.entries)
    .meta({
      description: 'Combinations to leave out: a cell is left out if it fits all factors of one entry.',
      examples: [[{ n: 100000, network: '10mbit' }]],
    });
  return z
    .strictObject({
      study: name('Results are kept under it.', 'quick'),
      title: text('A line for people.', 'Books in three formats'),
      question: text('What it asks, as one sentence.', 'Which format is the fastest, and does gzip pay?'),
      source: text('Where it was published; leave out for your own.', 'A. Author, Title, 2017').optional(),
      standIns: z
        .array(z.string().min(1))
        .optional()
        .meta({
          description: 'What of the original cannot be had, and what stands for it.',
          examples: [['Firefox 53: the installed Firefox']],
        }),
      factors: factors.optional().meta({
        description: 'What varies. With `parts`: what all parts have in common; a part may replace it.',
      }),
      exclude: exclude.optional(),
      parts: z
        .array(partSchema(factors, exclude))
        .min(1)
        .max(LIMITS.entries)
        .optional()
        .meta({
          description: 'Several tables of cells in one study, each with its own factors.',
          examples: [[{ name: 'formats', title: 'Formats', factors: { n: 10, format: ['json', 'xml'] } }]],
        }),
      protocol: protocolSchema(filter)
        .optional()
        .meta({ description: 'How it is measured.', examples: [{ budget: '2m', precision: '5%' }] }),
      compare: z
        .array(compareSchema())
        .max(LIMITS.entries)
        .optional()
        .meta({
          description: `What is asked: each level of a factor against its baseline, all else equal. Left out: each of ${COMPARED_BY_DEFAULT.join(', ')} that varies, against its first level; so is target where targets are interleaved.`,
          examples: [[{ factor: 'format', baseline: 'json' }]],
        }),
      claims: z
        .array(claimSchema(filter))
        .max(LIMITS.entries)
        .optional()
        .meta({ description: 'Published ratios to hold against the measured ones.' }),
      publishedFigures: z
        .array(publishedTableSchema(filter))
        .max(LIMITS.entries)
        .optional()
        .meta({ description: 'Published tables, printed with ours beside them.' }),
      indicators: indicatorsSchema.optional(),
      index: indexSchema(filter)
        .optional()
        .meta({
          description: 'A weighted index of what counts, in every report for which no --weights are given.',
          examples: [{ weights: { encode: 40, size: 60 }, baseline: { format: 'json' } }],
        }),
      price: priceSchema.optional().meta({
        description:
          'What traffic and the server’s work cost, so that every report for which no --price is given tells what a million answers do.',
        examples: [{ egress: '0.09/GB', cpu: '0.04/h' }],
      }),
    })
    .meta({
      title: 'a Wirefare study',
      description: 'A question, factors with their levels, and a protocol.',
    });
}

function partSchema(
  factors: ReturnType<typeof factorsSchema>,
  exclude: z.ZodArray<ReturnType<typeof filterSchema>>,
) {
  return z.strictObject({
    name: name('Claims name it.', 'formats'),
    title: text('A line for people.', 'Format, gzip and number of objects'),
    factors: factors.optional().meta({ description: 'What varies here, beside the factors of all parts.' }),
    exclude: exclude.optional(),
    held: duration(
      'Predictions are held beside its cells: each is measured after everything else, in a few short sessions within this time, which comes on top of the budget and is not spent where none of them can be run. No answer and no prediction rests on them. Left out: a part like any other.',
    ).optional(),
  });
}

function protocolSchema(filter: ReturnType<typeof filterSchema>) {
  const { protocol } = DEFAULTS;
  return z.strictObject({
    sessions: wholeNumber(1, LIMITS.sessions, 12).optional().meta({
      description:
        'Fresh client and fresh server, so often, for each browser and target. Left out: as often as the budget allows, up to about 25 times.',
    }),
    exchangesPerVisit: wholeNumber(1, LIMITS.exchangesPerVisit, 3).optional().meta({
      description:
        'Exchanges that count each time a block visits a cell. Left out: the plan chooses, by how long they take.',
    }),
    budget: duration(
      'Wall time of the whole run: verification, browser starts, checks, probes and reports included. A run ends earlier where every question is answered.',
      protocol.budget,
    ).optional(),
    warmup: warmup().optional(),
    timeout: duration('Longest for one exchange.', protocol.timeout).optional(),
    margin: share('Smallest difference that matters.', protocol.margin).optional(),
    precision: share(
      'What the run aims at: a question is answered when its difference is known to be below this, or above the margin.',
      protocol.precision,
    ).optional(),
    confidence: share('Of every interval.', protocol.confidence).optional(),
    interleave: z.enum(['target']).optional().meta({
      description:
        'Puts all targets of a browser into the same sessions, where their blocks alternate, so that what drifts from session to session cancels between them too. Left out: a session has one target.',
    }),
    published: z
      .strictObject({
        warmup: wholeNumber(0, LIMITS.objects, 100).meta({ description: 'Exchanges left out.' }),
        counted: wholeNumber(1, LIMITS.objects, 100).meta({ description: 'Exchanges counted.' }),
      })
      .optional()
      .meta({
        description: 'The published protocol (mean of the values within μ ± 2σ), reported beside ours.',
        examples: [{ warmup: 100, counted: 100 }],
      }),
    seed: wholeNumber(0, LIMITS.largestSeed, 2017).optional().meta({
      description: 'For every order and resampling. Left out: a fresh one, which the record keeps.',
    }),
    design: z
      .enum(DESIGNS)
      .optional()
      .meta({
        description:
          'full: every cell is measured. predicted: what a model needs is measured, and some cells more to check it; the rest is predicted, and marked so.',
        default: protocol.design,
        examples: ['predicted'],
      }),
    twin: filter.optional().meta({
      description:
        'The cell measured twice under two names, in each browser, target and network that has one, and in sessions under a load or of a slowed client: if the two differ beyond chance, answers beside it are withheld. Left out: the first cell of the middle n.',
      examples: [{ format: 'json', n: 100, compression: 'none' }],
    }),
  });
}

function compareSchema() {
  return z.strictObject({
    factor: z.string().meta({ description: 'The factor that varies.', examples: ['compression'] }),
    baseline: z
      .union([z.string(), z.number()])
      .meta({ description: 'The level that the others are compared with.', examples: ['none'] }),
  });
}

function name(description: string, example: string) {
  return z
    .string()
    .regex(NAME_PATTERN)
    .max(LONGEST_NAME)
    .meta({ title: 'a name of small letters, digits, hyphens and dots', description, examples: [example] });
}

function text(description: string, example: string) {
  return z
    .string()
    .min(1)
    .meta({ description, examples: [example] });
}

function wholeNumber(least: number, most: number, example: number) {
  return z
    .int()
    .min(least)
    .max(most)
    .meta({ examples: [example] });
}

function duration(description: string, byDefault?: string) {
  return z
    .string()
    .regex(DURATION_PATTERN)
    .meta({
      title: 'a duration with its unit (ms, s, m or h)',
      description,
      ...(byDefault !== undefined && { default: byDefault }),
      examples: [byDefault ?? '30s'],
    });
}

function warmup() {
  const title = 'a number of exchanges, or a duration with its unit';
  return z.union([z.int().min(0).max(LIMITS.warmupExchanges), z.string().regex(DURATION_PATTERN)]).meta({
    title,
    description:
      'First exchanges of a cell in a session: marked, kept and not counted. A number: of every cell, however long they take. A time: as many as usual, and everything in that first time of a session. Left out: as many as usual, fewer of a cell of which they would take more than half a second.',
    default: DEFAULTS.protocol.warmup,
    examples: [DEFAULTS.protocol.warmup],
  });
}

function share(description: string, byDefault: string) {
  return z.union([z.number().min(0).max(1), z.string().regex(SHARE_PATTERN)]).meta({
    title: 'a share, in % or from 0 to 1',
    description,
    default: byDefault,
    examples: [byDefault],
  });
}
