import { fill, messages } from '../../../../../contract/messages.ts';
import { awardPeriod } from '../../../../../contract/rules/commission/bonus.ts';
import { isInForce } from '../../../../../contract/rules/commission/config.ts';
import { type Contest, type Contestant, type ContestResult, rankContestants } from '../../../../../contract/rules/commission/contest.ts';
import { usd } from '../../../../../contract/rules/commission/explain/wording.ts';
import { matches } from '../../../../../contract/rules/commission/matching.ts';
import type { Plan } from '../../../../../contract/rules/commission/plan.ts';
import { quotaIn } from '../../../../../contract/rules/commission/quota.ts';
import { dayText } from '../../../../../contract/rules/time/dayText.ts';
import { addDays, type DateRange, type Day, periodAt } from '../../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../../db/repositories/audit/audit.ts';
import type { BonusRow } from '../../../../db/repositories/commissions/bonuses.ts';
import { ALL_FACTS, type PersonRow, peopleDayOf } from '../../../../db/repositories/commissions/facts.ts';
import type { Repositories, Store } from '../../../../db/repositories/store.ts';
import { isBeforeBooks } from '../../../plans/books.ts';
import { configOf, currentConfig, type VersionedConfig } from '../../../plans/config.ts';
import { todayIn } from '../../../shared/clock.ts';
import { isPresent, personOn } from '../../../shared/personOn.ts';
import { type ClosedMonths, readClosedMonths } from '../closedMonths.ts';
import { holderOf, planOn, saleOf } from '../expected/index.ts';
import { type Cause, repropose } from '../proposals.ts';
import { applyDecision } from './applyDecision.ts';
import { awardKey, isAwardOf } from './awardKey.ts';
import { type Award, decideAward } from './decideBonus.ts';
import { figuresFor, isFullyClosed } from './settleBonuses.ts';

const t = messages.bonuses;
/** Ended contests are settled again for this long, so that late facts still count until their months are closed. */
const LOOKBACK_DAYS = 400;
const VERSIONS_PER_READ = 20;

/** `savedOn`: the day on which each contest of the current configuration was saved, keyed by `timedKeyOf`. */
type ContestContext = Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; today: Day; savedOn: ReadonlyMap<string, Day> }>;
/** A contest that has ended while at least one of its months is open. */
type EndedContest = Readonly<{ contest: Contest; range: DateRange; key: string }>;

const keyOf = (plan: Plan, { id, within, window }: Contest): string => awardKey(plan, `contest:${id}`, window?.end_date ?? within);

/** A match as text, independent of the order of its values. */
const matchKeyOf = (match: Contest['match']): string =>
  JSON.stringify(match ?? {}, (_field, value) => (Array.isArray(value) ? value.toSorted() : value));

/** Identifies a contest with its days and measure: with other days or another measure, it counts as a new contest. */
const timedKeyOf = (plan: Plan, contest: Contest): string =>
  [keyOf(plan, contest), contest.window?.start_date, contest.metric, matchKeyOf(contest.match)].join(' ');
const timedKeysOf = (plans: readonly Plan[]): Set<string> =>
  new Set(plans.flatMap((plan) => plan.contests.map((contest) => timedKeyOf(plan, contest))));

/** For each contest of the current configuration, the day since which every saved version has contained it. */
const readSavedDays = async (
  { config: versions }: Pick<Repositories, 'config'>,
  { config: { plans, timezone } }: VersionedConfig,
): Promise<ReadonlyMap<string, Day>> => {
  const savedOn = new Map<string, Day>();
  let keys = [...timedKeysOf(plans)];
  let rows = await versions.versions(null, VERSIONS_PER_READ);
  while (rows.length > 0 && keys.length > 0) {
    for (const { config, created_at } of rows) {
      const keysInVersion = timedKeysOf(configOf(config).plans);
      keys = keys.filter((key) => keysInVersion.has(key));
      for (const key of keys) savedOn.set(key, todayIn(timezone, new Date(created_at)));
    }
    rows = await versions.versions(rows.at(-1)?.id ?? null, VERSIONS_PER_READ);
  }
  return savedOn;
};

/** The ended periods of a contest, or its window once that has ended. */
const endedRangesOf = ({ within, window }: Contest, today: Day): DateRange[] => {
  if (window) return window.end_date < today ? [window] : [];
  const ranges: DateRange[] = [];
  let range = periodAt(within, addDays(periodAt(within, today).start_date, -1));
  while (range.end_date >= addDays(today, -LOOKBACK_DAYS)) {
    ranges.push(range);
    range = periodAt(within, addDays(range.start_date, -1));
  }
  return ranges;
};

/** Ended contests that were saved on or before their last day: the winners of an earlier period would already be known. */
const endedContestsOf = ({ current, closedMonths, today, savedOn }: ContestContext): EndedContest[] => {
  const ended = new Map<string, EndedContest>();
  for (const plan of current.config.plans)
    for (const contest of plan.contests)
      for (const range of endedRangesOf(contest, today)) {
        const isOpen = isInForce(plan, range.end_date) && !isBeforeBooks(current, range.end_date) && !isFullyClosed(range, closedMonths);
        const key = keyOf(plan, contest);
        if (isOpen && (savedOn.get(timedKeyOf(plan, contest)) ?? today) <= range.end_date)
          ended.set(`${key} ${range.start_date}`, { contest, range, key });
      }
  return [...ended.values()];
};

const figureOf = ({ metric }: Contest, { net, won, quota, firstSale }: Contestant): string => {
  if (metric === 'first_sale') return fill(t.firstSale, { day: dayText(firstSale ?? '') });
  if (metric === 'won_deals') return fill(t.won, { count: won });
  return metric === 'net_revenue' ? fill(t.revenue, { net: usd(net) }) : fill(t.ofQuota, { net: usd(net), quota: usd(quota) });
};

/** The prize for a place, worded so that an approver can check it; without a place, the reason why an earlier prize is lost. */
const awardOf = (
  { contest, range }: EndedContest,
  count: number,
  contestant: Contestant | undefined,
  placed: ContestResult | undefined,
): Award => {
  const period = awardPeriod(contest, range);
  const { first = 0, last = 0, prize = 0 } = placed ?? {};
  const placeText = first === last ? fill(t.place, { place: first }) : fill(t.tied, { first, last, count: last - first + 1 });
  const words = { name: contest.name, period, place: placeText };
  return {
    amount: prize,
    calculation: {
      before:
        placed && contestant
          ? fill(t.rank, { figure: figureOf(contest, contestant), period, place: placeText, count })
          : fill(t.noRank, { period }),
      after: prize > 0 ? fill(t.prize, { amount: usd(prize) }) : t.missed,
    },
    reason: fill(t.contest, words),
    lost: fill(t.contestLost, words),
  };
};

/** People whose plan includes the contest on its last day, and who are employed and active that day. */
const contestantsOf = (people: readonly PersonRow[], { range, key }: EndedContest, { config }: VersionedConfig): PersonRow[] =>
  people.filter((person) => {
    const plan = planOn(config, person, range.end_date);
    return isPresent(person, range.end_date) && plan?.contests.some((contest) => keyOf(plan, contest) === key);
  });

/** The booking date of each person's first sale that counts; empty unless the contest is for the first sale. */
const readFirstSales = async (
  tx: Pick<Repositories, 'bonuses' | 'facts'>,
  { contest: { metric, match }, range }: EndedContest,
  people: readonly PersonRow[],
): Promise<ReadonlyMap<number, Day>> => {
  const days = new Map<number, Day>();
  if (metric !== 'first_sale') return days;
  const sales = await tx.bonuses.salesOf(range);
  const facts = match ? await tx.facts.ofHolders(sales, ALL_FACTS) : [];
  const persons = new Map(people.map((person) => [person.id, person]));
  const matchingSales = new Set(
    facts.flatMap((fact) => {
      const person = persons.get(fact.user_id);
      const territory = person ? personOn(person, peopleDayOf(fact)).territory : null;
      return match && matches(match, saleOf(fact, territory)) ? `${fact.user_id} ${fact.id}` : [];
    }),
  );
  for (const { user_id, invoice_id, day } of sales)
    if (!days.has(user_id) && (!match || matchingSales.has(`${user_id} ${invoice_id}`))) days.set(user_id, day);
  return days;
};

const settleOne = async (tx: Repositories, ended: EndedContest, context: ContestContext, cause: Cause): Promise<number> => {
  const { contest, range, key } = ended;
  const { config } = context.current;
  await tx.periods.lockShared();
  const figures = new Map((await tx.bonuses.everybody(range)).map((row) => [row.user_id, row]));
  const earlier = (await tx.bonuses.proposedFrom(range.start_date)).filter(({ bonus_key }) => isAwardOf(bonus_key, key));
  const people = await tx.facts.lockPeople([...new Set([...figures.keys(), ...earlier.map(({ user_id }) => user_id)])]);
  const marked = await tx.marks.markedOf(people.map(({ id }) => ({ user_id: id, from: range.start_date, to: range.end_date })));
  // Places depend on everybody's figures; if some are not computed yet, the next day settles the contest.
  if (marked.length > 0) return 0;
  const firstDays = await readFirstSales(tx, ended, people);
  const contestants = contestantsOf(people, ended, context.current).map((person): Contestant => {
    const ownFigures = figures.get(person.id) ?? { net: 0, counted: 0, won: 0 };
    const quota = quotaIn({ config, person: holderOf(person), range });
    return { userId: person.id, ...figuresFor(contest, ownFigures), quota, firstSale: firstDays.get(person.id) ?? null };
  });
  const places = new Map(rankContestants(contest, contestants).map((placed) => [placed.userId, placed]));
  const entries: AuditWrite[] = [];
  for (const person of people) {
    const rows = earlier.filter(({ user_id }) => user_id === person.id);
    const contestant = contestants.find(({ userId }) => userId === person.id);
    const award = awardOf(ended, places.size, contestant, places.get(person.id));
    if (award.amount === 0 && rows.length === 0) continue;
    const decision = decideAward(award, rows);
    entries.push(...(await applyDecision(tx, person, { range, key, alwaysWaits: true }, { decision, rows }, context, cause)));
  }
  const serverEntries = entries.map((entry) => ({ ...entry, actorId: null }));
  await tx.audit.writeAll(serverEntries, cause.origin, cause.at);
  return entries.length;
};

/** True if the current plans contain the contest of this prize, unchanged since its last day. */
const isContestUnchanged = ({ bonus_key, bonus_from }: BonusRow, { current, savedOn, today }: ContestContext): boolean =>
  current.config.plans.some((plan) =>
    plan.contests.some((contest) => {
      const { end_date } = contest.window ?? periodAt(contest.within, bonus_from);
      return isAwardOf(bonus_key, keyOf(plan, contest)) && (savedOn.get(timedKeyOf(plan, contest)) ?? today) <= end_date;
    }),
  );

/** Adds a note to pending prizes whose contest was changed or removed: somebody must decide them under the earlier plans. */
const noteChangedContests = async (tx: Repositories, context: ContestContext, cause: Cause): Promise<number> => {
  await tx.periods.lockShared();
  const entries: AuditWrite[] = [];
  for (const row of await tx.bonuses.pendingPrizes()) {
    const after = fill(t.contestChanged, { prize: fill(t.prize, { amount: usd(row.amount_cents) }) });
    if (row.after === after || isContestUnchanged(row, context)) continue;
    const calculation = { before: row.before ?? '', after };
    entries.push(await repropose(tx, row, { amount_cents: row.amount_cents, calculation }, cause));
  }
  const anonymous = entries.map((entry) => ({ ...entry, actorId: null }));
  await tx.audit.writeAll(anonymous, cause.origin, cause.at);
  return entries.length;
};

/**
 * Proposes the prizes of ended contests, once a day until their months are closed; if late facts move places, the proposals are changed or
 * withdrawn (decisions 2.08). A pending prize whose contest was changed or removed remains pending, with a note. Each contest has its own
 * transaction.
 * @returns the number of new, changed or withdrawn proposals
 */
export const settleContests = async (store: Store, slot: Day, at: Date): Promise<number> => {
  const current = await currentConfig(store);
  const hasContests = current.config.plans.some(({ contests }) => contests.length > 0);
  if (!hasContests && (await store.bonuses.pendingPrizes()).length === 0) return 0;
  const today = todayIn(current.config.timezone, at);
  const context = { current, closedMonths: await readClosedMonths(store), today, savedOn: await readSavedDays(store, current) };
  const [actorId] = (await store.periods.peopleOf(['admin'])).sort((a, b) => a - b);
  if (actorId === undefined) throw new Error('contests cannot be settled: there is no active administrator');
  const origin = { network: 'server', requestId: `contests ${slot}` };
  const cause: Cause = { actorId, at, origin, why: { kind: 'day_began', day: context.today } };
  let proposed = 0;
  for (const ended of endedContestsOf(context)) proposed += await store.transaction((tx) => settleOne(tx, ended, context, cause));
  return proposed + (await store.transaction((tx) => noteChangedContests(tx, context, cause)));
};
