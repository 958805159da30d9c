// What a check of the conformance suite is. A member is one file in checks/ and one line in suite.ts.

import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { DataSchema, DataValue } from '../data/schema.ts';
import type { StoredData } from '../data/store/stored-data.ts';
import type { About, ExchangeQuery, TargetAddress } from '../wire/target-contract.ts';
import type { HttpClient, Reply } from './clients/http-client.ts';
import type { SecureTarget } from './secure-target.ts';

export type VerifyMode = 'fast' | 'full';

/** One exchange that the suite made: every one counts as evidence for the checks of Server-Timing. */
export interface LoggedExchange {
  readonly query: ExchangeQuery;
  readonly reply: Reply;
}

/** What a check works with. */
export interface CheckContext {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The same, with the secret that the lab gave it. */
  readonly address: TargetAddress;
  /** The lab started it and gave it a secret, whether it asks for it or not. */
  readonly wasGivenSecret: boolean;
  /** What its answers say in Access-Control-Allow-Origin. */
  readonly openTo: string;
  readonly mode: VerifyMode;
  /** Of what it lists only the part that is to be gone through. */
  readonly about: About;
  /** null where the lab gave it no certificate, or it does without. */
  readonly secure: SecureTarget | null;
  /** One connection, kept alive. */
  readonly client: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  /** The target's process, where it is one on this machine that the lab started; else null. */
  readonly pid: number | null;
  /** Longest wait for an answer, ms. */
  readonly timeoutMs: number;
  /** GET /exchange; the serial is a new one each time unless given. */
  exchange(query: ExchangeQuery, serial?: number): Promise<Reply>;
  /** The path and query of that exchange, for requests made by hand. */
  path(query: ExchangeQuery): string;
  /** Every answer of `exchange` so far with status 200, without its body. */
  readonly log: readonly LoggedExchange[];
  /** What the answer must hold, from the lab's own data, in the order that the computation leaves. */
  expected(query: ExchangeQuery): DataValue;
  schemaOf(dataset: string): DataSchema;
  /** What it was started with besides; empty where the lab did not start it. */
  readonly ownData: readonly StoredData[];
}

export type CheckResult =
  /** One sentence for each thing that is wrong; none where the target passes. */
  | { readonly findings: readonly string[] }
  /** The contract is kept, and something else is worth knowing: what, why, and what mends it. */
  | { readonly warnings: readonly string[] }
  /** Why it could not be looked at: the target does not offer what the check is about. */
  | { readonly skipped: string };

export interface Check {
  /** `content-length`. */
  readonly name: string;
  /** The contract's words. */
  readonly must: string;
  /** Where this fails there is no use in going on. */
  readonly vital?: true;
  /** It is about exchanges of objects: a target without datasets or formats has none. */
  readonly needsObjects?: true;
  run(context: CheckContext): Promise<CheckResult>;
}
