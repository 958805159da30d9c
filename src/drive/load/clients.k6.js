// What each client does, as k6 runs it: after two constants, `options` and `settings` (k6-script.ts). Nothing
// of it runs in Node.

import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

const wait = new Trend('wait');
const lateness = new Trend('lateness');
const failed = new Counter('failed');
const settling = new Counter('settling');
let hasToldFailure = false;

export default function () {
  const now = Date.now();
  const number = exec.scenario.iterationInTest;
  const sinceStart = now - exec.scenario.startTime;
  if (number === 0) console.log('{"wirefare":"asking"}');
  if (sinceStart < settings.settleMs) settling.add(1);
  const answer = http.get(settings.before + number + settings.after, settings.request);
  if (sinceStart < settings.settleMs) return;
  if (settings.dueEveryMs !== null) lateness.add(Math.max(0, sinceStart - number * settings.dueEveryMs));
  if (answer.status === 200) {
    wait.add(answer.timings.duration);
    return;
  }
  // It was on its way when the clients were ended.
  if (String(answer.error).includes('context canceled')) return;
  failed.add(1);
  if (hasToldFailure) return;
  hasToldFailure = true;
  console.log(JSON.stringify({ wirefare: 'failure', what: answer.error || `status ${answer.status}` }));
}

export function handleSummary({ metrics }) {
  const values = (name) => (metrics[name] ? metrics[name].values : null);
  const dropped = values('dropped_iterations');
  const seen = {
    wirefare: 'seen',
    dropped: dropped === null ? 0 : dropped.count,
    metrics: {
      wait: values('wait'),
      lateness: values('lateness'),
      failed: values('failed'),
      settling: values('settling'),
    },
  };
  return { stdout: `${JSON.stringify(seen)}\n` };
}
