import { randomOf } from '../../server/demo/random.ts';
import { secretsIn, type Violations } from './checks.ts';
import type { Act } from './generator.ts';
import { lookAround } from './look.ts';
import { payOf, payRise } from './memory.ts';
import type { Move, Send } from './turn.ts';
import type { Reply, Request, World } from './world.ts';

/** The routes that answer a repeated Idempotency-Key with their first answer. */
const KEYED = /^\/(?:deals|invoices|adjustments|payments)$/;
/** After this time, the lease of a dead process's job has expired. */
const LEASE_MS = 60_000;
/** `answers`: the statuses of the writing calls, in order, or why there is none. `calls`: the same calls in words. `violations`: by invariant. */
export type Played = Readonly<{ answers: readonly string[]; calls: readonly string[]; violations: Readonly<Record<string, Violations>> }>;

const isHandingOutPassword = ({ method, path }: Request): boolean => method === 'POST' && path === '/users';
const describe = ({ method, path, body }: Request, { status, body: answer }: Reply): string => {
  const text = body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`;
  return `${method} ${path}${text.slice(0, 300)} -> ${status} ${answer.code ?? ''}`.trim();
};

type Add = (invariant: string, ...facts: readonly string[]) => void;

/** Sends a call through the act's fault, once; later calls of the act are unaffected. */
const faulty = (world: World, { fault, seed }: Act, email: string, add: Add) => {
  let pending = fault.kind !== 'none';
  const again = async (request: Request, first: Reply): Promise<Reply> => {
    const second = await world.send(email, request);
    if (first.status === 201 && KEYED.test(request.path) && (second.status !== 201 || second.body.id !== first.body.id))
      add('a repeated call answers the same', `${request.path}: ${first.status} ${first.body.id}, then ${second.status} ${second.body.id}`);
    return second;
  };
  /** Sends the call; if the process dies on the way, sends it again to the next one. */
  const surviving = async (request: Request): Promise<Reply> => {
    const first = await world.send(email, request).catch(() => null);
    if (first && !world.crash.hasCrashed()) return first;
    await world.restart();
    return world.send(email, request);
  };
  return async (request: Request): Promise<Reply> => {
    if (!pending || request.method === 'GET') return surviving(request);
    pending = false;
    const keyed: Request = { ...request, key: `key of ${seed}` };
    // A call with fewer statements leaves the crash to the calls and jobs that follow.
    if (fault.kind === 'crash') world.crash.crashBefore(fault.statement);
    const first = await surviving(keyed);
    return fault.kind === 'crash' ? first : again(keyed, first);
  };
};

/** Runs the jobs; a crash on the way starts another instance once the lease has ended. */
const settling = (world: World) => async (): Promise<void> => {
  await world.drain();
  if (!world.crash.hasCrashed()) return;
  await world.restart();
  world.moveClock(LEASE_MS);
  await world.drain();
};

/** One act by a person with the role, and what it violates. */
export const playAct = async (world: World, act: Act, moves: Readonly<Record<string, Move>>): Promise<Played> => {
  const violations: Record<string, string[]> = {};
  const add: Add = (invariant, ...facts) => {
    violations[invariant] = [...(violations[invariant] ?? []), ...facts];
  };
  const look = await lookAround(world.db);
  const candidates = look.users.filter(({ role, active, email }) => active && role === act.role && world.passwords.has(email));
  const me = candidates[act.who % Math.max(1, candidates.length)];
  if (!me) return { answers: ['nobody'], calls: [], violations: {} };
  const before = await payOf(world.db, me.id, world.today());
  const calls: string[] = [];
  const answers: string[] = [];
  const through = faulty(world, act, me.email, add);
  const send: Send = async (method, path, body) => {
    const request: Request = { method, path, body };
    const reply = await through(request);
    if (method !== 'GET') {
      calls.push(describe(request, reply));
      answers.push(String(reply.status));
    }
    if (reply.status >= 500) add('no 5xx', describe(request, reply), world.log.at(-1)?.slice(0, 900) ?? '');
    if (!isHandingOutPassword(request)) add('no secret in any output', ...secretsIn(path, reply.text, world.secrets));
    return reply;
  };
  const settle = settling(world);
  const turn = { world, me, today: world.today(), random: randomOf(act.seed), look, send, settle };
  const move = moves[act.name];
  if (!move) throw new Error(`no such act: ${act.name}`);
  await move(turn);
  await settle();
  world.crash.recover();
  add('nobody raises their own pay', ...payRise(`${act.name} by ${me.email}`, before, await payOf(world.db, me.id, world.today())));
  return { answers: answers.length > 0 ? answers : ['nothing to do'], calls, violations };
};
