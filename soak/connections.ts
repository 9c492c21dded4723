/**
 * npm run soak -- connections [COUNT]: no user or outsider can slow down others (decisions 1.08). The built server on its embedded
 * database gets 800 half-open connections, and then 60 parallel comparisons of ten years by one person. Expected: another person's list is
 * answered within a second throughout, and all half-open connections end in time.
 */
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, json, startServer } from './support/server.ts';

const COUNT = Number(process.argv[2] ?? 800);
const NON_READERS = 20;
const PARALLEL = 60;
/** 60 s for connections that do not read, plus the time to fill the buffers in between. */
const ENDED_WITHIN_MS = 90_000;
const ANSWERED_WITHIN_MS = 1000;
const PASSWORD = 'try-quotaboard-26';
const LIST = '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30&limit=25';
const COMPARISON = '/api/v1/analytics?start_date=2017-01-01&end_date=2026-12-31&by=person';

const dir = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const server = await startServer({ DATA_DIR: dir, LOG_LEVEL: 'silent' }, [process.execPath, 'dist/server/main.js', '--demo']);
const { hostname, port } = new URL(server.url);
const signIn = async (name: string): Promise<string> => {
  const answer = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: `${name}@demo.test`, password: PASSWORD } });
  return json<{ access_token: string }>(answer).access_token;
};

type HalfOpen = Readonly<{ name: string; first: string; drop: string; reads: boolean }>;
/** @returns how long the connection lasted, in milliseconds */
const open = ({ first, drop, reads }: HalfOpen): Promise<number> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(Number(port), hostname, () => {
      if (first !== '') socket.write(first);
    });
    const timer = setInterval(() => drop !== '' && socket.writable && socket.write(drop), 1000);
    if (reads) socket.resume();
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      resolve(performance.now() - startedAt);
    });
  });

/** The size of a file; forty copies of the largest one fill all buffers on the way. */
const sizeOf = (name: string): number => statSync(join('dist/web/assets', name)).size;
const [largest = ''] = readdirSync('dist/web/assets')
  .filter((name) => name.endsWith('.js'))
  .sort((a, b) => sizeOf(b) - sizeOf(a));
const unreadRequests = `GET /assets/${largest} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(40);
const login = 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n';
const kinds: readonly HalfOpen[] = [
  { name: 'silent', first: '', drop: '', reads: true },
  { name: 'head', first: login, drop: 'x: y\r\n', reads: true },
  { name: 'body', first: `${login}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`, drop: ' ', reads: true },
];
const nonReader: HalfOpen = { name: 'unread', first: unreadRequests, drop: '', reads: false };

/** Connections used by the measurement itself. */
const SPARE = 4;
const socketsOfServer = (): number => {
  const folder = `/proc/${server.pid}/fd`;
  const isSocket = (name: string): boolean => {
    try {
      return readlinkSync(join(folder, name)).startsWith('socket:');
    } catch {
      return false;
    }
  };
  return readdirSync(folder).filter(isSocket).length;
};
const untilClosed = async (socketsBefore: number): Promise<void> => {
  const startedAt = performance.now();
  // The number of connections is meaningless until all are accepted.
  do await pause(3000);
  while (socketsOfServer() > socketsBefore + SPARE && performance.now() - startedAt < ENDED_WITHIN_MS);
};

/** Requests a list repeatedly until `work` ends. @returns the longest response time in milliseconds */
const longestAnswer = async (token: string, work: Promise<unknown>): Promise<number> => {
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  let longestMs = 0;
  do {
    const startedAt = performance.now();
    const { status, text } = await ask(`${server.url}${LIST}`, { token });
    if (status !== 200) throw new Error(`the list: ${status} ${text}`);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await pause(50);
  } while (!isOver);
  return longestMs;
};

try {
  const [vp, admin] = [await signIn('vp'), await signIn('admin')];
  const quietMs = await longestAnswer(vp, pause(2000));
  const lastMs = new Map<string, number>();
  let ended = 0;
  const openAndNote = async (kind: HalfOpen): Promise<void> => {
    const lifeMs = await open(kind);
    lastMs.set(kind.name, Math.max(lastMs.get(kind.name) ?? 0, lifeMs));
    ended += 1;
  };
  const kindOf = (index: number): HalfOpen => (index < NON_READERS ? nonReader : (kinds[index % kinds.length] as HalfOpen));
  const socketsBefore = socketsOfServer();
  const openedAtMs = performance.now();
  for (let index = 0; index < COUNT; index += 1) void openAndNote(kindOf(index));
  const waitWithOpenMs = await longestAnswer(vp, untilClosed(socketsBefore));
  // An unread socket does not learn that the server has closed it.
  if (socketsOfServer() <= socketsBefore + SPARE) lastMs.set(nonReader.name, performance.now() - openedAtMs);
  const timings = [...lastMs].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`).join(', ');

  const startedAt = performance.now();
  const comparisons = Promise.all(
    Array.from({ length: PARALLEL }, () => ask(`${server.url}${COMPARISON}`, { token: admin, agent: false })),
  );
  const waitDuringHeavyMs = await longestAnswer(vp, comparisons);
  const statuses = (await comparisons).map(({ status }) => status);
  const served = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  const heavyS = ((performance.now() - startedAt) / 1000).toFixed(1);

  console.warn(
    `connections: ${ended + (lastMs.has(nonReader.name) ? NON_READERS : 0)} of ${COUNT} half-open ended (${timings}); ${PARALLEL} comparisons: ${served} served and ${refused} sent away in ${heavyS} s; another person's list took at most ${Math.round(quietMs)} ms before, ${Math.round(waitWithOpenMs)} ms beside half-open connections, ${Math.round(waitDuringHeavyMs)} ms beside comparisons`,
  );
  const isPassing =
    ended === COUNT - NON_READERS &&
    lastMs.has(nonReader.name) &&
    Math.max(waitWithOpenMs, waitDuringHeavyMs) < ANSWERED_WITHIN_MS &&
    served + refused === PARALLEL;
  process.exitCode = isPassing ? 0 : 1;
} finally {
  await server.stop();
  // Exits explicitly, because sockets that were never read keep the process alive.
  rmSync(dir, { recursive: true, force: true });
}
process.exit();
