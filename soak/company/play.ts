import { sql } from 'kysely';
import { randomOf } from '../../server/demo/random.ts';
import { secretsIn, type Violations } from './checks.ts';
import type { DatabaseFailure } from './databaseFailure.ts';
import type { Act } from './generator.ts';
import { readItems } from './look.ts';
import { payOf, payRise } from './memory.ts';
import { mayWrite } from './rights.ts';
import type { Move, Send } from './turn.ts';
import type { Reply, Request, World } from './world.ts';

/** Routes that answer a repeated Idempotency-Key with their first response. */
const KEYED_ROUTES = /^\/(?:deals|invoices|adjustments|payments)$/;
/** Calls that may leave no trace in the audit log: file parts, column mappings, computation requests, decisions that change nothing. */
const UNAUDITED_CALLS = /^\/(?:imports|settings\/general\/changes|integrations|approvals\/decide|period-closings)/;
/** After this time, the job leases of a dead process have expired. */
const LEASE_MS = 60_000;
/** The server's status codes while its database is failing. */
const failureStatus: Readonly<Record<DatabaseFailure['kind'], number | null>> = { crash: null, 'lost connection': 503, 'full disk': 507 };
/**
 * `answers`: the statuses of the writing calls, in order, or why there were none. `calls`: the same calls as text. `violations`: by
 * invariant.
 */
export type ActResult = Readonly<{
  answers: readonly string[];
  calls: readonly string[];
  violations: Readonly<Record<string, Violations>>;
}>;

const isHandingOutPassword = ({ method, path }: Request): boolean => method === 'POST' && path === '/users';
const isDone = ({ status }: Reply): boolean => status >= 200 && status < 300;
const describe = ({ method, path, body }: Request, { status, body: answer }: Reply): string => {
  const text = body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`;
  return `${method} ${path}${text.slice(0, 300)} -> ${status} ${answer.code ?? ''}`.trim();
};

type Add = (invariant: string, ...facts: readonly string[]) => void;
/** The id of the newest audit row for a person's change; rows for computed figures and sessions are ignored. */
const lastAudit = async ({ db }: World): Promise<number> =>
  (
    await sql<{ id: number }>`select coalesce(max(id), 0)::int8 as id from audit_log
      where action not like 'auth.%' and action not in ('commission.recomputed', 'commissions.recomputed')`.execute(db.query)
  ).rows[0]?.id ?? 0;

/** Applies the act's fault to its first writing call; later calls are unaffected. */
const createFaultySend = (world: World, { fault, seed }: Act, email: string, add: Add) => {
  let pending = fault.kind !== 'none';
  const again = async (request: Request, first: Reply): Promise<Reply> => {
    const second = await world.send(email, request);
    if (first.status === 201 && KEYED_ROUTES.test(request.path) && (second.status !== 201 || second.body.id !== first.body.id))
      add('a repeated call answers the same', `${request.path}: ${first.status} ${first.body.id}, then ${second.status} ${second.body.id}`);
    return second;
  };
  const end = (): void | Promise<void> => (fault.kind === 'crash' ? world.restart() : world.trouble.end());
  /** Checks a response that was sent although the database failed during the call. */
  const checkDuring = async (request: Request, { status }: Reply): Promise<void> => {
    const isExpected = status < 500 || status === failureStatus[fault.kind as DatabaseFailure['kind']];
    if (!isExpected)
      add('no 5xx', `${request.method} ${request.path} -> ${status} during: ${fault.kind}`, world.log.at(-1)?.slice(0, 900) ?? '');
    if (fault.kind !== 'full disk') return;
    const read = await world.send(email, { method: 'GET', path: '/notifications?limit=10' });
    if (read.status !== 200) add('reading works while the disk is full', `GET /notifications -> ${read.status}`);
  };
  /** Sends the call, and sends it again if the database failed during it. */
  const sendWithRetry = async (request: Request): Promise<Reply> => {
    const first = await world.send(email, request).catch(() => null);
    if (first && !world.trouble.hasBegun()) return first;
    if (first && fault.kind !== 'crash') await checkDuring(request, first);
    await end();
    return world.send(email, request);
  };
  return async (request: Request): Promise<Reply> => {
    if (!pending || request.method === 'GET') return sendWithRetry(request);
    pending = false;
    const keyed: Request = { ...request, key: `key of ${seed}` };
    if ('statement' in fault) {
      // Signing in writes, so a person who is not signed in could not read while the disk is full.
      await world.send(email, { method: 'GET', path: '/auth/me' });
      // If the call has too few statements, the failure hits a later call or job.
      world.trouble.begin(fault);
    }
    const first = await sendWithRetry(keyed);
    return 'statement' in fault ? first : again(keyed, first);
  };
};

/** Runs the jobs; if the database fails meanwhile, runs them again once their leases have expired. */
const createSettle =
  (world: World, { fault }: Act) =>
  async (): Promise<void> => {
    await world.drainQueued();
    if (!world.trouble.hasBegun()) return;
    if (fault.kind === 'crash') await world.restart();
    world.trouble.end();
    world.moveClock(LEASE_MS);
    await world.drainQueued();
  };

type SendInput = Readonly<{ world: World; act: Act; email: string; add: Add; answers: string[]; calls: string[] }>;
/** Sends a call of the act, and checks the invariants of every response. */
const createSend = ({ world, act, email, add, answers, calls }: SendInput): Send => {
  const through = createFaultySend(world, act, email, add);
  return async (method, path, body) => {
    const request: Request = { method, path, body };
    const audited = method === 'GET' ? 0 : await lastAudit(world);
    const reply = await through(request);
    if (reply.status >= 500) add('no 5xx', describe(request, reply), world.log.at(-1)?.slice(0, 900) ?? '');
    if (reply.status === 401) add('a person with a password is signed in', describe(request, reply));
    if (!isHandingOutPassword(request)) add('no secret in any output', ...secretsIn(path, reply.text, world.secrets));
    if (method === 'GET') return reply;
    calls.push(describe(request, reply));
    answers.push(String(reply.status));
    if (!isDone(reply)) return reply;
    if (!mayWrite(act.role, method, path)) add('rights as in the table', `${act.role}: ${describe(request, reply)}`);
    if (act.fault.kind === 'none' && !UNAUDITED_CALLS.test(path) && (await lastAudit(world)) === audited)
      add('every change is in the audit log', describe(request, reply));
    return reply;
  };
};

/** Plays one act by a person with the role. */
export const playAct = async (world: World, act: Act, moves: Readonly<Record<string, Move>>): Promise<ActResult> => {
  const violations: Record<string, string[]> = {};
  const add: Add = (invariant, ...facts) => {
    if (facts.length > 0) violations[invariant] = [...(violations[invariant] ?? []), ...facts];
  };
  const move = moves[act.name];
  if (!move) throw new Error(`no such act: ${act.name}`);
  const look = await readItems(world.db);
  const candidates = look.users.filter(({ role, active, email }) => active && role === act.role && world.passwords.has(email));
  const me = candidates[act.who % Math.max(1, candidates.length)];
  if (!me) return { answers: ['nobody'], calls: [], violations: {} };
  const before = await payOf(world.db, me.id, world.today());
  const [calls, answers]: [string[], string[]] = [[], []];
  const send = createSend({ world, act, email: me.email, add, answers, calls });
  const settle = createSettle(world, act);
  await move({ world, me, today: world.today(), random: randomOf(act.seed), look, send, settle });
  await settle();
  world.trouble.end();
  add('nobody raises their own pay', ...payRise(`${act.name} by ${me.email}`, before, await payOf(world.db, me.id, world.today())));
  return { answers: answers.length > 0 ? answers : ['nothing to do'], calls, violations };
};
