// What a target cannot do it says so: a problem document that names the parameter. Anything else, above all a
// usual answer to an unusual question, would be measured as if it were what was asked.

import { type About, exchangePath } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import type { Reply } from '../../clients/http-client.ts';
import { anyQuery, hasObjects, littlePath, sortedDatasets } from '../../clients/queries.ts';

interface Refusal {
  readonly path: string;
  readonly method?: string;
  readonly statuses: readonly number[];
  /** The parameter that the document must name. */
  readonly parameter?: string;
}

const INVENTED = 'wirefare-invented';

export const refusals: Check = {
  name: 'refusals',
  must: 'bad parameters get 400, unsupported ones 501, other paths 404, other methods 405, as problem documents naming the parameter',
  run: async (context) => {
    const findings: string[] = [];
    for (const refusal of refusalsOf(context)) {
      const { path, method = 'GET' } = refusal;
      const reply = await context.client.get(path, { method });
      findings.push(...checkRefusal(refusal, reply).map((finding) => `${method} ${path}: ${finding}`));
    }
    const { status } = await context.client.get(littlePath(context.about, 0));
    if (status !== 200) findings.push(`after all these a good request is answered ${status}`);
    return { findings };
  },
};

function* refusalsOf({ about }: CheckContext): Generator<Refusal> {
  if (hasObjects(about)) yield* refusedExchanges(about);
  for (const n of ['-1', 'abc', '100000001']) {
    yield { path: `/bytes?n=${n}`, statuses: [400], parameter: 'n' };
  }
  yield { path: '/bytes', statuses: [400], parameter: 'n' };
  yield { path: `/${INVENTED}`, statuses: [404] };
  yield { path: littlePath(about, 0), method: 'DELETE', statuses: [405] };
}

function* refusedExchanges(about: About): Generator<Refusal> {
  const good = exchangePath(anyQuery(about, 1), 0);
  const but = (name: string, value: string | null) => {
    const url = new URL(good, 'http://target');
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return `${url.pathname}${url.search}`;
  };
  for (const parameter of ['dataset', 'format', 'codec', 'compression', 'compute']) {
    yield { path: but(parameter, INVENTED), statuses: [501], parameter };
  }
  for (const dataset of about.features.datasets.filter((name) => !sortedDatasets(about).includes(name))) {
    for (const compute of about.features.computations.filter((name) => name !== 'none')) {
      const path = exchangePath({ ...anyQuery(about, 1), dataset, compute }, 0);
      yield { path, statuses: [501], parameter: 'compute' };
    }
  }
  for (const parameter of ['dataset', 'n', 'format']) {
    yield { path: but(parameter, null), statuses: [400], parameter };
  }
  const tooMany = String(about.features.maxN + 1);
  for (const n of ['0', '-1', '1.5', '1e1', 'abc', '', '1000000000', '99999999999999999999', tooMany]) {
    yield { path: but('n', n), statuses: [400], parameter: 'n' };
  }
  yield { path: but('level', '6'), statuses: [400], parameter: 'level' };
  for (const [compression, levels] of Object.entries(about.features.compressions)) {
    if (levels.length === 0) continue;
    for (const level of ['99', '-1', 'abc', '1.5']) {
      yield {
        path: `${but('compression', compression)}&level=${level}`,
        statuses: [400],
        parameter: 'level',
      };
    }
    yield { path: but('compression', compression), statuses: [400], parameter: 'level' };
  }
  yield { path: but('invented', '1'), statuses: [400], parameter: 'invented' };
  yield { path: `${good}&n=2`, statuses: [400], parameter: 'n' };
}

function checkRefusal({ statuses, parameter }: Refusal, reply: Reply): string[] {
  if (!statuses.includes(reply.status)) return [`answered ${reply.status}, not ${statuses.join(' or ')}`];
  const type = reply.headers['content-type'] ?? 'missing';
  if (!type.startsWith('application/problem+json'))
    return [`Content-Type is ${type}, not application/problem+json`];
  const document = parsed(reply.body);
  if (document === null) return ['the body is not a JSON object'];
  const findings: string[] = [];
  if (document.status !== reply.status) findings.push(`status in the document is ${String(document.status)}`);
  if (typeof document.detail !== 'string') findings.push('the document has no detail');
  if (parameter !== undefined && document.parameter !== parameter) {
    findings.push(`the document names the parameter ${String(document.parameter)}, not ${parameter}`);
  }
  return findings;
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
