import { StartRefused } from '../db/startRefused.ts';
import type { MailConfig } from '../mail/transport.ts';

/** A From value as people write it: an address, or a name with the address in angle brackets. */
const FROM = /^(?:"?([^"<>@,;:\\]{0,100}?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,255}$/;

const parseSender = (text: string): MailConfig['from'] => {
  const [, name = '', bracketed, bareAddress] = FROM.exec(text) ?? [];
  const address = bracketed ?? bareAddress ?? '';
  if (!ADDRESS.test(address))
    throw new StartRefused(`MAIL_FROM must be an address such as Quotaboard <no-reply@example.com>, not "${text}".`);
  return { name: name.trim(), address };
};

/** The URL may contain a password, so the message quotes no part of it. */
const urlOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSmtp = url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '' && ['', '/'].includes(url.pathname);
  if (!isSmtp || url.search || url.hash || (url.username === '') !== (url.password === ''))
    throw new StartRefused('SMTP_URL must be the address of a mail server, such as smtps://user:password@mail.example.com:465.');
  return text;
};

/**
 * The mail settings; null if SMTP_URL is not set (decisions 5.03).
 * @throws StartRefused naming the variable
 */
export const readMailSettings = ({
  url,
  from,
  links,
}: Readonly<Record<'url' | 'from' | 'links', string | undefined>>): MailConfig | null => {
  if (url === undefined) {
    if (from !== undefined) throw new StartRefused('MAIL_FROM is set and SMTP_URL is not: without a mail server no email is sent.');
    return null;
  }
  const checkedUrl = urlOf(url);
  if (from === undefined) throw new StartRefused('MAIL_FROM is not set: with SMTP_URL it says from whom emails are.');
  if (links === undefined) throw new StartRefused('PUBLIC_URL is not set: with SMTP_URL it is where the links in emails lead.');
  return { url: checkedUrl, from: parseSender(from), links };
};
