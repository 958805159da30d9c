// What varies among the cells of a study.

import { FACTOR_NAMES, type FactorName } from '../factors/catalogue.ts';
import { type Cell, wordOf } from '../factors/cell.ts';
import { isAsItComes } from '../factors/compression.ts';

export class Varying {
  readonly #factors: ReadonlySet<FactorName>;
  readonly #byFormat: ReadonlyMap<string, readonly Cell[]>;
  readonly #byTransport: ReadonlyMap<unknown, readonly Cell[]>;

  constructor(cells: readonly Cell[]) {
    this.#factors = new Set(FACTOR_NAMES.filter((factor) => countLevels(cells, factor) > 1));
    this.#byFormat = Map.groupBy(cells, (cell) => cell.format);
    this.#byTransport = Map.groupBy(cells, (cell) => wordOf(cell, 'transport'));
  }

  has(factor: FactorName): boolean {
    return this.#factors.has(factor);
  }

  /** Among the cells of the same transport: WebTransport goes over HTTP/3 anyway, and SSE to the client. */
  hasWithinTransport(cell: Cell, factor: FactorName): boolean {
    return countLevels(this.#byTransport.get(wordOf(cell, 'transport'))!, factor) > 1;
  }

  /**
   * `xml`, or `xml/saxes` where XML has several decoders in the study, or `json@jackson` where several
   * encoders.
   */
  format(cell: Cell): string {
    const own = this.#byFormat.get(cell.format)!;
    const codec = countLevels(own, 'codec') > 1 ? `/${cell.codec}` : '';
    // What encodes behind a URL nobody knows.
    const isOfSeveral = isEncodedHere(cell) && countLevels(own.filter(isEncodedHere), 'encoder') > 1;
    const encoder = isOfSeveral ? `@${cell.encoder}` : '';
    return cell.format + codec + encoder;
  }
}

function isEncodedHere({ compression }: Cell): boolean {
  return !isAsItComes(compression.coding);
}

function countLevels(cells: readonly Cell[], factor: FactorName): number {
  return new Set(cells.map((cell) => wordOf(cell, factor))).size;
}
