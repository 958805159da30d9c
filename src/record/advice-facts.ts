// What a run that advises knew before it measured: the payload, how it is sent today, and what screening
// found of every way to send it. Kept in run.json, so that the advice can be remade from the record.

import type { CellFilter } from '../study/study.ts';

export interface AdviceFacts {
  readonly payload: AdvisedPayload;
  readonly today: TodayFacts;
  /** Every format × encoder × decoder × compression that carries the payload. */
  readonly ways: readonly Way[];
  readonly refused: readonly RefusedWay[];
  readonly needs: readonly Needs[];
  readonly networks: readonly AdvisedNetwork[];
  /**
   * By how much the recommended way may be slower than the best, the larger of the two: a share of the best
   * one's time, and ms. Absent in records from before it could be said.
   */
  readonly epsilon?: { readonly share: number; readonly ms: number };
}

export interface AdvisedPayload {
  readonly name: string;
  readonly source: string;
  readonly shape: 'list' | 'document' | 'messages';
  /** Records of a list, messages of a corpus; 1 for a document. */
  readonly count: number;
  /** Of the source as it came. */
  readonly sourceBytes: number;
  /** The answer from before that clients have, as it was named; absent without. */
  readonly dictionary?: string;
  readonly notes: readonly string[];
}

export interface TodayFacts {
  /** The cells that stand for it, one in each network. */
  readonly filter: CellFilter;
  /** `source`: the payload's own format and coding; `asked`: the user said so. */
  readonly from: 'source' | 'asked';
  /** What a URL's answer took here, on the machine's own network; null for files. */
  readonly captured: {
    readonly url: string;
    readonly contentType: string;
    readonly contentEncoding: string;
    readonly bytesEncoded: number;
    readonly waitMs: number;
    readonly transferMs: number;
  } | null;
}

/**
 * One way to send the payload, as screening found it in Node; ms are medians, null where nothing was timed.
 */
export interface Way {
  readonly format: string;
  readonly encoder: string;
  readonly codec: string;
  /** `none`, `br-5`. */
  readonly compression: string;
  /** Body bytes on the wire; of several messages, their mean. */
  readonly bytes: number;
  /** The same before compression; absent in records from before predictions knew of it. */
  readonly decodedBytes?: number;
  readonly encodeMs: number;
  readonly compressMs: number;
  readonly decompressMs: number;
  readonly decodeMs: number;
  /** Where decodeMs was timed: the browser that advice is for, or `node`, where that gave no time. */
  readonly decodedIn: string;
  readonly losesKeyOrder: boolean;
}

export interface RefusedWay {
  readonly format: string;
  readonly encoder: string;
  readonly reason: string;
}

/** What the client has to have for a decoder. */
export interface Needs {
  readonly format: string;
  readonly codec: string;
  /** Both ends share a schema. */
  readonly schema: boolean;
  /** Its page must allow `unsafe-eval`. */
  readonly eval: boolean;
  /** null where the platform has all of it. */
  readonly library: {
    readonly name: string;
    readonly version: string;
    readonly minifiedBytes: number;
    readonly gzipBytes: number;
  } | null;
}

export interface AdvisedNetwork {
  readonly network: string;
  /** Why nothing is measured there, only predicted; null where contenders are measured. */
  readonly predictedOnly: string | null;
  /** The best ways by prediction, today's among them, the quickest first. */
  readonly predictions: readonly Prediction[];
}

/** `way`: an index into `ways`. */
export interface Prediction {
  readonly way: number;
  readonly totalMs: number;
}
