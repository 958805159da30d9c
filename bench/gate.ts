// A/A gates and gates of a head that is 5 % slower, counted: how many false alarms, and how many that see it.

import { type GateRan, gatesAsked, runGates } from './parts/gates.ts';

/** WIREFARE_GATES of WIREFARE_GATE_BUDGET each, and half as many slowed ones of WIREFARE_SLOWED_BUDGET. */
export function benchGate(print: (line: string) => void): void {
  const asked = gatesAsked();
  const { same, slowed } = runGates(asked, print);
  print(`${same.length} A/A gates of ${asked.budgets.same}: ${counted(same)}; at most 1 in 20 may break`);
  print(
    `${slowed.length} gates of ${asked.budgets.slowed} of a head that takes 5 % longer: ${counted(slowed)}; at least 9 in 10 are to break`,
  );
}

function counted(gates: readonly GateRan[]): string {
  return [...Map.groupBy(gates, ({ outcome }) => outcome)]
    .map(([outcome, some]) => `${some.length} ${outcome}`)
    .join(', ');
}
