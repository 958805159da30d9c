// A study with fewer cells: comparisons, claims and the twin that no longer have theirs go with them.

import type { Cell } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { hasRatio, isOfIndex } from '../resolve/resolve-claims.ts';
import { defaultRules, hasPair } from '../resolve/resolve-comparisons.ts';
import {
  type Claim,
  type ComparisonRule,
  isFactorRule,
  ownPayload,
  type Part,
  type PayloadRef,
  type Protocol,
  type PublishedTable,
  type Study,
} from '../study.ts';
import { cellFits } from './filter.ts';

/** A study changed from the command line, and what a person should know of it. */
export interface Changed {
  readonly study: Study;
  readonly notes: readonly string[];
}

/** Parts without cells are left out; the caller sees to it that some remain. */
export function keepCells(study: Study, keep: (cell: Cell) => boolean): Study {
  const parts = study.parts
    .map((part) => ({ ...part, cells: part.cells.filter(keep) }))
    .filter(({ cells }) => cells.length > 0);
  return refitted({ ...study, parts });
}

/** The same study without the questions that its cells cannot answer. */
export function refitted(changed: Study): Study {
  const study = { ...changed, parts: heldBesideOthers(changed.parts) };
  const cells = allCells(study);
  const { publishedFigures: tables, index, ...rest } = study;
  const hasBaseline =
    index !== undefined && (index.baseline === null || cells.some((cell) => cellFits(cell, index.baseline!)));
  return {
    ...rest,
    ...(hasBaseline && { index }),
    ...(tables !== undefined && { publishedFigures: refitTables(tables, study.parts) }),
    networks: networksNamedBy(cells, study.networks),
    payloads: payloadsNamedBy(cells, study.payloads),
    protocol: refitTwin(study.protocol, cells),
    comparisons: refitComparisons(study.comparisons, study.parts),
    claims: study.claims.filter((claim) => answerable(claim, study) && (hasBaseline || !isOfIndex(claim))),
  };
}

/** Where nothing else is left, nothing predicts them: they are measured as any others. */
function heldBesideOthers(parts: readonly Part[]): readonly Part[] {
  if (parts.some(({ heldMs }) => heldMs === undefined)) return parts;
  return parts.map(({ heldMs: _, ...part }) => part);
}

/** The networks of `known` that a cell names, in the order of `known`. */
export function networksNamedBy(cells: readonly Cell[], known: readonly NetworkProfile[]): NetworkProfile[] {
  const named = new Set(cells.map(({ network }) => network));
  return known.filter(({ name }) => named.has(name));
}

/** The payloads of `known` that a cell names, in the order of `known`. */
export function payloadsNamedBy(cells: readonly Cell[], known: readonly PayloadRef[]): PayloadRef[] {
  const named = new Set(cells.map((cell) => ownPayload(cell, known)));
  return known.filter((payload) => named.has(payload));
}

export function allCells(study: Pick<Study, 'parts'>): Cell[] {
  return study.parts.flatMap((part) => part.cells);
}

function answerable(claim: Claim, study: Study): boolean {
  const parts = study.parts.filter(({ name }) => claim.part === null || claim.part === name);
  const cells = allCells({ parts });
  const standIn = claim.standIn === null ? claim.where : { ...claim.where, ...claim.standIn };
  return hasRatio(claim, claim.where, cells) || hasRatio(claim, standIn, cells);
}

/** Without rows that no cell is of, and without tables that have none left. */
function refitTables(tables: readonly PublishedTable[], parts: readonly Part[]): PublishedTable[] {
  const cellsFor = ({ part }: PublishedTable) =>
    allCells({ parts: parts.filter(({ name }) => part === undefined || part === name) });
  return tables
    .map((table) => ({
      ...table,
      rows: table.rows.filter(({ of }) => cellsFor(table).some((cell) => cellFits(cell, of))),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** A factor that has lost its baseline is compared with its first level instead. */
function refitComparisons(rules: readonly ComparisonRule[], parts: readonly Part[]): ComparisonRule[] {
  const asked = rules.filter(isFactorRule);
  const kept = asked.filter((rule) => hasPair(rule, parts));
  const lost = new Set(asked.map(({ factor }) => factor));
  for (const { factor } of kept) lost.delete(factor);
  const cells = allCells({ parts });
  const against = rules.filter(
    (rule) => !isFactorRule(rule) && cells.some((cell) => cellFits(cell, rule.against)),
  );
  return [...against, ...kept, ...[...lost].flatMap((factor) => defaultRules(factor, parts))];
}

function refitTwin(protocol: Protocol, cells: readonly Cell[]): Protocol {
  const { twin, ...rest } = protocol;
  return twin !== undefined && cells.some((cell) => cellFits(cell, twin)) ? protocol : rest;
}
