import { after, test } from 'node:test';
import { clientBench } from '../../support/real/client-bench.ts';
import { assertDelayFound } from '../../support/real/found-delay.ts';
import { withoutQt } from '../../support/real/without-qt.ts';

// Known truths in, the same out, for the clients in C++: a delay is found where it is. far-clients.test.ts
// has a round trip.

const bench = clientBench();
after(() => bench.remove());

test(
  'a delay of 20 ms before every answer is found by both in the network item and nowhere else',
  {
    skip: withoutQt,
  },
  () => assertDelayFound(bench, ['qt5', 'qt6'], 'json/QJsonDocument'),
);
