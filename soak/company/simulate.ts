import { addDays, type Day } from '../../contract/rules/time/period.ts';
import type { Database } from '../../server/db/database.ts';
import { randomOf } from '../../server/demo/random.ts';
import { recordedAt } from '../../tests/server/support/recordedAt.ts';
import * as checks from './checks.ts';
import { auditDigest } from './digest.ts';
import { type DayPlan, planDays } from './generator.ts';
import { answersOf, closedChanges, closedFacts, type DayAnswers, lensChanges, type MonthFacts, summaryAddsUp } from './memory.ts';
import { moneyActs } from './moneyActs.ts';
import { fillCrm, firstSettings, officeActs } from './officeActs.ts';
import type { Template } from './place.ts';
import { playAct } from './play.ts';
import { salesActs } from './salesActs.ts';
import { companyWorld, emailOf, type World } from './world.ts';

/** Early enough that every simulated day is in the past of the database, which restamps it. */
export const FIRST: Day = '2025-07-01';
const SLOW_CHECKS_EVERY = 5;
const EXPLAINED_RECORDS = 3;
export type Fault = Readonly<{ invariant: string; day: Day; act: number; facts: checks.Violations; calls: readonly string[] }>;
export type Simulation = Readonly<{
  seed: number;
  days: number;
  acts: number;
  seconds: number;
  fault: Fault | null;
  digest: string;
  answers: ReadonlyMap<string, number>;
}>;
/** A day without a violation; `checked`: the invariants of its end. */
export type LivedDay = Readonly<{ db: Database; day: Day; acts: number; checked: readonly string[] }>;
type Options = Readonly<{
  seed: number;
  days: number;
  template: Template;
  progress?: (line: string) => void;
  onDay?: (lived: LivedDay) => Promise<void>;
}>;
type Remembered = { closed: MonthFacts; days: { day: Day; records: readonly number[]; answers: DayAnswers }[] };

const firstOf = (violations: Readonly<Record<string, checks.Violations>>): readonly [string, checks.Violations] | undefined =>
  Object.entries(violations).find(([, facts]) => facts.length > 0);

const recordIds = async ({ db }: World): Promise<number[]> =>
  (await db.query.selectFrom('commission_records').select('id').orderBy('id', 'desc').limit(EXPLAINED_RECORDS).execute()).map(
    ({ id }) => id,
  );

/** Violations at the end of a day, by invariant; the slow checks run only on some days. */
const endOfDay = async (world: World, day: Day, memory: Remembered, isSlowDay: boolean, seed: number) => {
  const { db, secrets, failures, log } = world;
  const closed = await closedFacts(db);
  const quick = {
    'no job fails': failures.splice(0),
    'allocations within receipts': await checks.allocationsWithinReceipts(db),
    'earned = paid + due + not yet due − overpaid': await checks.recordsAddUp(db),
    'sums equal rows': await checks.sumsEqualRows(db),
    'closed months unchanged': closedChanges(memory.closed, closed),
    'no notice without its key': await checks.noNoticeWithoutKey(db),
    'no person paid twice in a run': await checks.noPersonPaidTwiceInARun(db),
    'no secret in any output': checks.secretsIn('the log', log.splice(0).join('\n'), secrets),
  };
  memory.closed = closed;
  if (!isSlowDay) return quick;
  const slow = {
    'the card adds up': await summaryAddsUp(world, addDays(day, -89), day),
    'a computation from nothing equals what is stored': await checks.computesTheSame(db, world.clock()),
    'audit chain whole': await checks.auditIsWhole(db),
  };
  const past = memory.days.length > 0 ? randomOf(`${seed}/${day}/lens`).pick(memory.days) : undefined;
  const lens = past ? lensChanges(past.day, past.answers, await answersOf(world, past.day, past.records, past.day)) : [];
  const records = await recordIds(world);
  memory.days.push({ day, records, answers: await answersOf(world, day, records, null) });
  return { ...quick, ...slow, 'the time lens shows what was answered': lens };
};

/** The company's first hour: its configuration, saved through the API. */
const openBooks = async (world: World): Promise<void> => {
  fillCrm(world.crm);
  const { status, text } = await world.send(emailOf('abe'), { method: 'PUT', path: '/settings/general', body: firstSettings(FIRST) });
  if (status >= 300) throw new Error(`the first configuration: ${status} ${text}`);
  await world.drain();
};

const HOURS = { wakes: 'T07:05:00Z', opens: 'T15:00:00Z', noon: 'T19:00:00Z', ends: 'T06:59:59Z', late: 'T05:00:00Z' } as const;
const moves = { ...salesActs, ...moneyActs, ...officeActs(FIRST) };

/** Plays the acts of a day. @returns the first violation */
const playDay = async (world: World, { day, acts, restarts }: DayPlan, count: (act: string, answers: readonly string[]) => void) => {
  world.setClock(`${day}${HOURS.wakes}`);
  await world.drain();
  if (restarts) await world.restart();
  world.setClock(`${day}${HOURS.opens}`);
  const latest = Date.parse(`${addDays(day, 1)}${HOURS.late}`);
  for (const act of acts) {
    if (world.clock().getTime() + act.jumpMs < latest) world.moveClock(act.jumpMs);
    const { answers, calls, violations } = await playAct(world, act, moves);
    count(act.name, answers);
    const first = firstOf(violations);
    if (first) return { invariant: first[0], day, act: act.number, facts: first[1], calls };
  }
  return null;
};

/** A company from its first day until the first violation or the last day. */
export const simulate = async ({ seed, days, template, progress = () => {}, onDay }: Options): Promise<Simulation> => {
  const began = performance.now();
  const world = await companyWorld(FIRST, template);
  const answers = new Map<string, number>();
  let acts = 0;
  const count = (act: string, statuses: readonly string[]): void => {
    acts += 1;
    for (const status of statuses) answers.set(`${act} ${status}`, (answers.get(`${act} ${status}`) ?? 0) + 1);
  };
  const memory: Remembered = { closed: new Map(), days: [] };
  let fault: Fault | null = null;
  let lived = 0;
  try {
    await openBooks(world);
    for (const plan of planDays(seed, FIRST, days)) {
      fault = await playDay(world, plan, count);
      if (fault) break;
      await world.drain();
      await recordedAt(world.db, `${plan.day}${HOURS.noon}`);
      world.setClock(`${addDays(plan.day, 1)}${HOURS.ends}`);
      lived += 1;
      const isSlowDay = lived % SLOW_CHECKS_EVERY === 0 || lived === days;
      const checked = await endOfDay(world, plan.day, memory, isSlowDay, seed);
      const first = firstOf(checked);
      if (first) fault = { invariant: first[0], day: plan.day, act: plan.acts.length, facts: first[1], calls: [] };
      if (fault) break;
      await onDay?.({ db: world.db, day: plan.day, acts: plan.acts.length, checked: Object.keys(checked) });
      if (lived % 30 === 0) progress(`seed ${seed}: ${lived} days, ${acts} acts, ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    const seconds = (performance.now() - began) / 1000;
    return { seed, days: lived, acts, seconds, fault, digest: await auditDigest(world.db), answers };
  } finally {
    await world.close();
  }
};
