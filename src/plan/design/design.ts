// A study by design: which of its cells are measured so that a model can predict the others, which are
// measured beside them to hold the model to account, and which are left to it. The needs are the model's own
// (src/model/needs.ts).

import { deriveSeed, seededRandom, shuffled } from '../../base/random.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { whyTooFast } from '../../model/model.ts';
import { needsFor, whatIsTold } from '../../model/needs.ts';
import { whyUnpredictable } from '../../model/unpredictable.ts';
import type { Study } from '../../study/study.ts';
import { cellsOfClaim } from '../claims/claim-cells.ts';
import type { CellRole, PlannedCell } from '../plan.ts';
import { roughlyMs } from '../sessions/rough-times.ts';
import { cellsToMeasure } from './cells-to-measure.ts';
import { sayTold, sayUntold } from './say-needs.ts';

/** The `skip` of cells that are predicted. */
export const LEFT_TO_THE_MODEL = 'left to predictions by the design';

/** Enough for a conformal bound of 95 % (19), and some that fail. */
const MOST_HELD_OUT = 24;
/** Of those that could be predicted. */
const HELD_OUT_SHARE = 1 / 5;

/** The cells with their roles, where the study is one by design; else as they are. */
export function withDesign(study: Study, cells: readonly PlannedCell[]): readonly PlannedCell[] {
  if (study.protocol.design !== 'predicted') return cells;
  const runnable = cells.filter(({ skip }) => skip === null);
  const roles = rolesOf(study, runnable);
  return cells.map((cell) => {
    const role = roles.get(cell);
    if (role === undefined) return cell;
    return role.kind === 'predicted' ? { ...cell, skip: LEFT_TO_THE_MODEL, role } : { ...cell, role };
  });
}

/** As before `withDesign`. */
export function withoutDesign(cells: readonly PlannedCell[]): readonly PlannedCell[] {
  return cells.map(({ role, ...cell }) => (role?.kind === 'predicted' ? { ...cell, skip: null } : cell));
}

type Predictable = PlannedCell & { readonly factors: RequestCell };
type Roles = Map<PlannedCell, CellRole>;

function rolesOf(study: Study, cells: readonly PlannedCell[]): Roles {
  const roles: Roles = new Map();
  const measure = (cell: PlannedCell, because: string) => roles.set(cell, { kind: 'measured', because });
  const { networks } = study;
  const predictable = cells.filter((cell): cell is Predictable => {
    const because = whyUnpredictable(cell.factors, networks);
    if (because !== null) measure(cell, because);
    return because === null;
  });
  const tells = whatIsTold(
    predictable.map(({ factors }) => factors),
    networks,
  );
  const claimed = claimedParts(study, cells);
  const toldAtAll = new Set(predictable.flatMap(({ factors }) => tells(factors).map(({ key }) => key)));
  for (const cell of predictable) {
    const untold = needsFor(cell.factors).filter(({ key }) => !toldAtAll.has(key));
    const because = untold.length > 0 ? sayUntold(untold) : (claimed.get(cell) ?? null);
    if (because !== null) measure(cell, because);
  }
  const [given, candidates] = [true, false].map((isGiven) =>
    predictable.filter((cell) => roles.has(cell) === isGiven),
  ) as [Predictable[], Predictable[]];
  const chosen = cellsToMeasure(
    candidates.map((cell) => ({ id: cell, factors: cell.factors, costMs: roughlyMs(cell.factors, study) })),
    given.map(({ factors }) => factors),
    tells,
  );
  for (const { id, tells: told } of chosen) measure(id, sayTold(told, id.factors));
  const seen = [...given, ...chosen.map(({ id }) => id)];
  for (const cell of candidates.filter((each) => !roles.has(each))) {
    const network = networks.find(({ name }) => name === cell.factors.network);
    const tooFast =
      network === undefined ? null : whyTooFast({ cells: seen, networks }, cell.factors, network);
    if (tooFast !== null) measure(cell, tooFast);
  }
  shareOut(
    candidates.filter((cell) => !roles.has(cell)),
    study.protocol.seed,
    roles,
  );
  return roles;
}

/** Held out are cells drawn from all that would be predicted, so that these are as good as those. */
function shareOut(left: readonly PlannedCell[], seed: number, roles: Roles): void {
  const count = Math.min(MOST_HELD_OUT, Math.ceil(left.length * HELD_OUT_SHARE));
  const drawn = shuffled(left, seededRandom(deriveSeed(seed, 'held out')));
  for (const [i, cell] of drawn.entries()) {
    roles.set(cell, i < count ? { kind: 'held out' } : { kind: 'predicted' });
  }
}

/** Claims about a part of the time, or about bytes, are held against what was measured alone. */
function claimedParts({ claims }: Study, cells: readonly PlannedCell[]): ReadonlyMap<PlannedCell, string> {
  const ofParts = claims.filter(({ metric, shareOf }) => metric !== undefined || shareOf !== undefined);
  return new Map(
    ofParts.flatMap((claim) =>
      cellsOfClaim(cells, claim).map(
        (cell) => [cell, `claim ${claim.id} is not about the whole time`] as const,
      ),
    ),
  );
}
