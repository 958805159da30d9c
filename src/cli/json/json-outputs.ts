// What each verb prints with --json. docs/reference/output.schema.json is made from these types, and a test
// holds what verbs really print to it; another that no verb with --json is missing.

import type { Finding } from '../../drive/machine/finding.ts';
import type { FoundSchema } from '../../payload/read-schema.ts';
import type { Plan } from '../../plan/plan.ts';
import type { RunFile } from '../../record/record.ts';
import type { GateReport } from '../../report/gate/gate-words.ts';
import type { MapDocument } from '../../report/predicted/map-report.ts';
import type { Results } from '../../report/results/results.ts';
import type { RecordsCompared } from '../../summary/records/records-compared.ts';
import type { Summary } from '../../summary/summary.ts';
import type { VerifyReport } from '../../verify/report.ts';
import type { HarAdvice } from '../advise/har/har-advice.ts';
import type { AdviceDocument } from '../advise/output.ts';
import type { ListedRow } from '../list.ts';
import type { NetworkRow } from '../networks/network-names.ts';
import type { CheckedNetwork } from '../networks/networks-check.ts';
import type { DecoderWeight } from '../payload/format-weights.ts';
import type { PredictionDocument } from '../predict/predict.ts';
import type { SizesDocument } from '../sizes/sizes-document.ts';
import type { ClaimRow } from '../study/say-claims.ts';

export interface JsonOutputs {
  measure: Summary;
  run: Summary;
  /** With --claims the claims, else the plan. */
  plan: PlanDocument | readonly ClaimRow[];
  reproduce: Results;
  report: Summary;
  compare: RecordsCompared;
  merge: Summary;
  gate: GateReport;
  predict: PredictionDocument;
  map: MapDocument;
  /** Of a HAR with answers of several paths, for each of them. */
  advise: AdviceDocument | HarAdvice;
  schema: FoundSchema;
  sizes: SizesDocument;
  verify: VerifyReport;
  networks: readonly NetworkRow[];
  /** Of each line. */
  'networks check': CheckedNetwork;
  doctor: readonly Finding[];
  /** Of formats with --weights, of networks, of all else. */
  list: readonly DecoderWeight[] | readonly NetworkRow[] | readonly ListedRow[];
}

/** Files of a record that programs read. */
export interface JsonFiles {
  'summary.json': Summary;
  'run.json': RunFile;
}

interface PlanDocument extends Plan {
  /** What predictions are held beside, a plan of its own; absent where the study names nothing for it. */
  readonly held?: Plan;
}
