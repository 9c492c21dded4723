import type { UserChange, UserImpact } from '../../../contract/entities/people.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { amountsIn, type MonthAmount } from '../commissions/recompute/index.ts';
import { affectedBy } from '../facts/changeFacts.ts';
import { currentConfig } from '../plans/config.ts';
import { notFound } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { accountOf, type DecidedChange, decideChange, writeChange } from './accountChange.ts';
import { movesPay } from './userEffects.ts';

const nothing: UserImpact = { open: [], late: [], leaving: null };

/** Carries the answer out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly impact: UserImpact;
  constructor(impact: UserImpact) {
    super('rolled back');
    this.impact = impact;
  }
}

/** Where employment ends, what the person leaves behind. */
const leavingOf = async ({ users }: Repositories, { before, wanted }: DecidedChange): Promise<UserImpact['leaving']> => {
  if (wanted.left_on === null || (wanted.left_on === before.left_on && wanted.active === before.active)) return null;
  const { open_deals, unpaid_cents } = await users.leftBehind(before.id);
  return { last_day: wanted.left_on, open_deals, unpaid: fromCents(unpaid_cents) };
};

type Amounts = ReadonlyMap<string, MonthAmount>;
const differencesOf = (before: Amounts, after: Amounts, people: ReadonlyMap<number, UserRow>): Pick<UserImpact, 'open' | 'late'> => {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const rows = keys.flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const one = is ?? was;
    const person = one && people.get(one.userId);
    if (!one || !person || (was?.amount ?? 0) === (is?.amount ?? 0)) return [];
    const whose = { user_id: String(one.userId), name: fullName(person), month: one.month.slice(0, 7) };
    return [{ ...whose, closed: one.closed, before: fromCents(was?.amount ?? 0), after: fromCents(is?.amount ?? 0) }];
  });
  return {
    open: rows.filter(({ closed }) => !closed).map(({ closed: _closed, ...row }) => row),
    late: rows.filter(({ closed }) => closed).map(({ closed: _closed, ...row }) => row),
  };
};

/**
 * The difference that a change of a person makes to open months, and what it would propose for closed ones (decisions 2.22). The change is
 * written, computed and rolled back, so that the preview is what the save does (decisions 2.28).
 * @throws Problem 404, 422
 */
export const userImpact = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  id: number | null,
  body: UserChange,
): Promise<UserImpact> => {
  const account = await accountOf(body);
  const work = store.transaction(async (within) => {
    const before = id === null ? undefined : await within.users.byId(id);
    if (!before) throw notFound('user');
    const decided = await decideChange(within, before, account, clock());
    const { changed, wanted, since, days } = decided;
    const leaving = await leavingOf(within, decided);
    if (!(await movesPay(within, changed))) return { ...nothing, leaving };
    const current = await currentConfig(within);
    const own = await affectedBy(within, { person: before.id, since });
    const managers = await within.facts.managersOf([...new Set(own.map(({ userId }) => userId))]);
    const ids = [...new Set([before.id, ...own.map(({ userId }) => userId), ...[...managers.values()].flat(), wanted.manager_id])];
    const touched = own.flatMap(({ day }) => ids.flatMap((userId) => (userId === null ? [] : [{ userId, day }])));
    const reading = { current, today: days.today };
    const was = await amountsIn(within, touched, reading);
    await writeChange(within, decided, {}, clock());
    const is = await amountsIn(within, touched, reading);
    const people = new Map<number, UserRow>();
    for (const userId of ids) {
      const person = userId === null ? undefined : await within.users.byId(userId);
      if (person) people.set(person.id, person);
    }
    throw new RolledBack({ ...differencesOf(was, is, people), leaving });
  });
  return work.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.impact;
    throw error;
  });
};
