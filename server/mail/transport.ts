import type { Transporter } from 'nodemailer';
import { messages } from '../../contract/messages.ts';

/** `url` includes user and password; `from` is the visible sender; `links` is the base URL for link paths. */
export type MailConfig = Readonly<{ url: string; from: Readonly<{ name: string; address: string }>; links: string }>;
export type Attachment = Readonly<{ name: string; mediaType: string; content: Buffer }>;
export type Mail = Readonly<{
  id: string;
  to: Readonly<{ name: string; address: string }>;
  subject: string;
  text: string;
  attachments?: readonly Attachment[];
}>;
/** Passes one email to the mail server. @throws MailProblem */
export type SendMail = (mail: Mail) => Promise<void>;
/** `verify` connects and signs in without sending. @throws MailProblem */
export type Transport = Readonly<{ send: SendMail; verify: () => Promise<void>; close: () => void }>;

/** `isPermanent`: a retry would not help. The message is for the admin. */
export class MailProblem extends Error {
  readonly isPermanent: boolean;
  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

const MAX_REASON_CHARS = 200;
const MAX_HEADER_CHARS = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;
/** A single line, whatever the input: text after a line break would become a separate header. */
export const toOneLine = (text: string, maxLength = MAX_HEADER_CHARS): string => text.replace(CONTROL, ' ').trim().slice(0, maxLength);

type SmtpError = Readonly<{ code?: string; responseCode?: number; response?: string; message?: string; command?: string }>;

const problemOf = (error: SmtpError): MailProblem => {
  const t = messages.mail;
  const reason = toOneLine(error.response ?? error.message ?? '', MAX_REASON_CHARS);
  const withReason = (message: string): string => message.replace('{reason}', () => reason);
  const status = error.responseCode ?? 0;
  // An admin can fix sign-in and certificate errors, so the email itself is retried.
  if (error.code === 'EAUTH') return new MailProblem(withReason(t.signIn), false);
  if (error.code === 'ETLS' || /certificate|self-signed|altname/i.test(error.message ?? ''))
    return new MailProblem(withReason(t.insecure), false);
  if (status >= 400) return new MailProblem(withReason(t.refused), status >= 500);
  return new MailProblem(withReason(t.noConnection), false);
};

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

export type SmtpTimeouts = Readonly<{ connectMs: number; answerMs: number }>;

/**
 * Sends emails one by one over a single connection. Certificates are verified, and a password is only ever sent
 * encrypted.
 */
export const smtpTransport = ({ url, from }: MailConfig, timeouts: SmtpTimeouts = { connectMs: 10_000, answerMs: 30_000 }): Transport => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const settings = {
    pool: true,
    maxConnections: 1,
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && username !== '' && !isLoopback(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  /** Loaded with the first email, not at the start. */
  let transporter: Promise<Transporter> | null = null;
  const openTransporter = (): Promise<Transporter> => {
    transporter ??= import('nodemailer').then(({ createTransport }) => createTransport(settings));
    return transporter;
  };
  const domain = toOneLine(from.address).split('@')[1] ?? 'localhost';
  return {
    send: async ({ id, to, subject, text, attachments = [] }) => {
      try {
        await (await openTransporter()).sendMail({
          from: { name: toOneLine(from.name), address: from.address },
          to: { name: toOneLine(to.name), address: to.address },
          subject: toOneLine(subject),
          text,
          attachments: attachments.map(({ name, mediaType, content }) => ({ filename: name, contentType: mediaType, content })),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw problemOf(error as SmtpError);
      }
    },
    verify: async () => {
      try {
        await (await openTransporter()).verify();
      } catch (error) {
        throw problemOf(error as SmtpError);
      }
    },
    close: () => void transporter?.then((transporter) => transporter.close()),
  };
};
