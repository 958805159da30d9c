import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { recordLine } from './record-line.ts';

test('of advice for several networks the line is that of all of them', () => {
  const { run, summary } = advisedInput({ seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 });
  const { answer } = recordLine(run, summary);
  assert.equal(answer!.question, 'What to send?');
  assert.match(
    answer!.text,
    /^Which way depends on the network: today’s json without a network limit, protobuf \+ gzip-6 on 2g \(predicted\)$/,
  );
  const [first] = summary.advice!.networks;
  const alone = recordLine(run, { ...summary, advice: { networks: [first!] } });
  assert.match(alone.answer!.text, /^Without a network limit: /);
});

test('the answer is in one line: what another way would gain stands in the report', () => {
  const calm = { seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 };
  const { run, summary } = advisedInput(calm, { format: ['xml'], compression: ['none'] });
  const advice = { networks: summary.advice!.networks.slice(0, 1) };
  assert.match(
    recordLine(run, { ...summary, advice }).answer!.text,
    /^Without a network limit: json: nothing to install, \S+ ms instead of \S+ ms, \S+× \[\S+, \S+\]$/,
  );
});
