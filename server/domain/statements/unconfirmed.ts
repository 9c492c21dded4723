import type { RemindedList, UnconfirmedPerson } from '../../../contract/entities/periodReview.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UnconfirmedRow } from '../../db/repositories/statements/issued.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { forbidden } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;

/** The manager whose team the actor may remind; null for everyone. @throws Problem 403 */
const managerOf = (actor: Actor): number | null => {
  const reach = reachOf(actor, 'statement:remind');
  if (reach === 'none') throw forbidden();
  return reach === 'all' ? null : Number(actor.id);
};

const readToday = async (tx: Pick<Repositories, 'config'>, now: Date): Promise<Day> =>
  todayIn((await currentConfig(tx)).config.timezone, now);

/** People cannot remind themselves, and get at most one reminder a day. */
const canRemind = ({ user_id, reminded_on }: UnconfirmedRow, { userId }: Principal, today: Day): boolean =>
  user_id !== userId && reminded_on !== today;

const listFor = async (tx: Pick<Repositories, 'config' | 'issued'>, principal: Principal, now: Date): Promise<UnconfirmedPerson[]> => {
  const today = await readToday(tx, now);
  return (await tx.issued.unconfirmed(managerOf(principal.actor))).map((row) => ({
    user_id: String(row.user_id),
    user_name: fullName(row),
    months: row.months.map((month) => month.slice(0, 7)),
    reminded_on: row.reminded_on,
    can_remind: canRemind(row, principal, today),
  }));
};

/** decisions 2.11: the people with unconfirmed statements, among those the actor leads or pays. @throws Problem 403 */
export const listUnconfirmed = ({ store, clock }: Deps, principal: Principal): Promise<UnconfirmedPerson[]> =>
  listFor(store, principal, clock());

/**
 * Reminds people, each at most once per day of the company.
 * @returns the list afterwards, and how many people were reminded
 * @throws Problem 403
 */
export const remindUnconfirmed = ({ store, clock }: Deps, principal: Principal, origin: Origin): Promise<RemindedList> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const today = await readToday(tx, at);
    const remindable = (await tx.issued.unconfirmed(managerOf(principal.actor))).filter((row) => canRemind(row, principal, today));
    const reminded = await tx.issued.remind(
      remindable.map(({ user_id }) => user_id),
      today,
    );
    const people = remindable.filter(({ user_id }) => reminded.includes(user_id));
    for (const { user_id, months } of people) {
      const subject = { kind: 'statement', month: months.at(-1) ?? today } as const;
      const words = { months: months.map(monthText).join(', ') };
      await notify(tx, 'statementReminder', { subject, occurrence: `reminder ${today}`, words }, { to: [user_id], at });
    }
    if (people.length > 0) {
      const entry = { actorId: principal.userId, action: 'statement.reminded', entity: 'issued_statement', entityId: today };
      await tx.audit.write({ ...entry, after: { people: people.map(fullName) } }, origin, at);
    }
    return { data: await listFor(tx, principal, at), reminded: people.length };
  });
};
