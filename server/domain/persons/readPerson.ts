import type { Event } from '../../../contract/entities/event.ts';
import type { PersonPage } from '../../../contract/entities/personPage.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, can, type Target } from '../../../contract/permissions.ts';
import { planFor } from '../../../contract/rules/commission/config.ts';
import { monthsUpTo } from '../../../contract/rules/performance/compared.ts';
import { addDays, type DateRange, type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { listAdjustments } from '../adjustments/listAdjustments.ts';
import { readRange } from '../commissions/commissionQuestion.ts';
import { readSummary } from '../commissions/summarizeCommissions.ts';
import { listDeals } from '../deals/listDeals.ts';
import { readPipeline } from '../deals/readPipeline.ts';
import { listUnresolved } from '../disputes/listDisputes.ts';
import { listEvents } from '../events/eventList.ts';
import { nextPayout } from '../payouts/nextPayout.ts';
import { listGoals } from '../performance/listGoals.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Heads } from '../shared/heads.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
/** The person of the page, and what limits each part of it. */
type Subject = Readonly<{ services: Deps; actor: Actor; row: UserRow; range: DateRange; today: Day; heads: Heads | undefined }>;
type Query = Readonly<{ start_date?: string; end_date?: string }>;

/** Rows per list; the page links to the whole lists. */
const MAX_ROWS = 5;
/** Limits for upcoming events: the maximum number of rows, and the days ahead. */
const [EVENT_ROWS, EVENT_DAYS] = [50, 90];

const targetOf = ({ id, manager_id }: Pick<UserRow, 'id' | 'manager_id'>): Target => ({
  owner_id: String(id),
  owner_manager_id: manager_id === null ? null : String(manager_id),
});

/** True if the actor may read the person's commission; an events manager reads no money, not even their own (decisions 3.02). */
const mayReadMoney = ({ actor, row }: Subject): boolean => can(actor, 'screen:payouts') && can(actor, 'commission:read', targetOf(row));

const readMoney = async ({ services, row, range, heads }: Subject): Promise<PersonPage['money']> => {
  const owner = { userId: row.id, managerId: null };
  const { summary } = await readSummary(services, range, owner, heads);
  const months = await Promise.all(
    monthsUpTo(range.end_date).map(async (month) => {
      const { summary: monthSummary } = await readSummary(services, periodAt('month', month), owner, heads);
      const { total_commissionable_sales: sales, quota_amount, quota_attainment } = monthSummary;
      return { month, sales, quota_amount, quota_attainment };
    }),
  );
  return { summary, months };
};

const readNextPayout = async ({ services, actor, row }: Subject): Promise<PersonPage['next_payout']> => {
  if (!can(actor, 'screen:payouts') || !can(actor, 'payout:read', targetOf(row))) return null;
  const { amount, payment_date } = (await nextPayout(services, actor, row.id)).next;
  return { amount, payment_date };
};

const readPlan = async ({ services, actor, row, today, heads }: Subject): Promise<PersonPage['plan']> => {
  if (!can(actor, 'screen:payouts') || !can(actor, 'plan:read', targetOf(row))) return null;
  const { config } = await currentConfig(services.store, heads);
  const plan = planFor(config, { id: String(row.id), role: row.role }, today);
  return { plan_id: plan?.id ?? null, name: plan?.name ?? null };
};

const readGoals = async ({ services, actor, row, range, today, heads }: Subject): Promise<PersonPage['goals']> => {
  if (!can(actor, 'screen:payouts') || !can(actor, 'goal:read', targetOf(row))) return null;
  const day = range.start_date <= today && today <= range.end_date ? today : range.end_date;
  const { data } = await listGoals(services, actor, { user_id: String(row.id), month: periodAt('month', day).start_date }, heads);
  return data;
};

const readDeals = async ({ services, actor, row }: Subject): Promise<PersonPage['deals']> => {
  if (!can(actor, 'deal:read', targetOf(row))) return null;
  const owner = String(row.id);
  const [{ data }, { summary }] = await Promise.all([
    listDeals(services, actor, { owner, state: 'open', sort_field: 'amount', sort_direction: 'desc', limit: MAX_ROWS }),
    readPipeline(services, actor, { owner }),
  ]);
  return { count: summary.deal_count, amount: summary.total_value ?? 0, data };
};

const readAdjustments = async ({ services, actor, row }: Subject): Promise<PersonPage['adjustments']> => {
  const { data, pagination } = await listAdjustments(services, actor, { user_id: String(row.id), limit: MAX_ROWS });
  return { count: pagination.total ?? data.length, data };
};

/** Events store people as text, and the list also matches parts of a name, so the rows are filtered here. */
const readEvents = async ({ services, actor, row, today }: Subject): Promise<Event[]> => {
  if (!can(actor, 'event:read')) return [];
  const name = fullName(row);
  const isNamed = ({ sales_person, program }: Event): boolean =>
    sales_person?.trim().toLowerCase() === name.trim().toLowerCase() && program?.type !== 'Canceled';
  const { data } = await listEvents(services, actor, {
    start_date: today,
    end_date: addDays(today, EVENT_DAYS),
    sales_person: name,
    sort_field: 'date_time',
    sort_direction: 'asc',
    limit: EVENT_ROWS,
  });
  return data.filter(isNamed).slice(0, MAX_ROWS);
};

const managerOf = async ({ services: { store }, row }: Subject): Promise<PersonPage['manager']> => {
  const manager = row.manager_id === null ? undefined : await store.users.byId(row.manager_id);
  if (!manager) return null;
  return { id: String(manager.id), name: fullName(manager), manager_id: targetOf(manager).owner_manager_id ?? null };
};

/**
 * One person on one page (decisions 3.10), with each part limited to what the actor may read.
 * @param id null for an impossible id
 * @throws Problem 400; 404 for a person who does not exist or whom the actor may not read
 */
export const readPerson = async (services: Deps, actor: Actor, id: number | null, query: Query, heads?: Heads): Promise<PersonPage> => {
  const { store, clock } = services;
  const row = id === null ? undefined : await store.users.byId(id);
  if (!row || !can(actor, 'person:read', targetOf(row))) throw notFoundProblem('person');
  const range = readRange(query.start_date, query.end_date);
  const { config } = await currentConfig(store, heads);
  const subject: Subject = { services, actor, row, range, today: todayIn(config.timezone, clock()), heads };
  const isRead = mayReadMoney(subject);
  const [manager, money, next_payout, plan, goals, deals, adjustments, questions, events] = await Promise.all([
    managerOf(subject),
    isRead ? readMoney(subject) : null,
    readNextPayout(subject),
    readPlan(subject),
    readGoals(subject),
    readDeals(subject),
    isRead ? readAdjustments(subject) : null,
    isRead ? listUnresolved(services, actor, String(row.id)) : null,
    readEvents(subject),
  ]);
  return {
    id: String(row.id),
    name: fullName(row),
    role: row.role,
    territory: row.territory,
    active: row.active,
    manager,
    money,
    next_payout,
    plan,
    goals,
    deals,
    adjustments,
    questions: questions?.slice(0, MAX_ROWS) ?? null,
    events,
  };
};
