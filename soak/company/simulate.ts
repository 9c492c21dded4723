import { addDays, type Day } from '../../contract/rules/time/period.ts';
import type { Database } from '../../server/db/database.ts';
import { type Random, randomOf } from '../../server/demo/random.ts';
import { restampRecorded } from '../../tests/server/support/restampRecorded.ts';
import { traceRecords, traceSummary } from '../../tests/server/support/worlds/traces.ts';
import { positionsAddUp, pricesFollow, sharesAddUp } from './arithmetic.ts';
import * as checks from './checks.ts';
import { auditDigest } from './digest.ts';
import { type DayPlan, planDays } from './generator.ts';
import { answersOf, closedChanges, closedFacts, type DayAnswers, lensChanges, type MonthFacts, summaryAddsUp } from './memory.ts';
import { moneyActs } from './moneyActs.ts';
import { fillCrm, firstSettings, officeActs } from './officeActs.ts';
import type { Template } from './place.ts';
import { playAct } from './play.ts';
import { rightsFaults } from './rights.ts';
import { salesActs } from './salesActs.ts';
import { approvedByTwoPeople, payoutsEqualLines } from './twoPeople.ts';
import { vendorActs } from './vendorActs.ts';
import { vendorFaults } from './vendors.ts';
import { companyWorld, emailOf, type World } from './world.ts';

/** The first day of the books, early enough that every simulated day is in the past when its rows are restamped. */
export const BOOKS: Day = '2025-07-01';
const SLOW_CHECKS_EVERY = 5;
const EXPLAINED_RECORDS = 3;
const MAX_FACTS = 3;
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
/** A day without a violation. `checked`: the invariants checked at its end. */
export type SimulatedDay = Readonly<{ db: Database; day: Day; acts: number; checked: readonly string[] }>;
/** `first`: the first simulated day; `checkEvery`: the days between two slow checks; `focus`: acts that come more often. */
type Options = Readonly<{
  seed: number;
  days: number;
  template: Template;
  first?: Day;
  checkEvery?: number;
  focus?: readonly string[];
  progress?: (line: string) => void;
  onDay?: (lived: SimulatedDay) => Promise<void>;
}>;
type Remembered = { closed: MonthFacts; days: { day: Day; records: readonly number[]; answers: DayAnswers }[] };

const firstOf = (violations: Readonly<Record<string, checks.Violations>>): readonly [string, checks.Violations] | undefined =>
  Object.entries(violations).find(([, facts]) => facts.length > 0);

/** Picks the newest records and some older ones. */
const someRecords = async ({ db }: World, random: Random): Promise<number[]> => {
  const rows = await db.query.selectFrom('commission_records').select('id').orderBy('id', 'desc').execute();
  const ids = rows.map(({ id }) => id);
  const [newest, older] = [ids.slice(0, EXPLAINED_RECORDS), ids.slice(EXPLAINED_RECORDS)];
  return older.length === 0 ? newest : [...newest, ...Array.from({ length: EXPLAINED_RECORDS }, () => random.pick(older))];
};

const quickChecks = async ({ db, secrets, failures, log }: World, day: Day, memory: Remembered) => {
  const closed = await closedFacts(db);
  const violations = {
    'no job fails': failures.splice(0),
    'allocations within receipts': await checks.allocationsWithinReceipts(db),
    'allocations follow their receipts': await checks.allocationsFollowReceipts(db),
    'earned = paid + due + not yet due − overpaid': await checks.recordsAddUp(db),
    'pay follows from its facts': await pricesFollow(db, day),
    'positions add up': await positionsAddUp(db),
    'shares add up to their invoice': await sharesAddUp(db),
    'sums equal rows': await checks.sumsEqualRows(db),
    'closed months unchanged': closedChanges(memory.closed, closed),
    'nothing in closed months': await checks.nothingInClosedMonths(db),
    'closed by two signers': await checks.closedWithTwoSignatures(db),
    'money moves by two people': await approvedByTwoPeople(db),
    'payouts equal their lines': await payoutsEqualLines(db),
    'nothing due on hold': await checks.nothingDueOnHold(db, day),
    'no notice twice': await checks.noDuplicateNotices(db),
    'no person paid twice in a run': await checks.noPersonPaidTwiceInARun(db),
    'no secret in any output': checks.secretsIn('the log', log.splice(0).join('\n'), secrets),
  };
  memory.closed = closed;
  return violations;
};

/** Syncs every vendor's connection. @returns items that are missing here or doubled */
const deliveryFaults = async (world: World): Promise<checks.Violations> => {
  const synced: string[] = [];
  for (const kind of ['mercury', 'quickbooks']) {
    const { body } = await world.send(emailOf('ada'), { method: 'GET', path: `/integrations/${kind}` });
    const id = body.data?.[0]?.id;
    if (id === undefined) continue;
    await world.send(emailOf('ada'), { method: 'POST', path: `/integrations/${kind}/${id}/sync` });
    await world.drain();
    const runs = await world.send(emailOf('ada'), { method: 'GET', path: `/integrations/${kind}/${id}/runs` });
    if (runs.body.data[0].status !== 'completed') return [`the sync of ${kind}: ${JSON.stringify(runs.body.data[0]).slice(0, 400)}`];
    synced.push(kind);
  }
  return vendorFaults(world.db, world.vendors, synced);
};

/** Repeats a past day's requests with the time lens. @returns the differences from the responses given then */
const lensFaults = async (world: World, { days }: Remembered, random: Random): Promise<checks.Violations> => {
  if (days.length === 0) return [];
  const past = random.pick(days);
  return lensChanges(past.day, past.answers, await answersOf(world, past.day, past.records, past.day));
};

const slowChecks = async (world: World, day: Day, memory: Remembered, random: Random) => {
  const { db, secrets } = world;
  const records = await someRecords(world, random);
  const traced = await traceRecords(db, records, day);
  const summed = await traceSummary(db, random.pick([null, ...Object.values(world.ids)]), Number(day.slice(0, 4)), day);
  const violations = {
    'deliveries count once': await deliveryFaults(world),
    'the card adds up': await summaryAddsUp(world, addDays(day, -89), day),
    'every figure is explained': [...traced.broken, ...summed.broken].slice(0, MAX_FACTS),
    'a computation from nothing equals what is stored': await checks.recomputesTheSame(db, world.clock()),
    'audit chain whole': await checks.auditChainIsIntact(db),
    'rights as in the table': await rightsFaults(world, random),
    'no secret is stored': await checks.secretsStored(db, secrets),
    'the time lens shows what was answered': await lensFaults(world, memory, random),
  };
  memory.days.push({ day, records, answers: await answersOf(world, day, records, null) });
  return violations;
};

/** The company's first hour: its configuration, saved through the API. */
const openBooks = async (world: World): Promise<void> => {
  fillCrm(world.vendors.crm);
  const { status, text } = await world.send(emailOf('abe'), { method: 'PUT', path: '/settings/general', body: firstSettings(BOOKS) });
  if (status >= 300) throw new Error(`the first configuration: ${status} ${text}`);
  await world.drain();
};

const HOURS = { wakes: 'T07:05:00Z', opens: 'T15:00:00Z', noon: 'T19:00:00Z', ends: 'T06:59:59Z', late: 'T05:00:00Z' } as const;
const moves = { ...salesActs, ...moneyActs, ...officeActs(BOOKS), ...vendorActs };

type PlayOptions = Readonly<{ count: (act: string, answers: readonly string[]) => void; checksMorning: boolean }>;
/** Plays the acts of a day. @returns the first violation, or null */
const playDay = async (world: World, { day, acts, restarts }: DayPlan, { count, checksMorning }: PlayOptions): Promise<Fault | null> => {
  world.setClock(`${day}${HOURS.wakes}`);
  await world.drain();
  // Later in the day, computing somebody for another reason would hide what the morning left out.
  const outdated = checksMorning ? await checks.recomputesTheSame(world.db, world.clock()) : [];
  if (outdated.length > 0) return { invariant: 'a morning computes what the day changes', day, act: 0, facts: outdated, calls: [] };
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

/** Simulates a company from its first day until the first violation or the last day. */
export const simulate = async (options: Options): Promise<Simulation> => {
  const { seed, days, template, first = BOOKS, checkEvery = SLOW_CHECKS_EVERY, focus = [], progress = () => {}, onDay } = options;
  const began = performance.now();
  const world = await companyWorld(first, template);
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
    for (const plan of planDays(seed, first, days, focus)) {
      const isSlowDay = (lived + 1) % checkEvery === 0 || lived + 1 === days;
      fault = await playDay(world, plan, { count, checksMorning: isSlowDay });
      if (fault) break;
      await world.drain();
      await restampRecorded(world.db, `${plan.day}${HOURS.noon}`);
      world.setClock(`${addDays(plan.day, 1)}${HOURS.ends}`);
      lived += 1;
      const random = randomOf(`${seed}/${plan.day}/checks`);
      const quick = await quickChecks(world, plan.day, memory);
      const checked = isSlowDay && !firstOf(quick) ? { ...quick, ...(await slowChecks(world, plan.day, memory, random)) } : quick;
      const violated = firstOf(checked);
      if (violated) fault = { invariant: violated[0], day: plan.day, act: plan.acts.length, facts: violated[1], calls: [] };
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
