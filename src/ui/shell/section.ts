// How a section goes: it shows what its address asks for, and then follows the lab for as long as the page is
// open, also where nothing could be shown. A lab that did not tell what the section needs is asked again when
// it answers.

import type { JobSnapshot } from '../jobs/snapshot.ts';
import { byId } from './dom.ts';
import { clearFailure, tellFailure } from './failure.ts';
import { followJobs, type JobFollower } from './jobs/follow-jobs.ts';

export interface Section {
  /** Rejects, and may be called again, where the lab does not tell what the section is made of. */
  begin(): Promise<unknown>;
  /** Told of every job. */
  job(snapshot: JobSnapshot): void;
}

export async function runSection(
  document: Document,
  { begin, job }: Section,
  follow: (follower: JobFollower) => Promise<unknown> = followJobs,
): Promise<void> {
  let state: 'beginning' | 'begun' | 'refused';
  const tryToBegin = async () => {
    state = 'beginning';
    try {
      await begin();
      state = 'begun';
    } catch (thrown) {
      state = 'refused';
      tellFailure(document, thrown);
    }
    byId(document, 'main').setAttribute('aria-busy', 'false');
  };
  await tryToBegin();
  let isGone = false;
  await follow({
    job,
    trouble(thrown) {
      const cameBack = thrown === null && (isGone || state === 'refused');
      isGone = thrown !== null;
      if (isGone) tellFailure(document, thrown);
      // What else is told of there stays.
      if (cameBack) clearFailure(document);
      if (cameBack && state === 'refused') void tryToBegin();
    },
  });
}
