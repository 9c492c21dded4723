import { fullName, type Role, roleLabels } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from './notify.ts';

export const mayApprove = (role: Role): boolean => can({ id: '', role }, 'approval:use');

type Person = Pick<UserRow, 'id' | 'email' | 'role' | 'first_name' | 'last_name'>;

export const personWords = (person: Person) => ({ person: fullName(person), role: roleLabels[person.role] });

type OverseerNotice =
  | 'approverCreated'
  | 'approverReactivated'
  | 'approverPromoted'
  | 'approverPassword'
  | 'approverInvited'
  | 'factorEnabledOf'
  | 'factorResetOf';

/**
 * Notifies admins and finance of a change to somebody's account (decisions 4.06); only admins get the address.
 * `roles`: the roles to notify, by default both. `by`: the person who made the change, who is not notified.
 */
export const notifyOverseers = async <Kind extends OverseerNotice>(
  tx: Repositories,
  person: Person,
  kind: Kind,
  { occurrence, words, by }: Readonly<{ occurrence: string; words: Parameters<typeof notify<Kind>>[2]['words']; by?: number }>,
  at: Date,
  roles: readonly ('admin' | 'finance')[] = ['admin', 'finance'],
): Promise<void> => {
  for (const role of roles) {
    const to = (await tx.periods.peopleOf([role])).filter((id) => id !== person.id);
    const account = { kind: 'account', id: person.id } as const;
    const subject = role === 'admin' ? { ...account, email: person.email } : account;
    await notify(tx, kind, { subject, occurrence, words }, { to, at, ...(by === undefined ? {} : { by }) });
  }
};
