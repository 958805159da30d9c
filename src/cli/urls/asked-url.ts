// A URL that somebody wants asked, whoever said so: the command line, a study file, or a record that is gone
// on with.

import type { Limits } from '../../payload/source.ts';
import type { AnsweringUrl } from '../../study/study.ts';
import type { ProtoText } from '../payload/own-proto.ts';

export interface AskedUrl {
  /** Whole, secrets and all. */
  readonly url: string;
  /** Likewise. */
  readonly headers: Readonly<Record<string, string>>;
  /** The level of `target`; null: from host and path. */
  readonly name: string | null;
  /** For people, where the URL does not say by itself what may be shown of it; null: it does. */
  readonly label: string | null;
  readonly insecure: boolean;
  /** Of answers in Protobuf; null: nobody says. */
  readonly proto: ProtoText | null;
  /** Most requests in a second to a server that is not on this machine, or to any where somebody says so. */
  readonly perSecond: number;
  readonly isRateAsked: boolean;
  /** Of one answer, while it is read before anything is measured. */
  readonly limits: Limits;
  /** What a record may keep of it, to ask it again. */
  readonly kept: Pick<AnsweringUrl, 'asked' | 'headers' | 'insecure' | 'limits'>;
}

/** Most requests in a second beyond this machine, where nobody says. */
export const USUAL_PER_SECOND = 20;
