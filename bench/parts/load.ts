// How busy the machine is: a figure measured beside others' work is not one of a quiet machine.

import { availableParallelism, loadavg } from 'node:os';

/** `load 2.1 on 2 cores`: of the last minute, what the bench itself takes included. */
export function sayLoad(): string {
  return `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`;
}
