import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PlannedRow } from '../../db/repositories/people/plannedChanges.ts';
import type { Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { changeAccount } from './changeUser.ts';

const origin: Origin = { network: 'server', requestId: 'planned_changes', device: '' };

/** Admins hear of a planned change that could not be made. */
const refuse = async (store: Store, row: PlannedRow, reason: string, at: Date): Promise<void> => {
  await store.transaction(async (within) => {
    const person = await within.users.byId(row.user_id);
    await within.plannedChanges.end(row.id, 'refused');
    if (!person) return;
    const words = { person: fullName(person), day: dayText(row.from_day), reason };
    const about = { kind: 'account', id: person.id, email: person.email } as const;
    await notify(
      within,
      'plannedChangeRefused',
      { about, occurrence: `planned-${row.id}`, words },
      { to: await within.periods.peopleOf(['admin']), at },
    );
  });
};

/**
 * Makes the changes whose day has begun, each in the name of who planned it: what would raise that person's own pay waits for another then.
 * Done again it makes those that are left.
 */
export const applyPlanned = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, today: Day): Promise<void> => {
  for (const row of await store.plannedChanges.due(today)) {
    const { author_id: userId, from_day: effectiveFrom } = row;
    if (!row.active || row.role !== 'admin') {
      await refuse(store, row, messages.userForm.plannerLeft, clock());
      continue;
    }
    const heads = { config: 0, periods: 0, people: 0, moment: `planned ${row.id}` };
    const author: Principal = { actor: { id: String(userId), role: row.role }, userId, sessionId: 0, mustChangePassword: false, heads };
    const seen = (await store.users.byId(row.user_id))?.version ?? 0;
    try {
      await changeAccount(
        { store, clock },
        author,
        row.user_id,
        { ...row.change, effectiveFrom, askedOn: today },
        { version: null, seen },
        origin,
      );
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      if (error.status !== 202) {
        await refuse(store, row, error.message, clock());
        continue;
      }
    }
    await store.plannedChanges.end(row.id, 'done');
  }
};
