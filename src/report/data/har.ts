// exchanges.har: every timed request as HTTP Archive 1.2, for viewers of waterfalls and what else reads HAR.
// A page is a session. What HAR has no field for (decoding, the server's own times) stands under _wirefare,
// as it was posted. Sequences of messages are no requests, and HAR has nothing for them.

import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import type { Protocol } from '../../factors/protocol.ts';
import type { CheckedCell, RunFile, SampleRow, SessionFacts } from '../../record/record.ts';
import { rowAt, type SampleTable } from '../../record/sample-table.ts';
import type { Report } from '../report.ts';

type PlannedCell = RunFile['plan']['cells'][number];

const ENTRIES_A_CHUNK = 1024;

export const harReport: Report = {
  name: 'har',
  fileName: 'exchanges.har',
  goesTo: 'stdout',
  tells: 'samples',
  async render({ run, samples }, write) {
    const head = JSON.stringify({
      version: '1.2',
      creator: { name: 'wirefare', version: run.wirefare },
      ...browser(run),
      pages: run.sessions.map(page),
      comment: COMMENT,
    });
    await write(`{"log":${head.slice(0, -1)},"entries":[`);
    let separator = '\n';
    for (const chunk of entriesInChunks(run, samples)) {
      await write(separator + chunk.map((entry) => JSON.stringify(entry)).join(',\n'));
      separator = ',\n';
    }
    await write('\n]}}\n');
  },
};

const COMMENT =
  'Addresses stand for cells, with the factors that tell them apart as query. A date is the session’s start ' +
  'and the time on the client’s clock since. Bodies and fields of heads are not kept.';

function browser({ sessions }: RunFile): object {
  const agent = sessions.find((session) => session.agent !== null)?.agent;
  return agent == null ? {} : { browser: { name: agent.engine, version: agent.engineVersion } };
}

function page({ session, startedAt, agent, target }: SessionFacts): object {
  const title = [`session ${session}`, agent?.engine, target?.about.name].filter(
    (word) => word !== undefined,
  );
  return { startedDateTime: startedAt, id: pageId(session), title: title.join(' · '), pageTimings: {} };
}

const pageId = (session: number) => `session-${session}`;

function* entriesInChunks(run: RunFile, samples: SampleTable): Generator<object[]> {
  const requestOf = requestsOfCells(run.plan.cells);
  const cells = new Map(run.plan.cells.map((cell) => [cell.id, cell]));
  const sessions = new Map(run.sessions.map((facts) => [facts.session, facts]));
  const checks = new Map(
    run.sessions.flatMap(({ session, checks: all }) =>
      all.map((check) => [`${session} ${check.cell}`, check]),
    ),
  );
  let chunk: object[] = [];
  for (let at = 0; at < samples.length; at++) {
    const row = rowAt(samples, at);
    const session = sessions.get(row.session);
    if (row.messages !== undefined || session === undefined) continue;
    const check = checks.get(`${row.session} ${row.cell}`);
    const cell = cells.get(row.cell);
    chunk.push(entry(row, session, requestOf(row, cell), response(row, cell, check)));
    if (chunk.length < ENTRIES_A_CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function entry(row: SampleRow, session: SessionFacts, request: object, answered: object): object {
  const timings = harTimings(row);
  const { blocked, connect, send, wait, receive } = timings;
  return {
    pageref: pageId(row.session),
    startedDateTime: new Date(Date.parse(session.startedAt) + row.startMs).toISOString(),
    // TLS is part of `connect`, and what did not happen is −1.
    time: blocked + Math.max(0, connect) + send + wait + receive,
    request,
    response: answered,
    cache: {},
    timings,
    _wirefare: row,
  };
}

/** In HAR none of them is negative; rounding of a browser's stamps may make one so. */
function harTimings(row: SampleRow) {
  const { queueMs, stallMs, connectMs, tlsMs, waitMs, transferMs } = row;
  const connect = connectMs + tlsMs;
  return {
    blocked: Math.max(0, queueMs + stallMs),
    dns: -1,
    connect: connect > 0 ? connect : -1,
    ssl: tlsMs > 0 ? tlsMs : -1,
    // Resource Timing does not part it from waiting.
    send: 0,
    wait: Math.max(0, waitMs),
    receive: Math.max(0, transferMs),
  };
}

/** The query has the factors that tell the run's cells apart. `cell` is undefined of empty exchanges. */
function requestsOfCells(cells: readonly PlannedCell[]) {
  const told = FACTOR_NAMES.filter(
    (name) => new Set(cells.map(({ factors }) => wordOf(factors, name))).size > 1,
  );
  return ({ cell: id, call }: SampleRow, cell: PlannedCell | undefined): object => {
    const queryString = told.flatMap((name) => {
      const value = cell === undefined ? null : wordOf(cell.factors, name);
      return value === null ? [] : [{ name, value: String(value) }];
    });
    const query = new URLSearchParams(queryString.map(({ name, value }) => [name, value]));
    const scheme = cell === undefined || cell.factors.protocol === 'http1' ? 'http' : 'https';
    const path = cell === undefined ? encodeURIComponent(id) : call === undefined ? 'exchange' : 'call';
    return {
      method: call === undefined ? 'GET' : 'POST',
      url: `${scheme}://target.invalid/${path}${query.size > 0 ? `?${query}` : ''}`,
      httpVersion: httpVersion(cell),
      cookies: [],
      headers: [],
      queryString,
      headersSize: -1,
      bodySize: call?.bytesRequest ?? 0,
    };
  };
}

function response(row: SampleRow, cell: PlannedCell | undefined, check: CheckedCell | undefined): object {
  const encoding = check?.contentEncoding ?? '';
  const isDone = row.outcome === 'completed';
  return {
    status: isDone ? 200 : 0,
    statusText: isDone ? 'OK' : row.reason,
    httpVersion: httpVersion(cell),
    cookies: [],
    headers: encoding === '' ? [] : [{ name: 'Content-Encoding', value: encoding }],
    // Where the engine does not tell, the cell's check does.
    content: { size: row.bytesDecoded || (check?.bytesDecoded ?? 0), mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: check?.bytesHeaders ?? -1,
    bodySize: row.bytesEncoded || (check?.bytesEncoded ?? -1),
  };
}

const HTTP_VERSIONS: Readonly<Record<Protocol, string>> = {
  http1: 'HTTP/1.1',
  https1: 'HTTP/1.1',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
};

function httpVersion(cell: PlannedCell | undefined): string {
  return HTTP_VERSIONS[cell?.factors.protocol ?? 'http1'];
}
