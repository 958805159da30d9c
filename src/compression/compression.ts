// What a compression is, for planning and for pages: names and levels only. What compresses is node-zlib.ts.

export interface Compression {
  /**
   * As in a study file, in a target's /about and, but for `none`, in HTTP: the content coding `gzip`, `br`.
   */
  readonly name: string;
  /** Empty where it has none. */
  readonly levels: readonly number[];
  /** Meant where a study names none; null where there are none. */
  readonly defaultLevel: number | null;
  /** The Content-Encoding of its answers; null for none at all. */
  readonly contentEncoding: string | null;
}

/** One compression at one level. */
export interface CompressionLevel {
  readonly name: string;
  readonly level: number | null;
}
