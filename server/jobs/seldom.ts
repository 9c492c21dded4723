import { isAway } from '../db/away.ts';
import { type Clock, MINUTE } from '../domain/shared/clock.ts';

/**
 * While the database is away or its disk is full, every lane finds so every second: one such error a minute is logged, so that the log does not
 * fill what room is left. Every other error is.
 */
export const seldom = (log: (error: unknown) => void, clock: Clock): ((error: unknown) => void) => {
  let next = 0;
  return (error) => {
    if (!isAway(error)) return log(error);
    const now = clock().getTime();
    if (now < next) return;
    next = now + MINUTE;
    log(error);
  };
};
