import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ReadPosition } from '../../db/repositories/live/changes.ts';
import { Problem } from '../shared/problem.ts';
import type { LiveNews } from './readChanges.ts';

export type ChangePollerOptions = Readonly<{
  read: (since: ReadPosition | null) => Promise<LiveNews>;
  /** False once the server shuts down; streams then end. */
  isServing?: (() => boolean) | undefined;
  log: (error: unknown) => void;
  pace?: Readonly<{ lookMs: number; beatMs: number }> | undefined;
}>;
/** A stream's messages: news, a heartbeat after a quiet period, or the end. */
export type StreamMessage = Readonly<{ kind: 'news'; news: LiveNews } | { kind: 'beat' } | { kind: 'end' }>;
export type StreamSubscription = Readonly<{ next: () => Promise<StreamMessage>; leave: () => void }>;

const { perUser, unread } = limits.live;
const END_MESSAGE: StreamMessage = { kind: 'end' };

type OpenSubscription = { userId: number; waiting: StreamMessage[]; wake: (() => void) | null; ended: boolean };

const push = (subscription: OpenSubscription, message: StreamMessage): void => {
  // A stream with unread messages needs no heartbeat.
  if (message.kind === 'beat' && subscription.waiting.length > 0) return;
  subscription.waiting.push(message);
  subscription.wake?.();
};

/**
 * Polls once a second for all streams of a process: one query for the commits since the last poll, so that it sees the writes of every
 * server. Does not poll without streams, and holds no transaction or connection in between.
 */
export const createChangePoller = ({ read, isServing = () => true, log, pace: { lookMs, beatMs } = limits.live }: ChangePollerOptions) => {
  const subscriptions = new Set<OpenSubscription>();
  let position: ReadPosition | null = null;
  let timer: NodeJS.Timeout | null = null;
  let quietMs = 0;

  const end = (subscription: OpenSubscription): void => {
    subscriptions.delete(subscription);
    subscription.ended = true;
    subscription.wake?.();
  };
  const stop = (): void => {
    for (const subscription of [...subscriptions]) end(subscription);
  };
  const sendToAll = (message: StreamMessage): void => {
    for (const subscription of [...subscriptions])
      if (subscription.waiting.length < unread) push(subscription, message);
      else end(subscription);
  };

  const poll = async (): Promise<void> => {
    const news = await read(position);
    position = news.seen;
    quietMs += lookMs;
    if (news.changes.length > 0 || news.events === null) sendToAll({ kind: 'news', news });
    if (quietMs < beatMs) return;
    quietMs = 0;
    sendToAll({ kind: 'beat' });
  };
  const plan = (): void => {
    timer = setTimeout(async () => {
      if (!isServing()) stop();
      if (subscriptions.size > 0) await poll().catch(log);
      timer = null;
      if (subscriptions.size > 0) plan();
      else position = null;
    }, lookMs);
    timer.unref();
  };

  return {
    stop,
    /** @throws Problem 429 if the user has too many streams */
    join: (userId: number): StreamSubscription => {
      if ([...subscriptions].filter((subscription) => subscription.userId === userId).length >= perUser)
        throw new Problem(429, 'streams_many', fill(messages.refusals.streams, { most: perUser }));
      const subscription: OpenSubscription = { userId, waiting: [], wake: null, ended: false };
      subscriptions.add(subscription);
      if (timer === null) plan();
      return {
        leave: () => end(subscription),
        next: async () => {
          if (subscription.waiting.length === 0 && !subscription.ended) await new Promise<void>((resolve) => (subscription.wake = resolve));
          subscription.wake = null;
          return subscription.ended ? END_MESSAGE : (subscription.waiting.shift() ?? END_MESSAGE);
        },
      };
    },
  };
};
