// npm run bench [-- NAME …]: the benches, one after the other. Ratios within one run are to be trusted, absolute times
// belong to the machine and the hour.

import { benchExchangeRate } from './exchange-rate.ts';

const BENCHES: Readonly<Record<string, (print: (line: string) => void) => Promise<void>>> = {
  'exchange-rate': benchExchangeRate,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  console.log(`== ${name}`);
  await BENCHES[name]!((line) => console.log(line));
}
process.exit(0);
