import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';

export type UnsentMail = Readonly<{ id: number; recipient: string; subject: string; reason: string }>;

/** Notifies every administrator once per day and reason, because an unavailable mail server fails hundreds of emails. */
export const notifyFailedMail = async (tx: Repositories, { id, recipient, subject, reason }: UnsentMail, at: Date): Promise<void> => {
  const to = await tx.periods.peopleOf(['admin']);
  const facts = {
    subject: { kind: 'mail', id },
    occurrence: `${at.toISOString().slice(0, 10)} ${reason}`.slice(0, 200),
    words: { recipient, subject, reason },
  } as const;
  await notify(tx, 'mailFailed', facts, { to, at });
};
