import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';

type Person = Pick<UserRow, 'id' | 'email' | 'role' | 'first_name' | 'last_name'>;

export const personWords = (person: Person) => ({ person: fullName(person), role: roleLabels[person.role] });

/**
 * Tells other admins of a change of somebody's second factor, and finance too if that person may approve (decisions 4.06).
 * `by`: who made it; they are not told.
 */
export const notifyOverseers = async <Kind extends 'factorEnabledOf' | 'factorResetOf'>(
  tx: Repositories,
  person: Person,
  kind: Kind,
  { occurrence, words, by }: Readonly<{ occurrence: string; words: Parameters<typeof notify<Kind>>[2]['words']; by?: number }>,
  at: Date,
): Promise<void> => {
  const mayApprove = can({ id: '', role: person.role }, 'approval:use');
  for (const role of ['admin', 'finance'] as const) {
    if (!mayApprove && (role === 'finance' || kind === 'factorEnabledOf')) continue;
    const to = (await tx.periods.peopleOf([role])).filter((id) => id !== person.id);
    const account = { kind: 'account', id: person.id } as const;
    const subject = role === 'admin' ? { ...account, email: person.email } : account;
    await notify(tx, kind, { subject, occurrence, words }, { to, at, ...(by === undefined ? {} : { by }) });
  }
};
