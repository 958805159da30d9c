// The messages of the transit service: a request and an answer for each of its three methods. What a simple
// message leaves out is an optional field. Points, properties and stops stand in several of them.

import type { DataSchema, Field, RecordType, TypeSpec } from '../schema.ts';

const STRING: TypeSpec = { kind: 'string' };
const BOOLEAN: TypeSpec = { kind: 'boolean' };
const DOUBLE: TypeSpec = { kind: 'double' };
const INT32: TypeSpec = { kind: 'integer', min: -2_147_483_648, max: 2_147_483_647 };

const POINT = record('Point', [
  optional('id', STRING),
  field('name', STRING),
  optional('municipality', STRING),
  field('type', STRING),
  optional('latitude', DOUBLE),
  optional('longitude', DOUBLE),
  optional('lines', listType(STRING)),
]);

const PROPERTY = record('Property', [field('key', STRING), field('value', STRING)]);

const LINE = record('Line', [field('name', STRING), field('type', STRING), field('direction', STRING)]);

const STOP = record('Stop', [
  field('point', POINT),
  optional('arrival', STRING),
  optional('departure', STRING),
  optional('platform', STRING),
]);

const ROUTE_PART = record('RoutePart', [
  field('line', LINE),
  field('from', STOP),
  field('to', STOP),
  optional('stops', listType(STOP)),
]);

const ROUTE = record('Route', [
  field('date', STRING),
  field('departure', STRING),
  field('arrival', STRING),
  field('minutes', INT32),
  field('parts', listType(ROUTE_PART)),
]);

export const INIT_REQUEST = message('InitRequest', [
  field('id', STRING),
  field('language', STRING),
  optional('client', STRING),
  optional('keys', listType(STRING)),
]);

export const INIT_RESPONSE = message('InitResponse', [
  field('returnCode', STRING),
  optional('beginOfService', STRING),
  optional('endOfService', STRING),
  field('id', STRING),
  field('dataId', STRING),
  optional('buildDate', STRING),
  optional('buildTime', STRING),
  optional('buildText', STRING),
  optional('properties', listType(PROPERTY)),
]);

export const CHECK_NAME_REQUEST = message('CheckNameRequest', [
  field('id', STRING),
  field('language', STRING),
  field('point', POINT),
  field('types', listType(STRING)),
  field('maxPoints', INT32),
  optional('withCoordinates', BOOLEAN),
  optional('withLines', BOOLEAN),
]);

export const CHECK_NAME_RESPONSE = message('CheckNameResponse', [
  field('returnCode', STRING),
  field('id', STRING),
  field('points', { kind: 'array', items: POINT, mayBeEmpty: true }),
]);

export const GET_ROUTE_REQUEST = message('GetRouteRequest', [
  field('id', STRING),
  field('language', STRING),
  field('start', POINT),
  field('destination', POINT),
  optional('via', listType(POINT)),
  field('date', STRING),
  field('time', STRING),
  field('timeIsDeparture', BOOLEAN),
  optional('withCoordinates', BOOLEAN),
  optional('withStops', BOOLEAN),
]);

export const GET_ROUTE_RESPONSE = message('GetRouteResponse', [
  field('returnCode', STRING),
  field('id', STRING),
  field('routes', { kind: 'array', items: ROUTE, mayBeEmpty: true }),
]);

function message(name: string, fields: readonly Field[]): DataSchema {
  return { name, root: record(name, fields) };
}

function record(name: string, fields: readonly Field[]): RecordType {
  return { kind: 'record', name, fields, orderVaries: false };
}

function field(name: string, type: TypeSpec): Field {
  return { name, type, optional: false };
}

function optional(name: string, type: TypeSpec): Field {
  return { name, type, optional: true };
}

/** The list is never empty: if it would be, the field is absent. */
function listType(items: TypeSpec): TypeSpec {
  return { kind: 'array', items, mayBeEmpty: false };
}
