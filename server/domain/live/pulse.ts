import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ReadPosition } from '../../db/repositories/live/changes.ts';
import { Problem } from '../shared/problem.ts';
import type { LiveNews } from './readChanges.ts';

export type PulseOptions = Readonly<{
  read: (since: ReadPosition | null) => Promise<LiveNews>;
  /** False once the server shuts down; streams then end. */
  isServing?: (() => boolean) | undefined;
  log: (error: unknown) => void;
  pace?: Readonly<{ lookMs: number; beatMs: number }> | undefined;
}>;
/** A stream's messages: news, a heartbeat after a quiet period, or the end. */
export type StreamMessage = Readonly<{ kind: 'news'; news: LiveNews } | { kind: 'beat' } | { kind: 'end' }>;
export type Seat = Readonly<{ next: () => Promise<StreamMessage>; leave: () => void }>;

const { perUser, unread } = limits.live;
const END_MESSAGE: StreamMessage = { kind: 'end' };

type OpenSeat = { userId: number; waiting: StreamMessage[]; wake: (() => void) | null; ended: boolean };

const push = (seat: OpenSeat, message: StreamMessage): void => {
  // A stream with unread messages needs no heartbeat.
  if (message.kind === 'beat' && seat.waiting.length > 0) return;
  seat.waiting.push(message);
  seat.wake?.();
};

/**
 * Polls once a second for all streams of a process: one query for the commits since the last poll, so that it sees the writes of every
 * server. Does not poll without streams, and holds no transaction or connection in between.
 */
export const createPulse = ({ read, isServing = () => true, log, pace: { lookMs, beatMs } = limits.live }: PulseOptions) => {
  const seats = new Set<OpenSeat>();
  let position: ReadPosition | null = null;
  let timer: NodeJS.Timeout | null = null;
  let quietMs = 0;

  const end = (seat: OpenSeat): void => {
    seats.delete(seat);
    seat.ended = true;
    seat.wake?.();
  };
  const stop = (): void => {
    for (const seat of [...seats]) end(seat);
  };
  const sendToAll = (message: StreamMessage): void => {
    for (const seat of [...seats])
      if (seat.waiting.length < unread) push(seat, message);
      else end(seat);
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
      if (seats.size > 0) await poll().catch(log);
      timer = null;
      if (seats.size > 0) plan();
      else position = null;
    }, lookMs);
    timer.unref();
  };

  return {
    stop,
    /** @throws Problem 429 if the user has too many streams */
    join: (userId: number): Seat => {
      if ([...seats].filter((seat) => seat.userId === userId).length >= perUser)
        throw new Problem(429, 'streams_many', fill(messages.refusals.streams, { most: perUser }));
      const seat: OpenSeat = { userId, waiting: [], wake: null, ended: false };
      seats.add(seat);
      if (timer === null) plan();
      return {
        leave: () => end(seat),
        next: async () => {
          if (seat.waiting.length === 0 && !seat.ended) await new Promise<void>((resolve) => (seat.wake = resolve));
          seat.wake = null;
          return seat.ended ? END_MESSAGE : (seat.waiting.shift() ?? END_MESSAGE);
        },
      };
    },
  };
};
