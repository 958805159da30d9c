// Reads queries, already taken apart by the framework, into checked values. What is wrong is refused, because
// a wish that is ignored would be a wrong measurement.

import { COMPRESSIONS } from './compression.js';
import { computationsOf } from './computations.js';
import { Refused } from './refused.js';

const MOST_BYTES = 100_000_000;

export function readExchange(query, { data, formats }) {
  check(query, [
    ...['dataset', 'n', 'message', 'format', 'codec', 'compression', 'level', 'compute'],
    ...['connection', 'opaque', 'serial', 'secret'],
  ]);
  const stored = data.get(choice(query, 'dataset', [...data.keys()]));
  return {
    stored,
    n: count(query, 'n', 1, stored.maxN),
    message: readMessage(query, stored),
    compute: choice(query, 'compute', computationsOf(stored.name), 'none'),
    ...readEncoding(query, choice(query, 'format', Object.keys(formats)), formats),
  };
}

/** Of a call, whose format its Content-Type names. */
export function readCall(query, format, formats) {
  check(query, ['codec', 'compression', 'level', 'connection', 'opaque', 'serial', 'secret']);
  return readEncoding(query, format, formats);
}

export function readBytes(query) {
  check(query, ['n', 'connection', 'serial', 'secret']);
  return { n: count(query, 'n', 0, MOST_BYTES), close: flag(query, 'connection', 'close') };
}

function readEncoding(query, format, formats) {
  const compression = choice(query, 'compression', Object.keys(COMPRESSIONS), 'none');
  return {
    format,
    codec: choice(query, 'codec', formats[format], formats[format][0]),
    compression,
    level: readLevel(query, compression),
    close: flag(query, 'connection', 'close'),
    opaque: flag(query, 'opaque', '1'),
  };
}

function check(query, known) {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name))
      throw new Refused(400, `${name}: no such parameter`, { parameter: name, allowed: known });
    if (Array.isArray(value)) throw new Refused(400, `${name}: given twice`, { parameter: name });
  }
}

function choice(query, name, allowed, usual) {
  const value = query[name] ?? usual;
  if (value === undefined) throw new Refused(400, `${name} is missing`, { parameter: name, allowed });
  if (allowed.includes(value)) return value;
  throw new Refused(501, `${name} ${value} is not supported`, { parameter: name, allowed });
}

function count(query, name, least, most) {
  const text = query[name] ?? '';
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Refused(400, `${name} is no whole number from ${least} to ${most}`, { parameter: name });
}

function flag(query, name, on) {
  if (query[name] === undefined || query[name] === on) return query[name] === on;
  throw new Refused(400, `${name} is not ${on}`, { parameter: name, allowed: [on] });
}

function readLevel(query, compression) {
  const levels = COMPRESSIONS[compression];
  if (levels.length > 0) return count(query, 'level', levels[0], levels.at(-1));
  if (query.level === undefined) return null;
  throw new Refused(400, `compression ${compression} has no levels`, { parameter: 'level' });
}

function readMessage(query, { shape, count: messages }) {
  if (query.message === undefined) return 0;
  if (shape === 'messages') return count(query, 'message', 0, messages - 1);
  throw new Refused(400, 'only messages have it', { parameter: 'message' });
}
