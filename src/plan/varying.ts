// What varies among the cells of a study, and what is ordinary.

import { FACTOR_NAMES, type Factors } from '../wire/factors.ts';

export const ORDINARY: Partial<Factors> = {
  compression: 'none',
  procedure: 'e1',
  computation: 'none',
  network: 'none',
  connection: 'warm',
  protocol: 'http1',
};

export class Varying {
  readonly #factors: ReadonlySet<keyof Factors>;
  readonly #byFormat: ReadonlyMap<string, readonly Factors[]>;
  readonly #byTransport: ReadonlyMap<string, readonly Factors[]>;

  constructor(cells: readonly Factors[]) {
    this.#factors = new Set(FACTOR_NAMES.filter((factor) => levelCount(cells, factor) > 1));
    this.#byFormat = Map.groupBy(cells, (cell) => cell.format);
    this.#byTransport = Map.groupBy(cells, (cell) => cell.transport);
  }

  has(factor: keyof Factors): boolean {
    return this.#factors.has(factor);
  }

  /** Among the cells of that transport: WebTransport goes over HTTP/3 anyway, and SSE to the client. */
  hasIn(transport: string, factor: keyof Factors): boolean {
    return levelCount(this.#byTransport.get(transport)!, factor) > 1;
  }

  /**
   * `xml`, or `xml/saxes` where XML has several decoders in the study, or `json@jackson` where several
   * encoders.
   */
  format(cell: Factors): string {
    const own = this.#byFormat.get(cell.format)!;
    const codec = levelCount(own, 'codec') > 1 ? `/${cell.codec}` : '';
    const encoder = levelCount(own, 'encoder') > 1 ? `@${cell.encoder}` : '';
    return cell.format + codec + encoder;
  }
}

function levelCount(cells: readonly Factors[], factor: keyof Factors): number {
  return new Set(cells.map((cell) => cell[factor])).size;
}
