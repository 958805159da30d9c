// What the section of messages is told of its turn, a line for each change.

import type { JobSnapshot } from '../jobs/snapshot.ts';

/** How others see it while they wait. */
export const TURN_TITLE = 'messages of a page';

export type TurnLine = Pick<JobSnapshot, 'state' | 'waitsFor'>;
