import type { FailedMail, MailFailures } from '../../../contract/entities/mail.ts';
import { mailLifecycle } from '../../../contract/lifecycles/mail.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { messages } from '../../../contract/messages.ts';
import { type MailRow, type MailState, SIGN_IN_LINK } from '../../db/repositories/mail/outbox.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { mailSubject } from './mailSubject.ts';

const MAX_MAILS = 100;

const failedOf = (mail: MailRow): FailedMail => {
  const { id, recipient, error, attempts, created_at, ended_at } = mail;
  return {
    id: String(id),
    recipient,
    subject: mailSubject(mail),
    error: error ?? '',
    attempts,
    created_at,
    failed_at: ended_at ?? created_at,
  };
};

/** The newest emails that failed for good. */
export const listMailFailures = async ({ store }: Pick<Services, 'store'>): Promise<MailFailures> => ({
  sends: store.outbox.sends,
  waiting: await store.outbox.countWaiting(),
  data: (await store.outbox.failures(MAX_MAILS)).map(failedOf),
});

/**
 * Retries an email for another day.
 * @throws Problem 404, 409 if it has not failed
 */
export const retryMail = ({ store, clock }: Pick<Services, 'store' | 'clock'>, id: number | null): Promise<void> =>
  store.transaction(async ({ outbox }) => {
    const mail = id === null ? undefined : await outbox.lock(id);
    if (!mail || mail.channel_id !== null) throw notFoundProblem('email');
    if (mail.link === SIGN_IN_LINK) throw new Problem(409, 'link_forgotten', messages.mail.linkForgotten);
    const next = step(mailLifecycle, mail.state, { type: 'retry' }, { ageHours: 0 }) as MailState | null;
    if (next === null) throw new Problem(409, 'mail_step', messages.mail.onlyFailed);
    const now = clock().toISOString();
    await outbox.change(mail.id, { state: next, attempts: 0, send_at: now, created_at: now, error: null, ended_at: null });
  });
