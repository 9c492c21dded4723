import type { Outside } from '../../connectors/outside.ts';
import type { Store } from '../../db/repositories/store.ts';
import type { Clock } from './clock.ts';
import type { Vault } from './vault.ts';

export type Passwords = Readonly<{
  hash: (password: string) => Promise<string>;
  /** Is it the password? Null stands for an account that does not exist or has none: false, after the same time. */
  verify: (stored: string | null, password: string) => Promise<boolean>;
}>;

/** What the use cases are given. */
export type Services = Readonly<{
  store: Store;
  passwords: Passwords;
  clock: Clock;
  vault: Vault;
  outside: Outside;
  /** False once this server is stopping. */
  isServing?: () => boolean;
  /** How often streams look for changes, and say that they live; by default as limits.live has it. */
  pace?: Readonly<{ lookMs: number; beatMs: number }>;
  /** Tells the worker of this process that there is work; other instances see it at their next look. */
  nudge?: () => void;
}>;
