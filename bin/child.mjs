// Starting other programs: quietly with the last lines kept, or in our place with everything handed through.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Lacking } from './say.mjs';

const KEPT_LINES = 15;

/**
 * Runs it without showing anything. Returns its exit code (127 where it cannot be started) and its last
 * lines.
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: 127, lastLines: error.message, output: '' }));
    child.once('close', (code, signal) => {
      const lines = output.split('\n').filter((line) => line.trim() !== '');
      resolve({ code: code ?? exitCodeOf(signal), lastLines: lines.slice(-KEPT_LINES).join('\n'), output });
    });
  });
}

/** It is there, and the system finds nothing to load it with, or may not run it. */
const CANNOT_START = ['ENOENT', 'EACCES', 'ENOEXEC'];

/**
 * Runs a Node in our place: same terminal, signals passed on, its exit code returned. The IPC channel is
 * there so that the child learns of our death (`disconnect`) even when we are killed outright. Rejects with
 * Lacking where the system cannot start it, as without glibc.
 */
export function runInPlace(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the child too; a second SIGINT would mean "at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    child.once('error', (error) => {
      for (const name of signals) process.off(name, forward);
      reject(CANNOT_START.includes(error.code) ? cannotStart(program, error) : error);
    });
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

function cannotStart(program, { code }) {
  return new Lacking(
    `This system cannot start the Node 24 that npm brought: ${program} (${code}). It is made for Linux with glibc, which Alpine has not.`,
    "install Node 24 with your system's package manager, or from https://nodejs.org, then try again",
  );
}

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}
