import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Role } from '../../contract/entities/user.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import { buildApp } from '../../server/app.ts';
import { createOutgoing } from '../../server/connectors/http/outgoing.ts';
import { createOutside } from '../../server/connectors/outside.ts';
import { type Clock, todayIn } from '../../server/domain/shared/clock.ts';
import type { Passwords } from '../../server/domain/shared/services.ts';
import { instanceWorker } from '../../server/jobs/instanceWorker.ts';
import { parseSecretKey, type SecretKey } from '../../server/start/secrets.ts';
import { createVault } from '../../server/start/vault.ts';
import { TOKEN } from '../../tests/stand-ins/mercury/mercury.ts';
import { isSimulatedFailure, withFailures } from './databaseFailure.ts';
import { copyDatabase, type Template } from './place.ts';
import { type CompanyVendors, type Delivery, startVendors, WEBHOOK_TOKEN } from './vendors.ts';

export const ZONE = 'America/Phoenix';
export const PASSWORD = 'canary of eleven lakes';
const KEY = createHash('sha256').update('the canary key of a simulated company').digest('base64');
const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
const cheapPasswords: Passwords = {
  hash: (password) => hash(password, cost),
  verify: async (stored, password) => stored !== null && verify(stored, password),
};
const roles: readonly (readonly [name: string, role: Role, manager?: string])[] = [
  ['abe', 'admin'],
  ['ada', 'admin'],
  ['vic', 'vp_sales'],
  ['mia', 'sales_manager', 'vic'],
  ['max', 'sales_manager', 'vic'],
  ['sam', 'salesperson', 'mia'],
  ['kim', 'salesperson', 'mia'],
  ['lee', 'salesperson', 'max'],
  ['ron', 'salesperson', 'max'],
  ['fay', 'finance'],
  ['finn', 'finance'],
  ['eve', 'events_manager'],
];
export const emailOf = (name: string): string => `${name}@example.test`;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
// biome-ignore lint/suspicious/noExplicitAny: each act knows the body it requested.
export type Reply = Readonly<{ status: number; body: any; text: string }>;
export type Request = Readonly<{
  method: Method;
  path: string;
  body?: object | string | undefined;
  key?: string;
  headers?: Readonly<Record<string, string>>;
}>;

type Place = Awaited<ReturnType<typeof copyDatabase>>;
type FailingDatabase = ReturnType<typeof withFailures>;

/** Adds the people of the first day to a live company. @returns their ids by name */
const addStaff = async ({ db }: Place, first: Day): Promise<Readonly<Record<string, number>>> => {
  const ids: Record<string, number> = {};
  const password_hash = await cheapPasswords.hash(PASSWORD);
  for (const [name, role, manager] of roles) {
    const manager_id = manager ? (ids[manager] ?? null) : null;
    const person = { first_name: name, last_name: 'Person', email: emailOf(name), role, manager_id, password_hash };
    ids[name] = (await db.query.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()).id;
  }
  await db.script(`update general_settings set live_at = '${first}T00:00:00Z'`);
  return ids;
};

/** Starts instances of the application, one at a time. `failures`: job errors, except those of simulated failures; `log`: log lines. */
const createInstances = (trouble: FailingDatabase, clock: Clock, connectors: CompanyVendors['connectors']) => {
  const outside = createOutside(connectors, {
    outgoing: (options) => createOutgoing({ ...options, rules: [], chance: () => 1, sleep: async () => {} }),
  });
  const encryptionKeys = [parseSecretKey(KEY) as SecretKey];
  const [failures, log]: [string[], string[]] = [[], []];
  const failed = (error: unknown): void => {
    if (!isSimulatedFailure(error) && !trouble.hasBegun()) failures.push(String((error as Error).stack ?? error));
  };
  const start = async () => {
    const config = { logLevel: 'warn', trustProxy: [], publicUrl: undefined, encryptionKeys } as const;
    const logTo = { write: (line: string) => void log.push(line) };
    const app = buildApp({ db: trouble.db, clock, config, logTo, outside, passwords: cheapPasswords });
    await app.ready();
    const worker = instanceWorker(trouble.db, failed, clock, null, { vault: createVault(encryptionKeys), outside });
    return { app, worker };
  };
  return { failures, failed, log, start };
};
type Instance = Awaited<ReturnType<ReturnType<typeof createInstances>['start']>>;

/** Sends requests to the current instance. */
const createInject =
  (current: () => Instance) =>
  async ({ method, path, body, key, headers = {} }: Request, token?: string): Promise<Reply> => {
    const answer = await current().app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/octet-stream' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : {}, text: answer.body };
  };

/** The people's sessions and passwords. */
const createSessions = (inject: ReturnType<typeof createInject>, secrets: string[]) => {
  const tokens = new Map<string, string>();
  const passwords = new Map(roles.map(([name]) => [emailOf(name), PASSWORD]));
  const signIn = async (email: string): Promise<string> => {
    const { body } = await inject({ method: 'POST', path: '/auth/login', body: { email, password: passwords.get(email) ?? '' } });
    tokens.set(email, body.access_token ?? '');
    return body.access_token ?? '';
  };
  return {
    passwords,
    /** Sends a request as a person, signing in again if their session has ended. */
    send: async (email: string, request: Request): Promise<Reply> => {
      const answer = await inject(request, tokens.get(email) ?? (await signIn(email)));
      return answer.status === 401 ? inject(request, await signIn(email)) : answer;
    },
    /** Lets a newly added person choose their own password. */
    choosePassword: async (email: string, temporary: string): Promise<void> => {
      secrets.push(temporary);
      passwords.set(email, temporary);
      const token = await signIn(email);
      const body = { current_password: temporary, new_password: PASSWORD };
      const { status } = await inject({ method: 'POST', path: '/auth/change-password', body }, token);
      if (status === 204) passwords.set(email, PASSWORD);
      tokens.delete(email);
    },
  };
};

/** True if a job can run now, or marked days wait for one. */
const isWorkQueued = async ({ query }: Place['db'], now: Date): Promise<boolean> => {
  const { rows } = await sql<{ queued: boolean }>`select exists (select 1 from marks) or exists (select 1 from jobs
    where (state = 'queued' and run_at <= ${now}) or (state in ('processing', 'cancelling') and lease_until < ${now})) as queued`.execute(
    query,
  );
  return rows[0]?.queued === true;
};

/** The application over its own database, with a clock that the simulation moves and an outside system. */
export const companyWorld = async (first: Day, template: Template) => {
  const place = await copyDatabase(template);
  const trouble = withFailures(place.db, place.endConnections);
  let nowMs = Date.parse(`${first}T15:00:00Z`);
  const clock: Clock = () => new Date(nowMs);
  const vendors = await startVendors(() => nowMs);
  const ids = await addStaff(place, first);
  const { failures, failed, log, start } = createInstances(trouble, clock, vendors.connectors);
  let running = await start();
  const secrets = [PASSWORD, KEY, vendors.crm.serviceKey, TOKEN, WEBHOOK_TOKEN, '$argon2'];
  const inject = createInject(() => running);
  const people = createSessions(inject, secrets);
  return {
    ...people,
    db: place.db,
    ids,
    clock,
    trouble,
    vendors,
    failures,
    log,
    secrets,
    today: (): Day => todayIn(ZONE, clock()),
    setClock: (instant: string): void => {
      nowMs = Date.parse(instant);
    },
    moveClock: (ms: number): void => {
      nowMs += ms;
    },
    /** Webhooks to a connection, in this order. @returns the statuses */
    deliver: async (connection: string, deliveries: readonly Delivery[]): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (const { raw, headers } of deliveries)
        statuses.push((await inject({ method: 'POST', path: `/webhooks/${connection}`, body: raw, headers })).status);
      return statuses;
    },
    /** Replaces the instance without shutting it down cleanly. */
    restart: async (): Promise<void> => {
      trouble.end();
      running = await start();
    },
    /** Runs the jobs that are due by the clock, and those that they queue. */
    drain: async (): Promise<void> => {
      for (let round = 0; round < 2; round += 1) await running.worker.drain(true).catch(failed);
    },
    /** Runs the queued jobs, if there are any; a worker that looks for others takes seventy statements. */
    drainQueued: async (): Promise<void> => {
      for (let round = 0; round < 2 && (await isWorkQueued(place.db, clock())); round += 1) await running.worker.drain(true).catch(failed);
    },
    close: async (): Promise<void> => {
      await running.app.close();
      await vendors.close();
      await place.remove();
    },
  };
};
export type World = Awaited<ReturnType<typeof companyWorld>>;
