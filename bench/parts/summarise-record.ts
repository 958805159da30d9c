// A process of its own for what reading and summarising a record take.

import { summariseRecord } from '../size.ts';

process.stdout.write(`${await summariseRecord(process.argv[2]!)}\n`);
