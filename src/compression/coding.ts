// A coding that compresses, for planning and for pages: its names and levels only. node-zlib.ts does the
// compressing; one coding at one level is a level of the factor `compression`.

export interface Coding {
  /**
   * The name in study files, in a target's /about and, except for `none`, in HTTP: the content coding `gzip`,
   * `br`.
   */
  readonly name: string;
  /** Empty where it has none. */
  readonly levels: readonly number[];
  /** The level of a study that names none; null if the compression has no levels. */
  readonly defaultLevel: number | null;
  /** The Content-Encoding of its answers; null if they have none. */
  readonly contentEncoding: string | null;
}
