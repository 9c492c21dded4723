import type { UserChange, UserImpact } from '../../../contract/entities/people.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type AffectedDay, computeAmounts, type MonthAmount, teamReachOf } from '../commissions/recompute/index.ts';
import { affectedBy } from '../facts/changeFacts.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import { runRolledBack } from '../shared/rolledBack.ts';
import type { Services } from '../shared/services.ts';
import { type AccountInput, accountInputOf, type DecidedChange, decideChange, writeChange } from './accountChange.ts';
import { splitChange } from './planChange.ts';
import { canAffectPay } from './userEffects.ts';

const noImpact: UserImpact = { open: [], late: [], leaving: null };

/** If employment ends, the person's open deals and unpaid commission. */
const readLeaving = async ({ users }: Repositories, { before, desired }: DecidedChange): Promise<UserImpact['leaving']> => {
  if (desired.left_on === null || (desired.left_on === before.left_on && desired.active === before.active)) return null;
  const { open_deals, unpaid_cents } = await users.leftBehind(before.id);
  return { last_day: desired.left_on, open_deals, unpaid: fromCents(unpaid_cents) };
};

type Amounts = ReadonlyMap<string, MonthAmount>;
const differencesOf = (before: Amounts, after: Amounts, people: ReadonlyMap<number, UserRow>): Pick<UserImpact, 'open' | 'late'> => {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const rows = keys.flatMap((key) => {
    const [amountBefore, amountAfter] = [before.get(key), after.get(key)];
    const amounts = amountAfter ?? amountBefore;
    const person = amounts && people.get(amounts.userId);
    if (!amounts || !person || (amountBefore?.amount ?? 0) === (amountAfter?.amount ?? 0)) return [];
    const labels = { user_id: String(amounts.userId), name: fullName(person), month: amounts.month.slice(0, 7) };
    return [
      { ...labels, closed: amounts.closed, before: fromCents(amountBefore?.amount ?? 0), after: fromCents(amountAfter?.amount ?? 0) },
    ];
  });
  return {
    open: rows.filter(({ closed }) => !closed).map(({ closed: _closed, ...row }) => row),
    late: rows.filter(({ closed }) => closed).map(({ closed: _closed, ...row }) => row),
  };
};

type Deps = Pick<Services, 'store' | 'clock'>;
export type RequestedChange = Readonly<{ id: number; account: AccountInput }>;
type Scope = Readonly<{ change: DecidedChange; ids: readonly number[]; affected: readonly AffectedDay[] }>;

/** The people whose pay a change may affect, and the days affected. */
const readScope = async (tx: Repositories, change: DecidedChange): Promise<Scope> => {
  const { before, changed, desired, since } = change;
  if (!(await canAffectPay(tx, changed))) return { change, ids: [], affected: [] };
  const own = await affectedBy(tx, { person: before.id, since });
  const reach = teamReachOf((await currentConfig(tx)).config);
  const leaders = await tx.facts.leadersOf([...new Set(own.map(({ user_id }) => user_id))], {
    ...reach,
    levels: Math.max(1, reach.levels),
  });
  const all = [before.id, ...own.map(({ user_id }) => user_id), ...[...leaders.values()].flat(), desired.manager_id];
  const ids = [...new Set(all)].filter((id) => id !== null);
  return { change, ids, affected: own.flatMap(({ day }) => ids.map((user_id) => ({ user_id, day }))) };
};

const readPeopleById = async ({ users }: Repositories, ids: readonly number[]): Promise<ReadonlyMap<number, UserRow>> => {
  const people = new Map<number, UserRow>();
  for (const id of new Set(ids)) {
    const person = await users.byId(id);
    if (person) people.set(id, person);
  }
  return people;
};

/**
 * The effect of changes to people on open months, and the proposals for closed ones (decisions 2.22). The changes are written one by one,
 * computed and rolled back, so that the preview matches the save (decisions 2.28).
 * @throws Problem 404, 422
 */
export const computeImpactOf = async ({ store, clock }: Deps, changes: readonly RequestedChange[]): Promise<UserImpact> => {
  const at = clock();
  return runRolledBack({ store }, async (tx): Promise<UserImpact> => {
    const decide = async ({ id, account }: RequestedChange): Promise<DecidedChange> => {
      const before = await tx.users.byId(id);
      if (!before) throw notFoundProblem('user');
      return decideChange(tx, before, account, at);
    };
    const scopes: Scope[] = [];
    for (const change of changes) scopes.push(await readScope(tx, await decide(change)));
    const [first] = scopes;
    const leaving = first && scopes.length === 1 ? await readLeaving(tx, first.change) : null;
    const affected = scopes.flatMap((scope) => scope.affected);
    if (!first || affected.length === 0) return { ...noImpact, leaving };
    const reading = { current: await currentConfig(tx), today: first.change.days.today };
    const amountsBefore = await computeAmounts(tx, affected, reading);
    for (const change of changes) await writeChange(tx, await decide(change), {}, at);
    const amountsAfter = await computeAmounts(tx, affected, reading);
    const ids = scopes.flatMap((scope) => scope.ids);
    return { ...differencesOf(amountsBefore, amountsAfter, await readPeopleById(tx, ids)), leaving };
  });
};

/** The effect of one change, in the form of a PUT body. @throws Problem 404, 422 */
export const computeUserImpact = async (deps: Deps, id: number | null, body: UserChange): Promise<UserImpact> => {
  const account = await accountInputOf(body);
  if (id === null) throw notFoundProblem('user');
  const { config } = await currentConfig(deps.store);
  // A change for a future day affects no earlier amount.
  const { now } = splitChange(account, todayIn(config.timezone, deps.clock()));
  return now ? computeImpactOf(deps, [{ id, account: now }]) : noImpact;
};
