/**
 * npm run soak -- input: every API call with bad values in each part of its path, query and body, one at a time, over the demo company.
 * Expected: no status is 500 or above, and a 400 or 422 names the field.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { InjectOptions, RouteOptions } from 'fastify';
import { messages } from '../contract/messages.ts';
import { buildApp } from '../server/app.ts';
import { createOutside } from '../server/connectors/outside.ts';
import { openEmbedded } from '../server/db/embedded/openEmbedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { addPerson, PASSWORD, passwordHash } from '../tests/server/support/testApp.ts';
import { badTexts, badValues, createFittingValue, fieldsOf, type Shape, withField } from './support/badInput.ts';

const BUDGET_MS = 8 * 60_000;
const TODAY = '2026-11-21';
const ADMIN = 'soak@example.test';
/** Calls that would end this test's own session, or that never end. */
const LEFT_OUT = /logout|end-others|stream/;

const dir = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const db = await openEmbedded(dir, console.error);
const startedAt = performance.now();
const sums = { calls: 0, requests: 0, refused: 0 };
const failures = new Set<string>();

const routes: RouteOptions[] = [];
const app = buildApp({
  db,
  config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined },
  clock: () => new Date(`${TODAY}T12:00:00Z`),
  // No calls to outside systems.
  outside: createOutside({}),
});
app.addHook('onRoute', (route) => void routes.push(route));

const signIn = async (): Promise<string> => {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: ADMIN, password: PASSWORD } });
  return answer.json<{ access_token: string }>().access_token;
};

/** Fills path parameters with the first row of each kind. */
const addressOf = (url: string): string =>
  url
    .replace('/periods/:id', '/periods/2026-10')
    .replace('/payments/:id', '/payments/cp-1')
    .replace(':kind', 'quickbooks')
    .replace(/:\w+/g, '1');

type Attempt = Readonly<{ method: string; url: string; field: string; query: readonly (readonly [string, string])[]; body?: unknown }>;

/** All requests for one route, each with a single bad field. */
const attemptsOf = ({ method, url, schema }: RouteOptions): Attempt[] => {
  const query = { type: 'object', ...(schema?.querystring as Shape | undefined) };
  const body = schema?.body as Shape | undefined;
  const base = { method: String(method), url: addressOf(url) };
  const plain = Object.entries(createFittingValue(query, false) as Record<string, string>);
  const bodies = body ? [createFittingValue(body, false), createFittingValue(body, true)] : [];
  const whole = bodies[0] === undefined ? {} : { body: bodies[0] };
  const ofPath = (url.match(/:\w+/g) ?? []).flatMap((name) =>
    badTexts.map((text) => ({ ...base, ...whole, field: name, url: addressOf(url.replace(name, encodeURIComponent(text))), query: plain })),
  );
  const ofQuery = Object.keys(query.properties ?? {}).flatMap((field) => {
    const others = plain.filter(([name]) => name !== field);
    const twice = [[field, 'a'] as const, [field, 'b'] as const];
    const bad = [...badTexts.map((text) => [[field, text] as const]), twice];
    return bad.map((values) => ({ ...base, ...whole, field, query: [...others, ...values] }));
  });
  const ofBody = (body ? fieldsOf(body) : []).flatMap((path) =>
    bodies.flatMap((one) =>
      badValues.map((value) => ({ ...base, field: path.join('.'), query: plain, body: withField(one, path, value) })),
    ),
  );
  return [...ofPath, ...ofQuery, ...ofBody];
};

/** The problem with a response, or null. */
const faultOf = (status: number, text: string): string | null => {
  if (status >= 500) return `${status} ${text.slice(0, 120)}`;
  if (status !== 400 && status !== 422) return null;
  sums.refused += 1;
  const { message, errors = {} } = JSON.parse(text) as { message: string; errors?: object };
  // An error about the request itself names no field.
  const named = Object.keys(errors).length > 0 || message.startsWith(messages.server.theRequest);
  return named ? null : `${status} names no field: ${message}`;
};

let token = '';
const send = async ({ method, url, query, body }: Attempt) => {
  const options = (): InjectOptions => ({
    method: method as 'GET',
    url: `${url}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const answer = await app.inject(options());
  if (answer.statusCode !== 401) return answer;
  token = await signIn();
  return app.inject(options());
};

try {
  await migrate(db);
  await loadDemo(db, { today: TODAY, passwordHash: await passwordHash(), progress: console.error });
  await addPerson(db as Parameters<typeof addPerson>[0], { email: ADMIN, role: 'admin' });
  await app.ready();
  token = await signIn();
  const walked = routes.filter(({ url }) => url.startsWith('/api/v1/') && !LEFT_OUT.test(url));
  // Reads come first, because writes may delete the rows that they need.
  for (const route of walked.sort((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))) {
    if (performance.now() - startedAt > BUDGET_MS) {
      break;
    }
    sums.calls += 1;
    for (const attempt of attemptsOf(route)) {
      sums.requests += 1;
      const { statusCode, body } = await send(attempt);
      const fault = faultOf(statusCode, body);
      const line = `${attempt.method} ${route.url} ${attempt.field}: ${fault}`;
      if (fault === null || failures.has(line)) continue;
      failures.add(line);
      console.error(`${line} ${JSON.stringify(attempt).slice(0, 400)}`);
    }
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.warn(
    `input: ${sums.calls} of ${walked.length} calls${sums.calls < walked.length ? ' (a sample: the time was up)' : ''}, ${sums.requests} requests, ${sums.refused} refused, ${failures.size} answers that fail or name no field, ${minutes} min`,
  );
  process.exitCode = failures.size > 0 ? 1 : 0;
} finally {
  await app.close();
  await db.close();
  rmSync(dir, { recursive: true, force: true });
}
