import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { probesMessage, registrationMessage, samplePostMessage } from './agent-messages.ts';
import { messageProblems } from './message-problems.ts';

const REGISTRATION = {
  protocol: 8,
  token: 't',
  engine: 'go',
  engineVersion: '1',
  userAgent: '',
  cores: 2,
  clockStepUs: 0.1,
  crossOriginIsolated: true,
  visible: true,
  codecs: ['json/encoding/json'],
  transports: [],
  protocols: ['http1'],
  timeOriginMs: 1,
};

function problems(schema: z.ZodType, message: unknown): string[] {
  const parsed = schema.safeParse(message);
  return parsed.success ? [] : messageProblems(parsed.error.issues, message);
}

test('a registration as it should be has no problems', () => {
  assert.deepEqual(problems(registrationMessage, REGISTRATION), []);
});

test('what is wrong with a registration is told by member, in words of JSON', () => {
  const { visible, ...rest } = REGISTRATION;
  assert.equal(visible, true);
  const wrong = {
    ...rest,
    protocol: 5,
    cores: 1.5,
    transports: null,
    codecs: 'json',
    protocols: ['http/1.1'],
    os: 1,
  };
  assert.deepEqual(problems(registrationMessage, wrong).sort(), [
    'codecs: is a text, not a list',
    'cores: is 1.5, not a whole number',
    'os: no such member',
    'protocol: is 5 (allowed: 8)',
    'protocols[0]: is "http/1.1" (allowed: http1, https1, h2, h3)',
    'transports: is null, not a list',
    'visible: is missing',
  ]);
});

test('a fault that all items of a list have is told once, with their number', () => {
  const probe = {
    cell: 'json',
    decodeMs: null,
    clientComputeMs: null,
    decompressMs: null,
    decompressedBy: null,
  };
  assert.deepEqual(problems(probesMessage, [probe, probe, probe]).sort(), [
    '[0].decompressBy: is missing (and in 2 more)',
    '[0].decompressedBy: no such member (and in 2 more)',
  ]);
  const post = { samples: null, blocks: [0], voided: [], done: true, wallMs: 1 };
  assert.deepEqual(problems(samplePostMessage, post), ['samples: is null, not a list']);
});

test('a message that is no object is told to be none', () => {
  assert.deepEqual(problems(registrationMessage, [1]), ['is a list, not an object']);
});
