import type { Store } from '../db/repositories/store.ts';
import type { Clock } from './clock.ts';
import type { Passwords } from './passwords.ts';

/** What the use cases are given. */
export type Services = Readonly<{
  store: Store;
  passwords: Passwords;
  clock: Clock;
  /** Tells the worker of this process that there is work; other instances see it at their next look. */
  nudge?: () => void;
}>;
