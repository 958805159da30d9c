// Warnings about clients at once: whether the load was laid as it was asked for.

import { percent } from '../figures/numbers.ts';
import type { WarningDeclarations } from './declaration.ts';

/** Of its cores' time. */
const BUSY_SHARE = 0.9;
const LATE_MS = 50;
const REACHED_SHARE = 0.95;

/** Of the slowdown asked for. */
const SLOWDOWN_OFF_SHARE = 0.25;

/** A client that is made slower, and did not become what was asked. */
export const SLOW_CLIENT_WARNINGS = {
  'slowdown-missed': {
    bounds: { offShare: SLOWDOWN_OFF_SHARE },
    when: `a client that was to be slowed down (\`cpu\`) took for a fixed piece of work more than ${percent(SLOWDOWN_OFF_SHARE, 0)} less or more than so many times as long as before`,
    means:
      'Figures of that session are those of another processor than the study names. Comparisons between levels of `cpu` say what the slowdown reached does, not the one asked for.',
    toDo: 'End other work on the machine, which takes its share of the processor before the quota does, and read the level as what it reached.',
    advice: 'end other work on the machine, and read the level as what it reached',
  },
  'slowdown-not-held': {
    when: 'a client was slowed down (`cpu`) that cannot do the known work, as programs of `clients/`',
    means: 'It had the quota, and nobody knows how much slower that made it.',
    toDo: 'Take a browser or `node` beside it: they say what the same quota reached on this machine.',
    advice: 'take a browser or node beside it, which say what the same quota reached',
  },
} as const satisfies WarningDeclarations;

export const CLIENT_WARNINGS = {
  'generator-saturated': {
    bounds: { busyShare: BUSY_SHARE, lateMs: LATE_MS, reachedShare: REACHED_SHARE },
    when: `the generator of other clients uses ${percent(BUSY_SHARE, 0)} or more of its cores and the target less of its own (the time in which others kept it waiting for a core counts where it drops requests), begins one request in a hundred ${LATE_MS} ms late or more, or sends less than ${percent(REACHED_SHARE, 0)} of what was due though clients were free`,
    means:
      'The load was not the one that the study names, and nobody can say what the target would have done under that. The session is void: none of its figures counts.',
    toDo: 'Take fewer clients or a lower rate, give the machine more cores, or end other work on it.',
    advice: 'take fewer clients or a lower rate, or a machine with more cores',
  },
  'clients-behind': {
    bounds: { reachedShare: REACHED_SHARE },
    when: `requests of other clients are due while every client still waits for its answer, more than ${percent(1 - REACHED_SHARE, 0)} of all that are due`,
    means:
      'The target cannot keep up with that load: what waits grows as long as it lasts, and times under it tell how long it lasted rather than what an exchange takes.',
    toDo: 'Read this level as beyond what the target carries, and measure a lower one beside it.',
    advice: 'this load is more than the target carries: measure a lower one beside it',
  },
  'clients-failed': {
    when: 'requests of other clients are not answered with status 200, or not within the study’s timeout',
    means:
      'The target turned clients away, or a limit of the machine did (open files, ports), so that those that were answered had less company than the study names.',
    toDo: 'See what the first failure says. A server’s limit is a finding; raise the machine’s own (`ulimit -n`).',
    advice: 'see what the target says of it, and whether `ulimit -n` allows so many connections',
  },
} as const satisfies WarningDeclarations;
