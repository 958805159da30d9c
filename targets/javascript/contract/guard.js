// Who may read: with a secret nobody else than the lab and its pages, so that no other page that is open on
// this machine gets at the data while a run lasts.

import { timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Refused } from './refused.js';

const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns a function that throws where a request may not be answered. */
export function guard({ secret, hosts, host }) {
  const known = [...OWN_HOSTS, ...hosts, isIPv6(host) ? `[${host}]` : host];
  const wanted = Buffer.from(secret);
  return ({ method, path, authority = '', given }) => {
    if (secret === '') return;
    const name = authority.replace(/:\d*$/, '').toLowerCase();
    // Else a page of another name that leads to this address would be of the same origin (DNS rebinding).
    if (!known.includes(name)) throw new Refused(421, `this is not ${name}`);
    if (method === 'OPTIONS' || path === '/about') return;
    const bytes = Buffer.from(typeof given === 'string' ? given : '');
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) return;
    throw new Refused(403, 'secret is missing or wrong', { parameter: 'secret' });
  };
}

/** Nobody who was turned away learns anything, not even by CORS headers. */
export function isTurnedAway({ status }) {
  return status === 403 || status === 421;
}
