import { type Random, randomOf } from '../../records.ts';
import { type ActorName, actors, type OwnPayCompany } from './company.ts';
import { officeMoves } from './officeMoves.ts';
import { salesMoves } from './salesMoves.ts';
import { type Pay, payOf, readSurroundings } from './surroundings.ts';
import type { Move, Reply, Turn } from './turn.ts';

const TODAY = '2026-11-21';
const MAX_STEPS = 8;
/** These moves take as long as twenty others. */
const slow = /^import\.|^config\.confirm/;
export const moves: readonly Move[] = [...salesMoves, ...officeMoves];

/** Milliseconds and response counts by status, per move. */
export type Tally = Readonly<{ ms: number; answers: Readonly<Record<string, number>> }>;
export const tallies = new Map<string, Tally>();
const count = (move: string, calls: readonly string[], ms: number): void => {
  const known = tallies.get(move) ?? { ms: 0, answers: {} };
  const answer = calls.at(-1)?.split(' -> ').at(-1) ?? 'nothing to do';
  tallies.set(move, { ms: known.ms + ms, answers: { ...known.answers, [answer]: (known.answers[answer] ?? 0) + 1 } });
};

/** A move's name, and the seed that selects its targets. */
export type Step = Readonly<{ move: string; seed: number }>;
export type Sequence = Readonly<{ actor: ActorName; steps: readonly Step[] }>;
/** `calls`: requests and responses of the `made` steps. `fault`: the violation; null if there is none. */
export type Played = Readonly<{ fault: string | null; calls: readonly string[]; made: number }>;
export type Counterexample = Readonly<{ kind: string; sequence: Sequence; fault: string; calls: readonly string[] }>;

const roleOf: Readonly<Record<ActorName, string>> = {
  ada: 'admin',
  vic: 'vp_sales',
  mia: 'sales_manager',
  sam: 'salesperson',
  fay: 'finance',
  eve: 'events_manager',
};

/** One person's calls, mostly ones that their role permits. */
export const randomSequence = (seed: number): Sequence => {
  const random = randomOf(seed * 7919 + 17);
  for (let skip = 0; skip < 5; skip += 1) random.next();
  const actor = actors[seed % actors.length] as ActorName;
  const allowed = moves.filter(({ roles }) => (roles as readonly string[]).includes(roleOf[actor]));
  const quick = allowed.filter(({ name }) => !slow.test(name));
  const steps = Array.from({ length: 1 + random.below(MAX_STEPS) }, () => {
    const from = random.below(4) === 0 ? allowed : quick;
    const { name } = random.of(random.below(12) === 0 ? moves : from);
    return { move: name, seed: random.below(2 ** 31) };
  });
  return { actor, steps };
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body ?? '')).slice(0, 400);

const turnOf = async (company: OwnPayCompany, actor: ActorName, random: Random, calls: string[]): Promise<Turn> => {
  const send: Turn['send'] = async (method, path, body, type): Promise<Reply> => {
    const answer = await company.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${company.tokens[actor]}`, ...(type ? { 'content-type': type } : {}) },
      ...(body === undefined ? {} : { payload: body }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const read = isJson ? answer.json() : {};
    if (method !== 'GET') calls.push(`${method} ${path} ${textOf(body)} -> ${answer.statusCode} ${read.code ?? ''}`.trim());
    if (answer.statusCode >= 500) calls.push(answer.body.slice(0, 500));
    await company.settle();
    return { status: answer.statusCode, body: read };
  };
  return { company, me: company.people[actor], surroundings: await readSurroundings(company.db), random, send };
};

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const findRise = (before: Pay, after: Pay): string | null => {
  for (const key of ['released', 'dueOrPaid'] as const)
    if (after[key] > before[key]) return `${key} ${dollars(before[key])} -> ${dollars(after[key])}`;
  return null;
};

/** Plays a sequence from the company's initial state until the person's pay rises or the server fails. */
export const playSequence = async (company: OwnPayCompany, { actor, steps }: Sequence): Promise<Played> => {
  await company.rewind();
  const calls: string[] = [];
  const user = company.people[actor];
  const before = await payOf(company.db, user, TODAY);
  let fault: string | null = null;
  let counter = 0;
  for (const { move, seed } of steps) {
    counter += 1;
    const turn = await turnOf(company, actor, randomOf(seed), calls);
    const [sent, began] = [calls.length, performance.now()];
    await moves.find(({ name }) => name === move)?.go(turn);
    await company.settle();
    count(move, calls.slice(sent), performance.now() - began);
    const failed = calls.find((call) => / -> 5\d\d/.test(call));
    fault = findRise(before, await payOf(company.db, user, TODAY)) ?? (failed ? 'the server failed' : null);
    if (fault !== null) break;
  }
  return { fault, calls, made: counter };
};

const isSame = (a: Played, b: Played): boolean =>
  a.fault !== null && (a.fault === 'the server failed') === (b.fault === 'the server failed');

/** Removes one step at a time, as long as the rest shows the same fault. */
const shrink = async (company: OwnPayCompany, sequence: Sequence, played: Played): Promise<{ sequence: Sequence; played: Played }> => {
  for (let index = sequence.steps.length - 1; index >= 0; index -= 1) {
    const shorter = { ...sequence, steps: sequence.steps.filter((_, position) => position !== index) };
    const repeated = await playSequence(company, shorter);
    if (isSame(repeated, played)) return shrink(company, shorter, repeated);
  }
  return { sequence, played };
};

const kindOf = ({ actor, steps }: Sequence, fault: string): string =>
  `${roleOf[actor]}: ${steps.map(({ move }) => move).join(' + ')}${fault === 'the server failed' ? ' (the server failed)' : ''}`;

/** The shortest form of a sequence with which a person raised their own pay, or null. */
export const counterexampleOf = async (company: OwnPayCompany, sequence: Sequence): Promise<Counterexample | null> => {
  const played = await playSequence(company, sequence);
  if (played.fault === null) return null;
  const upToFault = { ...sequence, steps: sequence.steps.slice(0, played.made) };
  const last = { ...sequence, steps: upToFault.steps.slice(-1) };
  const alone = await playSequence(company, last);
  const shortest = isSame(alone, played) ? { sequence: last, played: alone } : await shrink(company, upToFault, played);
  const fault = shortest.played.fault ?? played.fault;
  return { kind: kindOf(shortest.sequence, fault), sequence: shortest.sequence, fault, calls: shortest.played.calls };
};
