// A study as the rest of the lab sees it: validated, defaults filled in, every level resolved. The file as
// typed is another type (study-file.ts); all defaults stand in defaults.ts.

import type { DataSchema } from '../data/schema.ts';
import type { DataShape } from '../data/store/stored-data.ts';
import type { FactorName } from '../factors/catalogue.ts';
import type { Cell } from '../factors/cell.ts';
import type { Metric } from '../items/metrics.ts';
import type { NetworkProfile } from '../network/profile.ts';

import type { Keep } from './keep.ts';
import type { Price } from './price.ts';
import type { Figure, StudyIndex } from './study-index.ts';

export interface Study {
  /** `quick`, `opijac-2017`. */
  readonly name: string;
  readonly title: string;
  /** What it asks, in one sentence. */
  readonly question: string;
  /** Where it was published; null for our own. */
  readonly source: string | null;
  /** What of the original cannot be had and what stands for it. */
  readonly standIns: readonly string[];
  /** Parts of a study vary different factors; a cell belongs to one part. */
  readonly parts: readonly Part[];
  /** Every network that a cell names, with its figures, so that a record stands alone. */
  readonly networks: readonly NetworkProfile[];
  /** People's own data that cells name as their dataset: what they are, not the data. */
  readonly payloads: readonly PayloadRef[];
  readonly protocol: Protocol;
  /** What is asked: which cells are held against which. */
  readonly comparisons: readonly ComparisonRule[];
  readonly claims: readonly Claim[];
  /** Absent: none. */
  readonly publishedFigures?: readonly PublishedTable[];
  /** Figures by which the best is told; absent: none. */
  readonly indicators?: readonly Metric[];
  /** What every report weighs unless it is told otherwise; absent: nothing. */
  readonly index?: StudyIndex;
  /** By which every report tells what answers cost unless it is told otherwise; absent: nobody said. */
  readonly price?: Price;
  /** What is to be kept however many clients ask; absent: nobody said. */
  readonly keep?: Keep;
}

export interface PayloadRef {
  /** The level of `dataset`: `orders`. */
  readonly name: string;
  /** For people, as it was named: `orders.json`, `3 files`. */
  readonly source: string;
  /** Where it is kept: data/store/payload-store.ts. */
  readonly digest: string;
  readonly shape: DataShape;
  /** Records or messages; 1 for a document. */
  readonly count: number;
  /** Of all of it as JSON without white space. */
  readonly jsonBytes: number;
  readonly schema: DataSchema;
  /** Where the data stand in the document; absent: all of it. */
  readonly path?: string;
  /** The answer from before that both ends have, as it was named; the schema is of both then. */
  readonly dictionary?: string;
  /** What was read in another way than it stands there. */
  readonly notes: readonly string[];
  /** The answer of a URL, which is a target of the study; absent: targets make the answers from the data. */
  readonly url?: AnsweringUrl;
}

/** A server that knows nothing of us. Nothing of it that may be secret stands here. */
export interface AnsweringUrl {
  /** The level of `target`. */
  readonly target: string;
  /** Its answers differ from one to the next: they are decoded, and compared with nothing. */
  readonly changes?: true;
  /** Every answer ends its connection, so that users open one for each request. */
  readonly closes?: true;
  /** Of a body on the wire: what came with its head; absent: all that a packet holds, or nobody looked. */
  readonly bytesWithHead?: number;
  /** Most requests to it in a second; absent: as many as come. */
  readonly perSecond?: number;
  /**
   * As the study file has it, where variables of the environment stand in it; absent: as `source` shows it.
   */
  readonly asked?: string;
  /**
   * Name → as the study file has it, its variables unread; null: given by hand, and kept nowhere. Absent:
   * none.
   */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Any certificate is taken. */
  readonly insecure?: true;
  /** Of one answer, as somebody gave them; absent: the usual ones. */
  readonly limits?: { readonly bytes: number; readonly durationMs: number };
  /**
   * Between the lab's machine and the server, by the median of several TCP connections; absent: it was on
   * that machine, or nobody looked.
   */
  readonly roundTripMs?: number;
  /** Its answers tell browsers to come over HTTP/3 from then on (Alt-Svc). */
  readonly offersHttp3?: true;
  /** What came, in each way in which browsers would take it; absent: nobody made them. */
  readonly codings?: readonly MadeCoding[];
}

/** The decoded body of an answer, compressed on this machine. */
export interface MadeCoding {
  /** '' for none. */
  readonly coding: string;
  readonly level: number | null;
  readonly bytes: number;
  readonly compressMs: number;
  readonly decompressMs: number;
}

/** Whether it measures URLs and nothing else, as `measure` does and a gate of URLs. */
export function measuresUrls({ parts, payloads }: Pick<Study, 'parts' | 'payloads'>): boolean {
  const names = urlNames({ payloads });
  return names.length > 0 && parts.every(({ cells }) => cells.every(({ target }) => names.includes(target)));
}

/** The levels of `target` that are URLs. */
export function urlNames({ payloads }: Pick<Study, 'payloads'>): readonly string[] {
  return payloads.flatMap(({ url }) => url?.target ?? []);
}

/**
 * Data of one's own that stand for the cell's dataset: at a URL its own answer, which others may call alike.
 */
export function ownPayload(
  { dataset, target }: Pick<Cell, 'dataset' | 'target'>,
  payloads: readonly PayloadRef[],
): PayloadRef | undefined {
  return payloads.find(({ name, url }) => name === dataset && (url === undefined || url.target === target));
}

export interface Part {
  readonly name: string;
  readonly title: string;
  /** Every combination of levels that the part names, exclusions already taken out. */
  readonly cells: readonly Cell[];
  /**
   * Nobody said how many messages its sequences have: of paced ones rate and budget decide. Absent: not so.
   */
  readonly numberUnsaid?: true;
  /**
   * Predictions are held beside its cells, which are measured in this time after all others, beside the
   * budget: `cells/held-parts.ts`. Absent: it is a part like any other.
   */
  readonly heldMs?: number;
}

export interface Protocol {
  /**
   * Fresh client and fresh server, each, for each browser × target × place; null: as many as the budget buys.
   */
  readonly sessions: number | null;
  /** Counted exchanges each time a block visits a cell; null: the plan chooses for each panel. */
  readonly exchangesPerVisit: number | null;
  /** Wall time of the whole run: verification, starts, checks, probes and reports included, ms. */
  readonly budgetMs: number;
  readonly warmup: Warmup;
  /** Longest for one exchange, ms. */
  readonly timeoutMs: number;
  /** Smallest difference that matters, as a share: 0.02. */
  readonly margin: number;
  /** What the run aims at: the widest difference that is still told as "within", as a share: 0.1. */
  readonly precision: number;
  /** 0.95. */
  readonly confidence: number;
  /** The published protocol, reported beside ours: warm-up and counted exchanges, μ ± 2σ. */
  readonly published: { readonly warmup: number; readonly counted: number } | null;
  readonly seed: number;
  /**
   * Sessions have every target of their browser and place, and their blocks go to one after the other;
   * absent: each session has one target.
   */
  readonly interleave?: 'target';
  /** Most cells are left to a model of the others; absent: every cell is measured. */
  readonly design?: 'predicted';
  /** The cell to have a twin, one for each browser × target; absent where the plan chooses. */
  readonly twin?: CellFilter;
}

/** Each session's first exchanges are recorded and left out. */
export interface Warmup {
  /** Of each cell; of one whose exchanges take long fewer, unless the number is given. */
  readonly exchanges: number;
  /** The study's file says the number. Absent: it is the usual one. */
  readonly given?: true;
  /** Everything that began in this first time of a session is left out too. */
  readonly leastMs: number;
}

/** A table of the published study: what its columns are, and its rows with the cells that they are of. */
export interface PublishedTable {
  readonly title: string;
  /** Absent: cells of any part. */
  readonly part?: string;
  readonly metrics: readonly Figure[];
  readonly rows: readonly { readonly of: CellFilter; readonly figures: readonly number[] }[];
}

export type ComparisonRule = FactorRule | AgainstRule;

/** Compare each other level of `factor` with `baseline`, all other factors equal. */
export interface FactorRule {
  readonly factor: FactorName;
  readonly baseline: string | number;
}

/**
 * Compare every cell with the one of its group that fits, whatever they differ in: a group sends the same
 * objects.
 */
export interface AgainstRule {
  readonly against: CellFilter;
}

export function isFactorRule(rule: ComparisonRule): rule is FactorRule {
  return 'factor' in rule;
}

/** Picks cells: every named factor must be one of the listed levels. */
export type CellFilter = Readonly<Partial<Record<FactorName, readonly (string | number)[]>>>;

/** `H1` and what it says, where its ratios are `H1a`, `H1b` and `H1c`. */
export interface WholeClaim {
  readonly id: string;
  readonly says: string;
}

/**
 * A published statement as a ratio: time of `numerator` over time of `denominator`, for every pair of cells
 * under `where` that are alike in all factors which neither names.
 */
export interface Claim {
  readonly id: string;
  readonly says: string;
  /** How its words are read as these figures; absent: nobody says. */
  readonly reading?: string;
  /** Of one of several ratios: the claim that they make together, as it stands in the file. */
  readonly of?: WholeClaim;
  /**
   * Of one of several ratios: the source did not ask it, so that the claim does not stand or fall with it.
   */
  readonly ours?: true;
  /** It is said of every pair, so that the mean of all must hide none that says the opposite. */
  readonly every?: true;
  readonly part: string | null;
  readonly where: CellFilter;
  readonly numerator: CellFilter;
  readonly denominator: CellFilter;
  /**
   * The published ratio lies between these; a null end is open. [1.18, 1.22]; [1, null] is "denominator is
   * faster".
   */
  readonly published: readonly [number | null, number | null];
  /** Cells to take where those of `where` were not measured: `{ network: ['none'] }`. */
  readonly standIn: CellFilter | null;
  /** What is compared: the sum of these; absent: the whole time. */
  readonly metric?: readonly Figure[];
  /**
   * Where it is there, the ratio is a share: of this metric of the very same cells, which are those of
   * `numerator`.
   */
  readonly shareOf?: Metric;
  /**
   * Where it is there, not the figure is compared but how much it grows for each unit of this number, from
   * the least to the most that a side has.
   */
  readonly slope?: SlopeFactor;
}

/** The numbers that a figure may grow with: objects, or bytes of a message. */
export type SlopeFactor = 'n' | 'size';
