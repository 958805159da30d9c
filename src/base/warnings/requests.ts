// Warnings about times and bills: whether they are steady, whether they add up, and whether they are what the
// cell's name says.

import { sayBytes } from '../figures/bytes.ts';
import { percent } from '../figures/numbers.ts';
import type { WarningDeclarations } from './declaration.ts';

const NOISE_FLOOR = 0.05;
const DOUBTFUL_SHARE = 0.01;
const OTHER_CONNECTION_SHARE = 0.01;
/** From this share on, the cell's client connects by habit and not by accident. */
const HABIT_SHARE = 0.9;
const LEAST_ACCOUNTED = 0.95;
const MOST_ACCOUNTED = 1.05;

/** What fits into one packet is sent no sooner for being shorter. */
const PACKET_BYTES = 1_400;
const COMPRESSIBLE_SHARE = 0.8;
/** Of longer bodies nobody tries what a level makes of them. */
const TRIED_BYTES = 1_000_000;
/** So much less another level must leave, or nobody has anything of it. */
const SPARED_SHARE = 0.05;

/** More may be on its way for as long, on a slow machine. */
const SMALL_BYTES = 100_000;

/** Of what the initial window of a connection holds: over a network more of it takes round trips. */
const WINDOW_BYTES = 13_000;

/** A proxy that collects holds back at least so much of what the server sends as it comes. */
const HELD_MS = 40;
const HELD_SHARE = 0.5;

export const REQUEST_WARNINGS = {
  'not-compressed': {
    isOfServer: true,
    bounds: { bytes: PACKET_BYTES, share: COMPRESSIBLE_SHARE },
    when: `a URL that is measured answers without a content coding, though the client offers several and nobody set another \`Accept-Encoding\` by hand, with ${PACKET_BYTES} bytes or more of which gzip would leave at most ${percent(COMPRESSIBLE_SHARE, 0)}`,
    means: 'Over slow networks most of what users wait for is the transfer, and most of that can be saved.',
    toDo: 'Switch compression on where the server has it (nginx: `gzip on` with `gzip_types`; Express: `compression`; Spring Boot: `server.compression.enabled`; FastAPI: `GZipMiddleware`), and measure again. `wirefare advise` tells what each compression would give.',
    advice: 'switch compression on in the server or the proxy before it, and measure again with --against',
  },
  'unusual-level': {
    isOfServer: true,
    bounds: { share: SPARED_SHARE, bytes: PACKET_BYTES, triedBytes: TRIED_BYTES },
    when: `a URL that is measured answers with a body of ${sayBytes(PACKET_BYTES)} or more that is compressed by gzip at level 9 or br at level 11 (the header of gzip says so, or the bytes are as many as that level makes of the body here, which is tried of bodies up to ${sayBytes(TRIED_BYTES)} decompressed), or by gzip at level 1 where level 6 would leave at least ${percent(SPARED_SHARE, 0)} less`,
    means:
      'Nobody chose that level: it is what the library or the proxy takes by itself (nginx: gzip 1; FastAPI’s GZipMiddleware: gzip 9; brotli in Node and Python: 11). The fastest level sends more over every network; the best takes many times the server’s time of each answer for hardly fewer bytes, and is meant for files that are compressed once.',
    toDo: 'Set the level: gzip 5 or 6, br 4 or 5 (nginx: `gzip_comp_level 5`; FastAPI: `GZipMiddleware(compresslevel=6)`; Node: `BROTLI_PARAM_QUALITY`). `wirefare advise` on the URL tells what each level would take and give.',
    advice:
      'it is the default of a library or proxy: set gzip to 5 or 6, br to 4 or 5 (nginx: gzip_comp_level, FastAPI: compresslevel, Node: BROTLI_PARAM_QUALITY), and measure again with --against',
  },
  'late-body': {
    isOfServer: true,
    bounds: { bytes: SMALL_BYTES, windowBytes: WINDOW_BYTES },
    when: `half or more of a cell’s small answers (under ${sayBytes(SMALL_BYTES)}) stand still for 40 ms, or for 200 ms, between first and last byte or beside all work of the server; over an emulated network (under ${sayBytes(WINDOW_BYTES)}, between first and last byte) beyond what the wire and a target’s round trip take; of a URL whose answers have no length only where they stand still for 39 to 46 ms, or 199 to 208 ms, since it may work on after its head`,
    means:
      'The server sends a head and a body, or parts of them, in several small writes with Nagle’s algorithm on: the system keeps the second back until the first is acknowledged, and the client’s system puts that off for 40 ms (Linux) or up to 200 ms (others). Nobody works meanwhile. Users wait for it too, wherever the round trip is shorter.',
    toDo: 'Let the server write a small answer in one piece (collect the head and the body before writing), or set TCP_NODELAY on its connections; in front of it, see what a proxy does (nginx: `tcp_nodelay on`).',
    advice:
      'it writes head and body apart with Nagle’s algorithm on, and the client’s system puts off acknowledging: write a small answer at once, or set TCP_NODELAY',
  },
  'held-back': {
    isOfServer: true,
    bounds: { leastMs: HELD_MS, share: HELD_SHARE, bytes: PACKET_BYTES },
    when: `of two servers that are held against each other over loopback one lets ${HELD_MS} ms or more go by between the first byte and the last, and the other, with the very same answer (two URLs with as many decoded bytes, but for a tenth), has its first byte later by ${percent(HELD_SHARE, 0)} of that or more, beside all that they say that they worked, and nearly all of the rest at once (of a URL, which need not say what it worked, it is a doubt); or a proxy says that it stands before a URL (Via, Server), whose answers of ${PACKET_BYTES} bytes or more come all at once and without a length, ${HELD_MS} ms or more after all that the way to the server and its own Server-Timing account for; a URL without Server-Timing gets a note instead, since a server that is slow looks the same`,
    means:
      'Something between server and client collects the answer before it passes it on: the browser waits for the last byte where it could already read the first, and what streams (Server-Sent Events, long lists, logs) comes late and in bursts.',
    toDo: 'Let the proxy pass on what comes: nginx `gzip off` for that location, since its compression collects (let the server compress), and `proxy_buffering off`, or `X-Accel-Buffering: no` from the server; Apache `flushpackets=on`; a compression in front may collect too. Measure again with the server itself beside it (`--against`).',
    advice:
      'a proxy collects the answer before it passes it on: switch its compression and buffering off there (nginx: gzip off, proxy_buffering off, or X-Accel-Buffering: no from the server), and measure again with the server itself beside it',
  },
  'no-keep-alive': {
    isOfServer: true,
    when: 'a URL that is measured answers each time with an end of the connection: `Connection: close`, HTTP/1.0 without `keep-alive`, or a body that ends where the connection does; and cells of it are warm',
    means:
      'Users open a connection for every request: a round trip for TCP, over HTTPS at least one more for TLS. The front before the server has connections open ahead and keeps its own with the browser, so the warm figures leave that out; the warning says how much it is on each network.',
    toDo: 'Let the server keep its connections (gunicorn: a worker class other than `sync`; PHP: FPM behind a web server instead of `php -S`; Flask: another server than its own), or put a proxy before it that keeps them with users. In a study `connection: cold` measures what each request takes today.',
    advice:
      'let the server keep its connections (gunicorn: a worker class other than sync; Flask and PHP: another server than their own), or put a proxy before it that does; in a study connection: cold measures what users have today',
  },
  'no-length': {
    isOfServer: true,
    when: 'an answer comes in chunks, or until the stream ends, and says nowhere how long it is (no `Content-Length`)',
    means:
      'The client cannot tell how much is to come: no progress, no buffer of the right size, and an answer that breaks off may look whole to what reads HTTP/1.0. The server, or a proxy that compresses, writes while it goes on, so that small pieces may leave in packets and TLS records of their own. Totals stand; what compresses meanwhile has no time of its own.',
    toDo: 'Let the server make the whole answer before it writes, or compress it beforehand, and send its length; where a proxy compresses (nginx: `gzip on`), let the server do it or take `gzip_static`. Where the answer is meant to be streamed, nothing has to be done.',
    advice:
      'write the answer in one piece with its Content-Length, and compress in the server instead of a proxy; where it is meant to be streamed, nothing has to be done',
  },
  drift: {
    when: 'the times of a browser and target, of all its cells together or of any by itself, change by more than the study’s margin from the first to the last third of a session, beyond doubt at the study’s confidence; the target’s own work is looked at by itself too',
    means:
      'Medians mix two states. If times fall, the warm-up was too short (a JVM compiles over thousands of requests). If they rise, the machine slows down. Cells are interleaved, so comparisons suffer less than times.',
    toDo: 'Set `protocol.warmup` to what the warning says. If times rise, look for heat, a changing CPU frequency, or a cache that fills.',
  },
  'twins-differ': {
    when: 'the twin, one cell measured under two names, differs from itself beyond chance: the interval of their ratio leaves out 1',
    means:
      'Something in this run tells two names of the same thing apart, so it may tell others apart that are alike. Answers about cells of that browser, target and network are withheld. Chance alone does this in fewer than one run in twenty.',
    toDo: 'Measure again. If it stays, something in the target, the client or Wirefare depends on the order or the name of cells.',
  },
  'noise-floor-high': {
    bounds: { share: NOISE_FLOOR },
    when: `the interval of the twin’s ratio, one cell measured under two names, reaches further than ${percent(NOISE_FLOOR, 0)}`,
    means: 'The intervals of comparisons are about as wide, so that they are answered less closely.',
    toDo: 'Use more sessions, more time (`--budget`) or a quieter machine.',
  },
  'timing-doubtful': {
    bounds: { share: DOUBTFUL_SHARE },
    when: `more than ${percent(DOUBTFUL_SHARE, 0)} of the exchanges have no Resource Timing entry, or one whose times are out of order`,
    means: 'Their totals count. Their items are left out of the bills.',
    toDo: 'Nothing, if the share is small. Otherwise trust totals and comparisons, and the bills less.',
    advice: 'their totals count; their items were left out of the bills',
  },
  reconnected: {
    bounds: { share: OTHER_CONNECTION_SHARE, habitShare: HABIT_SHARE },
    when: `more than ${percent(OTHER_CONNECTION_SHARE, 0)} of the warm exchanges had to open a connection; a client that does so for ${percent(HABIT_SHARE, 0)} of a cell’s calls is named by itself`,
    means: 'Those exchanges hold connect and tls, which a warm cell should not have.',
    toDo: 'Find what closes idle connections: the target, or something before it. Of a client that keeps no connection for what it posts, read the calls as cold ones.',
    advice: 'something closes idle connections: does the target keep them, is the client told to?',
  },
  'not-cold': {
    bounds: { share: OTHER_CONNECTION_SHARE },
    when: `more than ${percent(OTHER_CONNECTION_SHARE, 0)} of the cold exchanges found a connection open, or the client stamped no connecting`,
    means: 'Those exchanges lack the set-up of a connection, which a cold cell is about.',
    toDo: 'See that the target closes after `connection=close`, and that the client keeps to one connection.',
    advice: 'the target must close after connection=close, and the client must keep to one connection',
  },
  'items-do-not-add-up': {
    bounds: { leastShare: LEAST_ACCOUNTED, mostShare: MOST_ACCOUNTED },
    when: `the items of a cell’s bill are together less than ${percent(LEAST_ACCOUNTED, 0)} or more than ${percent(MOST_ACCOUNTED, 0)} of its total`,
    means:
      'Each item is measured by itself, so the sum is a check. Totals and comparisons stand; some item of that bill is wrong by as much, or something takes time that has no item.',
    toDo: 'Read those bills with care: look at the residual, and whether few samples stand behind them.',
    advice: 'totals and comparisons stand; read those bills with care',
  },
  'streamed-compression': {
    when: 'a server compresses while it sends, so nobody can time its compressing alone',
    means:
      'The bill has no items of compressing and decompressing: that time stands in the transfer, and what of it came before the first byte in the residual. Totals and comparisons stand.',
    toDo: 'Compare such servers by totals, not by transfer.',
    advice: 'that time stands in the transfer, and what of it came before the first byte in the residual',
  },
  'declared-exception': {
    when: 'a server does over TLS what the target contract rules out, and declares it',
    means:
      'Nobody can make that server keep the rule. What it does to the figures stands in the warning; it is no mistake of the run.',
    toDo: 'Compare such servers by totals; nothing else has to be done.',
    advice: 'totals stand: compare such servers by them',
  },
} as const satisfies WarningDeclarations;
