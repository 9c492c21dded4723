import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { mayApprove } from './approverGuard.ts';
import type { ToldBy } from './userRules.ts';

type ApproverNotice = 'approverCreated' | 'approverReactivated' | 'approverPromoted' | 'approverPassword' | 'approverInvited';

/** Notifies admins and finance of a change to an approver's account by somebody else (decisions 4.06). */
export const notifyApprover = async (
  tx: Repositories,
  { principal, at, author: issuer }: ToldBy,
  person: UserRow,
  kind: ApproverNotice,
  occurrence = String(person.version),
): Promise<void> => {
  if (!mayApprove(person.role)) return;
  const author = issuer === undefined ? await tx.users.byId(principal.userId) : undefined;
  const words = { author: issuer ?? (author ? fullName(author) : ''), person: fullName(person), role: roleLabels[person.role] };
  for (const role of ['admin', 'finance'] as const) {
    const to = (await tx.periods.peopleOf([role])).filter((id) => id !== person.id);
    const subject =
      role === 'admin' ? ({ kind: 'account', id: person.id, email: person.email } as const) : ({ kind: 'account', id: person.id } as const);
    await notify(tx, kind, { subject, occurrence: `${occurrence}:${kind}`, words }, { to, by: principal.userId, at });
  }
};

/** Sends the notices of a change to an approver's account. */
export const notifyApproverChange = async (
  tx: Repositories,
  context: ToldBy,
  { before, after, reset }: Readonly<{ before: UserRow; after: UserRow; reset: boolean }>,
): Promise<void> => {
  if (!before.active && after.active) await notifyApprover(tx, context, after, 'approverReactivated');
  if (!mayApprove(before.role)) await notifyApprover(tx, context, after, 'approverPromoted');
  if (reset) await notifyApprover(tx, context, after, 'approverPassword');
};
