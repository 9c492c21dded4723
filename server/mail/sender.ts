import { type MailEvent, mailLifecycle } from '../../contract/lifecycles/mail.ts';
import { step } from '../../contract/lifecycles/step.ts';
import { fill, messages } from '../../contract/messages.ts';
import type { MailChange, MailRow, MailState, MailText } from '../db/repositories/mail/outbox.ts';
import type { Repositories, Store } from '../db/repositories/store.ts';
import { noticeOfFailedMail } from '../domain/mail/failedMail.ts';
import { mailSubject } from '../domain/mail/mailSubject.ts';
import { type Clock, HOUR, later, MINUTE } from '../domain/shared/clock.ts';
import type { LaneWorker } from '../jobs/lane.ts';
import { type Attachment, MailProblem, type SendMail } from './transport.ts';

export type SenderOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'outbox'>;
  clock: Clock;
  send: SendMail;
  /** What paths are appended to. */
  links: string;
  /** The file that goes with an email to a customer. */
  invoiceFile: (invoiceId: number) => Promise<Attachment>;
  log: (error: unknown) => void;
}>;

/** Longer than any try can take. */
const LEASE_MS = 5 * MINUTE;

const stepOf = ({ state, created_at }: Pick<MailRow, 'state' | 'created_at'>, type: MailEvent['type'], at: Date): MailState | null =>
  step(mailLifecycle, state, { type }, { ageHours: (at.getTime() - Date.parse(created_at)) / HOUR }) as MailState | null;

/** One minute, two, four, up to an hour. */
const backOff = (attempts: number): number => Math.min(HOUR, MINUTE * 2 ** (attempts - 1));

const partOf = (body: string, link: string | null, links: string): string[] =>
  link === null ? [body] : [body, fill(messages.mail.open, { link: new URL(link, links).href })];

const textOf = ({ subject, body, link, more, invoice_id }: MailRow, links: string): string => {
  // A customer has no settings here.
  if (invoice_id !== null) return body;
  const named = (one: MailText): string => fill(messages.mail.digestLine, { title: one.subject, message: one.body });
  const all = [{ subject, body, link }, ...more];
  const lines = more.length === 0 ? partOf(body, link, links) : all.flatMap((one) => partOf(named(one), one.link, links));
  lines.push(fill(messages.mail.footer, { settings: new URL('/settings', links).href }));
  return lines.join('\n\n');
};

const fail = async (within: Repositories, mail: MailRow, reason: string, at: Date): Promise<void> => {
  const { id, recipient } = mail;
  await within.outbox.change(id, { state: 'failed', lease_until: null, error: reason, ended_at: at.toISOString() });
  await noticeOfFailedMail(within, { id, recipient, subject: mailSubject(mail), reason }, at);
};

/** Sends what waits in the outbox, one email after the other. The mail server may get one twice where this server dies between its answer and the note of it. */
export const createSender = ({ store, clock, send, links, invoiceFile, log }: SenderOptions): LaneWorker => {
  let stopping = false;
  let round: Promise<number> | null = null;

  const claim = (): Promise<MailRow | 'given up' | null> =>
    store.transaction(async (within) => {
      const at = clock();
      const found = await within.outbox.lockNext(at);
      if (!found) return null;
      const state = found.state === 'sending' ? stepOf(found, 'lose', at) : found.state;
      if (state !== 'queued') {
        await fail(within, found, messages.mail.lost, at);
        return 'given up';
      }
      const next = stepOf({ ...found, state }, 'send', at);
      if (next === null) throw new Error(`the email ${found.id} is ${state} and cannot be sent`);
      const lease_until = later(at, LEASE_MS).toISOString();
      return within.outbox.change(found.id, { state: next, attempts: found.attempts + 1, lease_until });
    });

  const settle = (mail: MailRow, type: 'accept' | 'refuse' | 'lose', error: string | null): Promise<void> =>
    store.transaction(async (within) => {
      const at = clock();
      const now = await within.outbox.lock(mail.id);
      if (now?.state !== 'sending' || now.attempts !== mail.attempts) return;
      const next = stepOf(now, type, at);
      if (next === 'failed') return fail(within, now, error ?? '', at);
      const change: MailChange =
        next === 'sent'
          ? { state: next, error: null, ended_at: at.toISOString() }
          : { state: 'queued', error, send_at: later(at, backOff(now.attempts)).toISOString() };
      await within.outbox.change(mail.id, { ...change, lease_until: null });
    });

  const deliver = async (mail: MailRow): Promise<void> => {
    const to = { name: mail.recipient_name, address: mail.recipient };
    const attachments = mail.invoice_id === null ? [] : [await invoiceFile(mail.invoice_id)];
    await send({ id: `quotaboard-${mail.id}`, to, subject: mailSubject(mail), text: textOf(mail, links), attachments });
  };

  const drain = async (): Promise<number> => {
    for (let done = 0; ; done += 1) {
      const mail = stopping ? null : await claim();
      if (mail === null) return done;
      if (mail === 'given up') continue;
      const sent = await deliver(mail).then(
        () => null,
        (error: unknown) => error,
      );
      if (sent === null) await settle(mail, 'accept', null);
      else if (sent instanceof MailProblem) await settle(mail, sent.forGood ? 'refuse' : 'lose', sent.message);
      else {
        log(sent);
        await settle(mail, 'lose', messages.jobs.failed);
      }
    }
  };

  return {
    drain: () => {
      round ??= drain().finally(() => {
        round = null;
      });
      return round;
    },
    stop: async (graceMs) => {
      stopping = true;
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      await Promise.race([(round ?? Promise.resolve(0)).then(() => {}, log), late]);
    },
  };
};
