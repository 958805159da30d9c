// Warnings about the place of measurement: other work on the machine, the clock, the link, what changed
// meanwhile.

import { percent } from '../figures/numbers.ts';
import type { WarningDeclarations } from './declaration.ts';

const WAITED_SHARE = 0.1;
const STOLEN_SHARE = 0.05;
const OTHERS_SHARE = 0.1;
const VOID_SHARE = 0.05;
const CLOCK_STEP_US = 20;

export const MACHINE_WARNINGS = {
  'cpu-pressure': {
    bounds: { waitedShare: WAITED_SHARE },
    when: `something waited for a processor that others had for more than ${percent(WAITED_SHARE, 0)} of a session: the waiting that the kernel tells (pressure stall information), times the share of other programs in all that ran. That client, target, lab and link wait for each other is no fault and not counted; where a Grid on this machine has browsers of several sessions at once, the other sessions count`,
    means:
      'Times hold waiting that belongs neither to a format nor to a server. Medians bear some of it; short items and p99 do not.',
    toDo: 'End other work on the machine, or measure when it rests.',
    advice: 'end other work on the machine',
  },
  'outside-load': {
    bounds: { stolenShare: STOLEN_SHARE, othersShare: OTHERS_SHARE },
    when: `programs that are not part of the run took more than ${percent(OTHERS_SHARE, 0)} of the processors in a session, or the hypervisor more than ${percent(STOLEN_SHARE, 0)} (steal), or sessions of others, or browsers that the Grid put beside a session of the run, ran on the same node`,
    means:
      'The sessions are less alike than they could be: intervals get wider and answers take more sessions.',
    toDo: 'Close other programs, or measure when they rest. If it is the hypervisor, measure on a machine of your own.',
  },
  'hidden-page': {
    when: 'the page was hidden during a block (another tab, a minimised window, a locked screen)',
    means:
      'Browsers slow hidden pages down. Such blocks are left out and repeated once, so the figures stand, on fewer blocks if the repeat was disturbed too.',
    toDo: 'Keep the page in front while it measures.',
    advice: 'keep the page in front while it measures',
  },
  'watching-browser': {
    when: 'somebody opened the page that measures in the browser that follows the run in the lab’s own page: both came from one address (all addresses of the lab’s machine are one), and call themselves the same (User-Agent)',
    means:
      'What the page draws while it watches takes time from the exchanges that the same browser measures, and whoever looks at it hides the page that measures. Two browsers of one version on one machine cannot be told apart, so it is raised of these, too.',
    toDo: 'Open the address on another device, or in another browser, and measure again.',
    advice: 'open the address on another device, or in another browser, and measure again',
  },
  'link-disturbed': {
    bounds: { voidShare: VOID_SHARE },
    when: `more than ${percent(VOID_SHARE, 0)} of a session’s blocks were void because the emulated link was late, the machine stood still, or the link could not tell`,
    means:
      'Void blocks are left out and repeated once, so the figures stand on blocks in which the network was what it was meant to be. So many of them show that the machine is too busy for the emulation.',
    toDo: 'End other work on the machine, or give it more cores. Without root, let the link take real-time priority: the warning has the command.',
  },
  'modelled-network': {
    when: 'a network was modelled by a proxy (`--link modelled`) instead of carried by packets',
    means:
      'The time on the network was computed from the profile and TCP’s arithmetic. Nothing of it was measured, and loss cannot be modelled.',
    toDo: 'Do not compare these figures with those of packets. Measure on a machine that can have network namespaces.',
    advice: 'do not compare with figures of packets; measure on a machine that can have namespaces',
  },
  'coarse-clock': {
    bounds: { stepUs: CLOCK_STEP_US },
    when: `a client’s clock moves in steps of more than ${CLOCK_STEP_US} µs, or the page is not cross-origin isolated`,
    means:
      'A single short time is uncertain by one step. Totals are means over many exchanges and decode is timed in batches, so both bear it.',
    toDo: 'Read short items from batches, not from single exchanges. Open the page over HTTPS or on localhost if the browser allows a finer clock there.',
  },
  'different-nodes': {
    when: 'a study compares cells whose sessions ran on nodes of a Grid at different hosts or on different phones, or on one of these and on the lab’s machine',
    means:
      'What the machines differ by would be taken for what the cells differ by, so no answer is given about them. Each cell has its own figures, and cells of one browser and target are compared within each session, which one node ran.',
    toDo: 'Compare within a browser and target. Targets can share their sessions: `protocol: {interleave: target}`.',
    advice:
      'let targets share their sessions (protocol: {interleave: target}), or measure on one node or phone alone',
  },
  environment: {
    when: 'something around the run changed: the link ended and was set up again, different agents from outside took its sessions, or the run was resumed on another machine, kernel, Node or Wirefare',
    means: 'The sessions are not repetitions of one another, and what changed may be what differs.',
    toDo: 'See what changed (the warning names it). If sessions of both kinds are in the record, run the study again as a whole.',
  },
} as const satisfies WarningDeclarations;
