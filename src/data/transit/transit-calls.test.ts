// The transit service: what it answers, and that what every implementation is held to is what is written
// down.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { RefusedCall } from '../call.ts';
import { findMismatch } from '../mismatch.ts';
import type { DataRecord } from '../schema.ts';
import { NETWORK } from './network.ts';
import { TRANSIT_CALLS } from './transit-calls.ts';

interface Exchanged {
  readonly operation: string;
  readonly request: DataRecord;
  readonly answer: DataRecord;
}

/** Java's tests read the same file: the six of a study, and requests beside them. */
const WRITTEN: Readonly<Record<string, Exchanged>> = JSON.parse(
  readFileSync(new URL('./testdata/transit-calls.json', import.meta.url), 'utf8'),
);

const byOperation = (operation: string) => TRANSIT_CALLS.find((call) => call.operation === operation)!;

const ask = (operation: string, request: DataRecord) => byOperation(operation).answer(request) as DataRecord;

const requestOf = (dataset: string) => TRANSIT_CALLS.find((call) => call.dataset === dataset)!.request(1);

test('requests and answers are those that other languages are held to, to the last character', () => {
  for (const { dataset, operation, request } of TRANSIT_CALLS) {
    assert.equal(operation, WRITTEN[dataset]!.operation);
    assert.equal(JSON.stringify(request(1)), JSON.stringify(WRITTEN[dataset]!.request), dataset);
  }
  for (const [name, { operation, request, answer }] of Object.entries(WRITTEN))
    assert.equal(JSON.stringify(ask(operation, request)), JSON.stringify(answer), name);
});

test('schemas describe every request and every answer', () => {
  for (const [name, { operation, request, answer }] of Object.entries(WRITTEN)) {
    const { requestSchema, answerSchema } = byOperation(operation);
    assert.equal(findMismatch(requestSchema, request), null, name);
    assert.equal(findMismatch(answerSchema, answer), null, name);
  }
});

test('answers are made anew and have the id of their request', () => {
  for (const { answer, request, dataset } of TRANSIT_CALLS) {
    const asked = request(1);
    const first = answer(asked) as DataRecord;
    assert.deepEqual(answer(asked), first);
    for (const shared of objectsIn(first))
      assert.ok(!objectsIn(answer(asked) as DataRecord).has(shared), dataset);
    assert.equal((answer({ ...asked, id: 'übrig' }) as DataRecord).id, 'übrig');
  }
});

function objectsIn(value: unknown, into = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null) return into;
  into.add(value);
  for (const each of Object.values(value)) objectsIn(each, into);
  return into;
}

test('init answers the keys that it was asked for, one that it does not know with no text', () => {
  const { properties, buildText } = ask('init', { id: '1', language: 'en', keys: ['currency', 'moon'] });
  assert.deepEqual(properties, [
    { key: 'currency', value: 'EUR' },
    { key: 'moon', value: '' },
  ]);
  assert.equal(buildText, 'Timetables of town and surroundings');
});

test('checkname finds what begins so, in whichever letters, and says where there is more', () => {
  const asked = requestOf('transit-checkname-detailed');
  const search = (point: DataRecord, maxPoints = 100) => ask('checkname', { ...asked, point, maxPoints });
  const names = (answer: DataRecord) => (answer.points as DataRecord[]).map(({ name }) => name);
  const expected = NETWORK.stations.filter(({ name }) => name.startsWith('Öjen')).map(({ name }) => name);
  assert.ok(expected.length > 3);
  assert.deepEqual(names(search({ name: 'öJEN', type: 'STATION' })), expected);
  const few = search({ name: 'öjen', type: 'STATION' }, 2);
  assert.deepEqual([few.returnCode, names(few)], ['TOO_MANY', expected.slice(0, 2)]);
  const none = search({ name: 'jen', type: 'STATION' });
  assert.deepEqual([none.returnCode, none.points], ['NOT_FOUND', []]);
  const inPinneberg = search({ name: '', municipality: 'Pinneberg', type: 'STATION' });
  assert.ok((inPinneberg.points as DataRecord[]).every(({ municipality }) => municipality === 'Pinneberg'));
  assert.deepEqual(ask('checkname', { ...asked, types: ['POI'] }).points, []);
});

test('a route has a part more than it has points on the way, and each begins where and after the last one ended', () => {
  const asked = requestOf('transit-getroute-detailed');
  const via = asked.via as DataRecord[];
  for (let count = 0; count <= via.length; count++) {
    const { via: _, ...others } = asked;
    const request = count === 0 ? others : { ...asked, via: via.slice(0, count) };
    const [route] = ask('getroute', request).routes as DataRecord[];
    const parts = route!.parts as DataRecord[];
    assert.equal(parts.length, count + 1);
    const idsOf = (end: 'from' | 'to') =>
      parts.map((part) => ((part[end] as DataRecord).point as DataRecord).id);
    const ids = [asked.start as DataRecord, ...via.slice(0, count), asked.destination as DataRecord].map(
      ({ id }) => id,
    );
    assert.deepEqual([idsOf('from'), idsOf('to')], [ids.slice(0, -1), ids.slice(1)]);
    assert.equal((parts[0]!.from as DataRecord).departure, '17:08');
    for (let i = 1; i < parts.length; i++)
      assert.ok(
        ((parts[i]!.from as DataRecord).departure as string) >
          ((parts[i - 1]!.to as DataRecord).arrival as string),
      );
  }
});

test('a route that shall arrive at a time does, also where it began the day before', () => {
  const asked = requestOf('transit-getroute-simple');
  const [route] = ask('getroute', { ...asked, time: '00:01', timeIsDeparture: false }).routes as DataRecord[];
  assert.equal(route!.arrival, '00:01');
  assert.match(route!.departure as string, /^23:/);
});

test('a station may be told by its name, and one that is unknown has no route', () => {
  const asked = requestOf('transit-getroute-simple');
  const { id, ...byName } = asked.start as DataRecord;
  assert.deepEqual(ask('getroute', { ...asked, start: byName }), ask('getroute', asked));
  const unknown = ask('getroute', { ...asked, start: { ...byName, id: `${id}0` } });
  assert.deepEqual(unknown, { returnCode: 'NOT_FOUND', id: asked.id, routes: [] });
});

test('what is out of range is refused, and says what may stand there', () => {
  const route = requestOf('transit-getroute-detailed');
  const name = requestOf('transit-checkname-simple');
  const nine = Array.from({ length: 9 }, () => route.start!);
  for (const [operation, request, expected] of [
    ['checkname', { ...name, maxPoints: 0 }, /maxPoints is 0; it may be 1 to 100/],
    ['checkname', { ...name, maxPoints: 101 }, /maxPoints is 101/],
    ['getroute', { ...route, time: '24:00' }, /time is "24:00"; it is written 09:41/],
    ['getroute', { ...route, time: '9:41' }, /time is "9:41"/],
    ['getroute', { ...route, date: '27.06.2011' }, /date is "27.06.2011"; it is written 2011-06-27/],
    ['getroute', { ...route, via: nine }, /via has 9 points; it may have 8/],
  ] as const) {
    assert.throws(
      () => ask(operation, request),
      (thrown) => thrown instanceof RefusedCall && expected.test(thrown.message),
    );
  }
});
