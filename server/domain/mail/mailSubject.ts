import { fill, messages } from '../../../contract/messages.ts';
import type { MailRow } from '../../db/repositories/mail/outbox.ts';

/** "Invoice paid, and 2 more" if one cause produced several notices for a person. */
export const mailSubject = ({ subject, more }: Pick<MailRow, 'subject' | 'more'>): string =>
  more.length === 0 ? subject : fill(messages.mail.several, { subject, count: more.length });
