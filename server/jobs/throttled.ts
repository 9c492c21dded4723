import { type Clock, MINUTE } from '../domain/shared/clock.ts';

/**
 * For work that is tried every second: while the database is down or its disk full, every lane fails each time. Errors with the same code
 * are logged once a minute, so that the log does not fill the remaining space.
 */
export const throttleErrors = (log: (error: unknown) => void, clock: Clock): ((error: unknown) => void) => {
  const next = new Map<string, number>();
  return (error) => {
    const { code, message } = (error ?? {}) as { code?: string; message?: string };
    const [kind, now] = [code ?? message ?? '', clock().getTime()];
    if (now < (next.get(kind) ?? 0)) return;
    next.set(kind, now + MINUTE);
    log(error);
  };
};
