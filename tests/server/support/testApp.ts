import { hash } from '@node-rs/argon2';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Role } from '../../../contract/entities/user.ts';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import { freshDatabase, type TestDatabase } from './testDatabase.ts';

export const PASSWORD = 'a good enough sentence';
/** An arbitrary instant; tests change it with `clock.advance`. */
const START = '2026-11-21T12:00:00Z';

export type TestClock = { (): Date; advance: (ms: number) => void; set: (instant: string) => void };
export const testClock = (): TestClock => {
  let now = Date.parse(START);
  const clock = (() => new Date(now)) as TestClock;
  clock.advance = (ms) => {
    now += ms;
  };
  clock.set = (instant) => {
    now = Date.parse(instant);
  };
  return clock;
};

export type Tokens = { access_token: string; refresh_token: string };
export type Call = Omit<InjectOptions, 'url' | 'method' | 'payload' | 'body'> & { token?: string | undefined; body?: unknown };

/** One hash for all test accounts, cheap to verify: a hash contains its own cost. Another test covers the real cost. */
let hashed: Promise<string> | undefined;
export const passwordHash = (): Promise<string> => {
  hashed ??= hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  return hashed;
};

export type Person = {
  email: string;
  role: Role;
  first_name?: string;
  last_name?: string;
  manager_id?: number;
  active?: boolean;
  must_change_password?: boolean;
  temporary_password_expires_at?: string;
};

export const addPerson = async (db: TestDatabase, { first_name = 'Test', last_name = 'Person', ...person }: Person): Promise<number> => {
  const password_hash = await passwordHash();
  const row = await db.query
    .insertInto('users')
    .values({ first_name, last_name, ...person, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/**
 * A built app with its own database, a clock that tests control, and helpers for calling it. With `settles` false, marks are not computed.
 */
export const testApp = async ({ settles = true, ...options }: Partial<Omit<AppOptions, 'db' | 'clock'>> & { settles?: boolean } = {}) => {
  const db = await freshDatabase();
  const clock = testClock();
  const log: string[] = [];
  const logTo = { write: (line: string) => void log.push(line) };
  const config = { logLevel: 'info', trustProxy: [], publicUrl: undefined } as const;
  const app = buildApp({ db, clock, config, logTo, ...options });
  await app.ready();

  const store = openStore(db);
  const call = async (method: NonNullable<InjectOptions['method']>, url: string, { token, body, headers, ...rest }: Call = {}) => {
    const answer: LightMyRequestResponse = await app.inject({
      method,
      url,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
      ...rest,
    } as InjectOptions);
    // In production marks are computed within a second; tests query after that.
    if (settles && method !== 'GET' && (await store.marks.any())) await computeMarks(store, clock);
    return answer;
  };

  const login = (email: string, password = PASSWORD, more: Call = {}) =>
    call('POST', '/api/v1/auth/login', { body: { email, password, ...(more.body as object) }, ...(({ body: _, ...rest }) => rest)(more) });
  const signIn = async (email: string, overrides: Call = {}): Promise<Tokens> => {
    const answer = await login(email, PASSWORD, overrides);
    if (answer.statusCode !== 200) throw new Error(`sign-in of ${email}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const refresh = (refresh_token: string, overrides: Call = {}) =>
    call('POST', '/api/v1/auth/refresh', { body: { refresh_token }, ...overrides });
  const me = (token: string) => call('GET', '/api/v1/auth/me', { token });
  const close = async (): Promise<void> => {
    await app.close();
    await db.drop();
  };
  return { app, db, clock, log, call, login, signIn, refresh, me, close, add: (person: Person) => addPerson(db, person) };
};
export type TestApp = Awaited<ReturnType<typeof testApp>>;

export type Answer = LightMyRequestResponse;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
