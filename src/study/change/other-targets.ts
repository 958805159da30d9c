// --target: every cell on other servers than the study names. What it claims of a server is then asked of
// those, and says so.

import { UserError } from '../../base/errors.ts';
import { type Cell, cellKey } from '../../factors/cell.ts';
import { NO_CODEC } from '../../factors/codec.ts';
import { type Changed, refitted } from '../cells/keep-cells.ts';
import {
  type CellFilter,
  type Claim,
  type ComparisonRule,
  type FactorRule,
  isFactorRule,
  type Study,
  urlNames,
} from '../study.ts';
import { encodersOn, type Vocabulary } from '../vocabulary.ts';
import { claimElsewhere, onThese } from './claims-elsewhere.ts';

/** Where a target has not the encoder of a cell, its default for that format encodes. */
export function onTargets(study: Study, targets: readonly string[], vocabulary: Vocabulary): Changed {
  const urls = urlNames(study);
  const others = targets.filter((name) => !urls.includes(name));
  const replaced = new Map<string, Set<string>>();
  const moved = (cell: Cell, target: string): Cell => {
    const encoder = encoderThere(cell, target, vocabulary);
    if (encoder !== cell.encoder) {
      replaced.set(cell.encoder, (replaced.get(cell.encoder) ?? new Set()).add(encoder));
    }
    return { ...cell, target, encoder };
  };
  // Parts that differed in their targets alone would have the same cells.
  const isNew = firstTimes();
  const parts = study.parts
    .map((part) => ({
      ...part,
      cells: part.cells
        .flatMap((cell) =>
          // What a URL answers nobody else does: it is asked, or left out.
          urls.includes(cell.target)
            ? targets.includes(cell.target)
              ? [cell]
              : []
            : others.map((target) => moved(cell, target)),
        )
        .filter(isNew),
    }))
    .filter(({ cells }) => cells.length > 0);
  const notes = [...replaced].flatMap(([from, those]) =>
    [...those].map((to) => `--target: ${to} encodes instead of ${from}`),
  );
  if (parts.length === 0) throw noCells(targets, urls);
  return {
    study: refitted({ ...study, parts, ...(others.length > 0 ? questionsOn(study, others, replaced) : {}) }),
    notes,
  };
}

function noCells(targets: readonly string[], urls: readonly string[]): UserError {
  const what = `the study asks URLs alone (${urls.join(', ')}), and what they answer ${targets.join(', ')} does not`;
  return new UserError([{ file: '--target', path: '', what }]);
}

/** Whether a cell is asked about for the first time. */
export function firstTimes(): (cell: Cell) => boolean {
  const seen = new Set<string>();
  return (cell) => {
    const key = cellKey(cell);
    return !seen.has(key) && seen.add(key) !== undefined;
  };
}

type Replaced = ReadonlyMap<string, ReadonlySet<string>>;

/** What is asked of the study's own servers and encoders, asked of those that took their place. */
function questionsOn(study: Study, targets: readonly string[], replaced: Replaced): Partial<Study> {
  const { claims, publishedFigures, index } = study;
  return {
    comparisons: withTargets(study.comparisons, targets),
    claims: claims.map((claim) => withEncoders(claimElsewhere('target', targets, claim), replaced)),
    ...(index !== undefined && {
      index: {
        ...index,
        baseline: index.baseline && alsoEncoders(onThese('target', targets, index.baseline), replaced),
      },
    }),
    ...(publishedFigures !== undefined && {
      publishedFigures: publishedFigures.map((table) => ({
        ...table,
        rows: table.rows.map((row) => ({
          ...row,
          of: alsoEncoders(onThese('target', targets, row.of), replaced),
        })),
      })),
    }),
  };
}

/** Whoever names several servers asks what they change. */
function withTargets(asked: Study['comparisons'], targets: readonly string[]): Study['comparisons'] {
  const [baseline, ...others] = targets;
  if (baseline === undefined || others.length === 0) return asked;
  const isAsked = asked.some((rule) => isOfTargets(rule) && targets.includes(String(rule.baseline)));
  return isAsked ? asked : [...asked.filter((rule) => !isOfTargets(rule)), { factor: 'target', baseline }];
}

function isOfTargets(rule: ComparisonRule): rule is FactorRule {
  return isFactorRule(rule) && rule.factor === 'target';
}

function withEncoders(claim: Claim, replaced: Replaced): Claim {
  return {
    ...claim,
    where: alsoEncoders(claim.where, replaced),
    numerator: alsoEncoders(claim.numerator, replaced),
    denominator: alsoEncoders(claim.denominator, replaced),
  };
}

/** A claim about a format holds for the encoder that took another's place too. */
function alsoEncoders(filter: CellFilter, replaced: Replaced): CellFilter {
  if (filter.encoder === undefined) return filter;
  const more = filter.encoder.flatMap((encoder) => [...(replaced.get(String(encoder)) ?? [])]);
  return { ...filter, encoder: [...new Set([...filter.encoder, ...more])] };
}

function encoderThere({ encoder, format }: Cell, target: string, vocabulary: Vocabulary): string {
  const words = vocabulary.formats.find(({ name }) => name === format);
  if (words === undefined || encoder === NO_CODEC) return encoder;
  const own = encodersOn(target, words, vocabulary);
  return own.includes(encoder) ? encoder : (own[0] ?? encoder);
}
