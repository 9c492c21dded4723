import { type MailEvent, mailLifecycle } from '../../contract/lifecycles/mail.ts';
import { step } from '../../contract/lifecycles/step.ts';
import { messages } from '../../contract/messages.ts';
import type { MailChange, MailRow, MailState } from '../db/repositories/mail/outbox.ts';
import type { Repositories, Store } from '../db/repositories/store.ts';
import { type Clock, HOUR, MINUTE, plusMs } from '../domain/shared/clock.ts';
import type { LaneWorker } from '../jobs/lane.ts';

/**
 * The reason why a message was not sent. `message`: only this one was refused. `address`: later ones would be refused too. `later`: a retry
 * may succeed, after `waitMs` if the receiver asks for it. `outdated`: the address used, `addressVersion`, has been replaced since.
 */
export type SendFailure = Readonly<{
  kind: 'message' | 'address' | 'later' | 'outdated';
  reason: string;
  waitMs?: number;
  addressVersion?: number | null;
}>;
type MailStep = Readonly<{ tx: Repositories; mail: MailRow; at: Date }>;

/** One channel through which the outbox is sent. */
export type MailChannel = Readonly<{
  lockNext: (tx: Repositories, at: Date) => Promise<MailRow | undefined>;
  /** @returns null once the message is sent; anything it throws is logged, and the message is retried */
  deliver: (mail: MailRow) => Promise<SendFailure | null>;
  onClaimed?: (claimed: MailStep) => Promise<void>;
  /**
   * Locks other rows that the outcome changes, before the message's own row.
   * @returns the outcome given their current state
   */
  lockOutcome?: (tx: Repositories, mail: MailRow, failure: SendFailure | null) => Promise<SendFailure | null>;
  onSent?: (sent: MailStep) => Promise<void>;
  /** The message is retried at `sendAt`. */
  onDelayed?: (delayed: MailStep & SendFailure & Readonly<{ sendAt: Date }>) => Promise<void>;
  /** The message will not be retried. */
  onFailed: (failed: MailStep & SendFailure) => Promise<void>;
}>;
export type OutboxSenderOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'outbox'>;
  clock: Clock;
  channel: MailChannel;
  log: (error: unknown) => void;
}>;

/** Longer than any attempt can take. */
const LEASE_MS = 5 * MINUTE;

const nextState = ({ state, created_at }: Pick<MailRow, 'state' | 'created_at'>, type: MailEvent['type'], at: Date): MailState | null =>
  step(mailLifecycle, state, { type }, { ageHours: (at.getTime() - Date.parse(created_at)) / HOUR }) as MailState | null;

const isFinal = ({ kind }: SendFailure): boolean => kind === 'message' || kind === 'address';

/** One minute, two, four, up to an hour. */
const backOffMs = (attempts: number): number => Math.min(HOUR, MINUTE * 2 ** (attempts - 1));

/**
 * Sends queued messages one after another. The recipient may get a message twice if this server dies between the response and recording it.
 */
export const createOutboxSender = ({ store, clock, channel, log }: OutboxSenderOptions): LaneWorker => {
  let isStopping = false;
  let round: Promise<number> | null = null;

  const fail = async (tx: Repositories, mail: MailRow, failure: SendFailure, at: Date): Promise<void> => {
    await tx.outbox.change(mail.id, { state: 'failed', lease_until: null, error: failure.reason, ended_at: at.toISOString() });
    await channel.onFailed({ tx, mail, at, ...failure });
  };

  const claim = (): Promise<MailRow | 'given up' | null> =>
    store.transaction(async (tx) => {
      const at = clock();
      const message = await channel.lockNext(tx, at);
      if (!message) return null;
      const state = message.state === 'sending' ? nextState(message, 'lose', at) : message.state;
      if (state !== 'queued') {
        await fail(tx, message, { kind: 'message', reason: messages.mail.lost }, at);
        return 'given up';
      }
      const next = nextState({ ...message, state }, 'send', at);
      if (next === null) throw new Error(`the email ${message.id} is ${state} and cannot be sent`);
      const lease_until = plusMs(at, LEASE_MS).toISOString();
      const mail = await tx.outbox.change(message.id, { state: next, attempts: message.attempts + 1, lease_until });
      await channel.onClaimed?.({ tx, mail, at });
      return mail;
    });

  const settle = (mail: MailRow, outcome: SendFailure | null): Promise<void> =>
    store.transaction(async (tx) => {
      const at = clock();
      const failure = channel.lockOutcome ? await channel.lockOutcome(tx, mail, outcome) : outcome;
      const now = await tx.outbox.lock(mail.id);
      if (now?.state !== 'sending' || now.attempts !== mail.attempts) return;
      const next = nextState(now, failure === null ? 'accept' : isFinal(failure) ? 'refuse' : 'lose', at);
      if (next === 'failed' && failure) return fail(tx, now, failure, at);
      const sendAt = plusMs(at, Math.min(HOUR, failure?.waitMs ?? backOffMs(now.attempts)));
      const change: MailChange =
        failure === null
          ? { state: 'sent', error: null, ended_at: at.toISOString() }
          : { state: 'queued', error: failure.reason, send_at: sendAt.toISOString() };
      await tx.outbox.change(mail.id, { ...change, lease_until: null });
      if (failure === null) await channel.onSent?.({ tx, mail: now, at });
      else await channel.onDelayed?.({ tx, mail: now, at, ...failure, sendAt });
    });

  const drain = async (): Promise<number> => {
    for (let doneCount = 0; ; doneCount += 1) {
      const mail = isStopping ? null : await claim();
      if (mail === null) return doneCount;
      if (mail === 'given up') continue;
      const failure = await channel.deliver(mail).catch((error: unknown): SendFailure => {
        log(error);
        return { kind: 'later', reason: messages.jobs.failed };
      });
      await settle(mail, failure);
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
      isStopping = true;
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      await Promise.race([(round ?? Promise.resolve(0)).then(() => {}, log), timeout]);
    },
  };
};
