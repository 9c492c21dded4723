/**
 * Stops `npm run serve` 20 times under 100 requests per second, half on keep-alive connections, half on new ones: npm gets SIGTERM.
 * Expected: /readyz fails first; every response is 2xx, our 503, or the 429 of a user with too many concurrent requests; no response is cut
 * or reset; requests in progress finish; npm exits with 0; and the next start finds the data directory free.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FINANCE, makeCompany, PASSWORD, VP } from './support/company.ts';
import { type Answer, ask, isOurs503, json, startServer, throughNpm } from './support/server.ts';

const STOPS = 20;
const EVERY_MS = 10;
const DRAIN_S = 1;

const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const counts = { answered: 0, unavailable: 0, tooMany: 0, refused: 0, finished: 0 };
const wrong: string[] = [];
let slowest = 0;

const { invoice } = await makeCompany({ dataDir });

/** Sends a change whose last byte follows only long after the listener has closed. */
const underWay = (url: string, token: string, released: Promise<unknown>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const body = JSON.stringify({ adjustment_amount: '1.00', adjustment_reason: 'Under way at a stop', related_invoice_id: invoice });
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.slice(0, 12)));
    const head = ['POST /api/v1/adjustments HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
    socket.write(`${[...head, `Content-Length: ${body.length}`, '', ''].join('\r\n')}${body.slice(0, -1)}`);
    released.then(() => socket.write(body.slice(-1)));
  });

const one = async (index: number): Promise<void> => {
  const server = await startServer({ DATA_DIR: dataDir, DRAIN_SECONDS: String(DRAIN_S) }, throughNpm);
  const { url } = server;
  const signIn = async (email: string): Promise<string> => {
    const login = await ask(`${url}/api/v1/auth/login`, { method: 'POST', body: { email, password: PASSWORD } });
    return json<{ access_token: string }>(login).access_token;
  };
  // Two users: the load may exceed its user's limit (429), while the request in progress belongs to another.
  const token = await signIn(FINANCE);
  const changing = await signIn(VP);
  const agent = new Agent({ keepAlive: true, maxSockets: 25 });
  const calls: Promise<void>[] = [];
  let stopping = false;
  let noticed = false;

  const checkAnswer = (label: string, answer: Answer): void => {
    if (label === '/readyz' && answer.status === 503) noticed = true;
    if (answer.status < 300) counts.answered += 1;
    else if (isOurs503(answer) && stopping) counts.unavailable += 1;
    else if (answer.status === 429 && answer.headers['retry-after'] === '1') counts.tooMany += 1;
    else wrong.push(`${label}: ${answer.status} ${answer.text.slice(0, 100)}`);
  };
  const fail = (label: string, { code, message }: NodeJS.ErrnoException): void => {
    if (code !== 'ECONNREFUSED' || !stopping) wrong.push(`${label}: ${code ?? message}`);
    else if (!noticed) wrong.push('the listener closed before /readyz said no');
    else counts.refused += 1;
  };
  const call = (label: string, options: Parameters<typeof ask>[1]): void => {
    const answered = ask(`${url}${label}`, options);
    calls.push(
      answered.then(
        (answer) => checkAnswer(label, answer),
        (error) => fail(label, error),
      ),
    );
  };
  let sent = 0;
  const load = setInterval(() => {
    sent += 1;
    const requestOptions = { token, agent: sent % 2 === 0 ? agent : (false as const) };
    if (sent % 10 === 0) call('/readyz', requestOptions);
    else if (sent % 10 < 4) call('/api/v1/auth/me', requestOptions);
    else if (sent % 10 < 7) call('/api/v1/public/settings', requestOptions);
    else call('/api/v1/notifications?limit=5', requestOptions);
  }, EVERY_MS);

  await pause(800);
  const slow = underWay(url, changing, pause(700 + DRAIN_S * 1000));
  await pause(200);
  stopping = true;
  const startedAt = performance.now();
  const code = await server.stop();
  slowest = Math.max(slowest, performance.now() - startedAt);
  await pause(200);
  clearInterval(load);
  await Promise.all(calls);
  agent.destroy();
  const status = await slow.catch((error: Error) => error.message);
  if (status === 'HTTP/1.1 201') counts.finished += 1;
  else wrong.push(`under way: ${status}`);
  if (code !== 0) wrong.push(`exit ${code}: ${server.output().slice(-500)}`);
  console.warn(
    `stop ${index} of ${STOPS}: ${sent} requests, ${wrong.length} wrong so far${wrong.length > 0 ? `, the last: ${wrong.at(-1)}` : ''}`,
  );
};

try {
  for (let index = 1; index <= STOPS; index += 1) await one(index);
  for (const line of [...new Set(wrong)].slice(0, 20)) console.error(line);
  const { answered, unavailable, tooMany, refused, finished } = counts;
  console.warn(
    `stop: ${STOPS} stops through npm, ${answered} answered, ${unavailable} of our 503, ${tooMany} of our 429, ${refused} refused after the listener closed, ` +
      `${finished} of ${STOPS} under way finished, ${wrong.length} cut, reset or wrong, ${Math.round(slowest)} ms at most`,
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
