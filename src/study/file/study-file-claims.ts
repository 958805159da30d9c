// The claims of a study file, as typed: published ratios of times, or of other figures.

import { z } from 'zod';
import { METRICS } from '../../items/metrics.ts';
import { FIGURES } from '../study-index.ts';
import type { filterSchema } from './study-file-factors.ts';

export type ClaimFile = z.infer<ReturnType<typeof claimSchema>>;
export type RatioFile = NonNullable<ClaimFile['ratios']>[number];

/** Ratios of a claim are told apart by a letter. */
const LETTERS = 26;

const figure = z.number().positive();

type Filter = ReturnType<typeof filterSchema>;

function ratioFields(filter: Filter) {
  return {
    numerator: filter.meta({
      description: 'The cells whose time is divided: the slower ones, if the ratio is above 1.',
      examples: [{ format: 'json' }],
    }),
    denominator: filter.meta({
      description: 'The cells whose time it is divided by.',
      examples: [{ format: 'protobuf' }],
    }),
    published: z.union([figure, z.tuple([figure.nullable(), figure.nullable()])]).meta({
      description:
        'The published ratio, or the two ends it lies between; null leaves an end open, so [1, null] is "the denominator is faster", and [0.95, 1.05] "no notable difference".',
      examples: [3.2, [1.18, 1.22], [1, null]],
    }),
  };
}

const EVERY_FIELD = {
  every: z
    .boolean()
    .optional()
    .meta({
      description:
        'It is said of every pair, as “at every size”: it is replicated in part where one by itself is shown to say otherwise than the mean of all, and once all of them were measured. Without it the mean alone is judged.',
      examples: [true],
    }),
};

const METRIC_FIELDS = {
  metric: z
    .union([z.enum(FIGURES), z.array(z.enum(METRICS)).min(1)])
    .optional()
    .meta({
      description:
        'What is compared: a phase of the bill, bytes, the sum of several, or the index of the key `index`. Without it the whole time.',
      examples: ['decode', 'size', ['encode', 'decode']],
    }),
  shareOf: z
    .enum(METRICS)
    .optional()
    .meta({
      description:
        'The ratio is the share that `metric` has of this in the cells of `numerator`; there is no denominator.',
      examples: ['total'],
    }),
  slope: z
    .enum(['n', 'size'])
    .optional()
    .meta({
      description:
        'Not the figure is compared but how much it grows for each object (`n`) or for each byte of a message (`size`), from the smallest to the largest that a side has.',
      examples: ['size'],
    }),
};

function conditionFields(filter: Filter) {
  const standIn = filter.optional().meta({
    description: 'Factors to read otherwise where the cells of `where` were not measured.',
    examples: [{ network: 'none' }],
  });
  const where = filter.optional().meta({
    description: 'The condition: which cells it is about.',
    examples: [{ dataset: 'book', network: '10mbit' }],
  });
  return { standIn, where };
}

export function claimSchema(filter: Filter) {
  const ratio = ratioFields(filter);
  const { standIn, where } = conditionFields(filter);
  const reading = z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'How its words are read as figures, for reports: what “slower” and “alike” are, and which time is meant.',
      examples: ['Slower is above 1, in the mean of all sizes.'],
    });
  return z.strictObject({
    id: z
      .string()
      .min(1)
      .meta({ description: 'Short name.', examples: ['O1'] }),
    says: z
      .string()
      .min(1)
      .meta({ description: 'The claim in words.', examples: ['Protobuf is faster than JSON'] }),
    reading,
    part: z
      .string()
      .optional()
      .meta({ description: 'Only cells of this part.', examples: ['formats'] }),
    where,
    standIn,
    numerator: ratio.numerator.optional(),
    denominator: ratio.denominator.optional(),
    published: ratio.published.optional(),
    ...EVERY_FIELD,
    ...METRIC_FIELDS,
    ratios: z
      .array(
        z.strictObject({
          says: z
            .string()
            .min(1)
            .optional()
            .meta({ description: 'Its own words, after those of the claim.' }),
          reading: reading.meta({ description: 'How these are read; absent: as the claim says.' }),
          where: where.meta({ description: 'More of the condition.' }),
          standIn: standIn.meta({ description: 'As above, for this ratio alone.' }),
          ours: z
            .boolean()
            .optional()
            .meta({
              description:
                'A question of whoever runs the study again, which the source did not ask: it is measured and told, and says nothing of whether the claim is replicated.',
              examples: [true],
            }),
          ...ratio,
          denominator: ratio.denominator.optional(),
          ...EVERY_FIELD,
          ...METRIC_FIELDS,
        }),
      )
      .min(1)
      .max(LETTERS)
      .optional()
      .meta({
        description:
          'Several ratios in one claim, instead of numerator, denominator and published: O4 becomes O4a, O4b, …',
      }),
  });
}
