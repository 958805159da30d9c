// Browsers, clients and targets that a plan names and this machine cannot have: who else can be measured is,
// and why these are not stands in the record, in its reports and on stderr.

import { EnvironmentError } from '../../base/errors.ts';
import { listed, plural } from '../../base/figures/plurals.ts';
import { allMissing } from '../../drive/machine/everything-missing.ts';
import { loadOf, type PlannedCell, slowdownOf } from '../../plan/plan.ts';

/** The target that needs nothing but the Node that runs the lab. */
const EMBEDDED = 'node';

export interface Lack {
  /** `clients`: what carries other clients · `cpu`: what slows clients down. */
  readonly factor: 'browser' | 'target' | 'clients' | 'cpu';
  readonly name: string;
  readonly why: EnvironmentError;
  /** It is there, and does not work. */
  readonly fails?: true;
}

/** A run that is worth nothing without all of its programs. */
export class LackingPrograms extends EnvironmentError {
  readonly lacks: readonly Lack[];
  constructor(lacks: readonly Lack[]) {
    const { message, tried, remedy } = nothingLeft(lacks);
    super(message, tried, remedy);
    this.lacks = lacks;
  }
}

/** Those for which `have` throws an EnvironmentError; any other error it throws at once. */
export async function lacksAmong(
  factor: Lack['factor'],
  names: readonly string[],
  have: (name: string) => Promise<unknown>,
): Promise<Lack[]> {
  const lacks: Lack[] = [];
  for (const name of names) {
    try {
      await have(name);
    } catch (thrown) {
      if (!(thrown instanceof EnvironmentError)) throw thrown;
      lacks.push({ factor, name, why: thrown });
    }
  }
  return lacks;
}

/** Why a cell is skipped, `needs the target php: …`, by the first that it needs; null where it needs none. */
export function lackReason(lacks: readonly Lack[]): (cell: PlannedCell) => string | null {
  return ({ factors }) => {
    const own = lacks.find(({ factor, name }) => {
      if (factor === 'clients') return loadOf(factors) !== null;
      return factor === 'cpu' ? slowdownOf(factors) !== null : factors[factor] === name;
    });
    if (own === undefined) return null;
    const isProgram = own.factor === 'browser' || own.factor === 'target';
    const what = isProgram ? `the ${own.factor} ${own.name}` : own.name;
    return `needs ${what}: ${firstLine(own.why.message)}`;
  };
}

/** A compiler's words may be many. */
function firstLine(text: string): string {
  const [first, ...more] = text.split('\n');
  return more.length === 0 ? first! : `${first} …`;
}

/** What a person needs to mend it; one paragraph for all that lack the same. */
export function sayLacks(lacks: readonly Lack[]): readonly string[] {
  return alike(lacks).flatMap(([{ why }, names]) => [
    `cells of ${names} are left out: ${why.message}`,
    ...why.tried.map((one) => `  tried: ${one}`),
    `  to mend it: ${why.remedy}`,
  ]);
}

/** What a record keeps of it that was gone on with without them, one for all that lack the same. */
export function sayGoneOnWithout(lacks: readonly Lack[]): readonly string[] {
  return alike(lacks).map(
    ([{ why }, names]) => `went on without cells of ${names}: ${firstLine(why.message)}`,
  );
}

/** Where nothing is left to measure: what a target needs may be more than somebody wants to install. */
export function nothingLeft(lacks: readonly Lack[]): EnvironmentError {
  const named = alike(lacks).map(
    ([{ why }, names]) => new EnvironmentError(`${names}: ${why.message}`, why.tried, why.remedy),
  );
  const { message, tried, remedy } = lacks.length === 1 ? lacks[0]!.why : allMissing(named);
  const isOfOthers = lacks.some(({ factor, name }) => factor === 'target' && name !== EMBEDDED);
  const orOurs = isOfOthers ? `; or ask the server that comes with Wirefare: --target ${EMBEDDED}` : '';
  return new EnvironmentError(message, tried, remedy + orOurs);
}

const KINDS: Partial<Record<Lack['factor'], string>> = {
  clients: 'other clients, by',
  cpu: 'slow clients, by',
};

/** Lacks that are told in the same words, with all their names. */
function alike(lacks: readonly Lack[]): readonly (readonly [Lack, string])[] {
  const groups = Map.groupBy(lacks, ({ factor, why }) => JSON.stringify([factor, why.message, why.remedy]));
  return [...groups.values()].map((group) => {
    const names = listed(group.map(({ name }) => name));
    const { factor } = group[0]!;
    const kind = KINDS[factor] ?? plural(group.length, factor);
    return [group[0]!, `${kind} ${names}`] as const;
  });
}
