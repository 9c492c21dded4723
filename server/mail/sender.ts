import { fill, messages } from '../../contract/messages.ts';
import type { MailRow, MailText } from '../db/repositories/mail/outbox.ts';
import { notifyFailedMail } from '../domain/mail/failedMail.ts';
import { mailSubject } from '../domain/mail/mailSubject.ts';
import type { LaneWorker } from '../jobs/lane.ts';
import { createOutboxSender, type OutboxSenderOptions, type SendFailure } from './outboxSender.ts';
import { type Attachment, MailProblem, type SendMail } from './transport.ts';

export type SenderOptions = Omit<OutboxSenderOptions, 'channel'> &
  Readonly<{
    send: SendMail;
    /** Base URL for link paths. */
    links: string;
    /** The attachment of an email to a customer. */
    invoiceFile: (invoiceId: number) => Promise<Attachment>;
  }>;

const paragraphsOf = (body: string, link: string | null, links: string): string[] =>
  link === null ? [body] : [body, fill(messages.mail.open, { link: new URL(link, links).href })];

const textOf = ({ subject, body, link, more, invoice_id }: MailRow, links: string): string => {
  // A customer has no settings page here.
  if (invoice_id !== null) return body;
  const digestLine = (mail: MailText): string => fill(messages.mail.digestLine, { title: mail.subject, message: mail.body });
  const mailTexts = [{ subject, body, link }, ...more];
  const lines =
    more.length === 0 ? paragraphsOf(body, link, links) : mailTexts.flatMap((mail) => paragraphsOf(digestLine(mail), mail.link, links));
  lines.push(fill(messages.mail.footer, { settings: new URL('/settings', links).href }));
  return lines.join('\n\n');
};

const toFailure = (error: unknown): SendFailure => {
  if (error instanceof MailProblem) return { kind: error.isPermanent ? 'message' : 'later', reason: error.message };
  throw error;
};

/** Sends the emails of the outbox. */
export const createSender = ({ send, links, invoiceFile, ...options }: SenderOptions): LaneWorker => {
  const deliver = async (mail: MailRow): Promise<SendFailure | null> => {
    const to = { name: mail.recipient_name, address: mail.recipient };
    const attachments = mail.invoice_id === null ? [] : [await invoiceFile(mail.invoice_id)];
    return send({ id: `quotaboard-${mail.id}`, to, subject: mailSubject(mail), text: textOf(mail, links), attachments }).then(
      () => null,
      toFailure,
    );
  };
  return createOutboxSender({
    ...options,
    channel: {
      lockNext: async ({ outbox }, now) => {
        await outbox.dropOfInactive();
        return outbox.lockNext(now);
      },
      deliver,
      onSent: ({ tx, mail }) => tx.outbox.forgetLink(mail.id),
      onFailed: async ({ tx, mail, reason, at: now }) => {
        await tx.outbox.forgetLink(mail.id);
        await notifyFailedMail(tx, { id: mail.id, recipient: mail.recipient, subject: mailSubject(mail), reason }, now);
      },
    },
  });
};
