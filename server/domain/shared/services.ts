import type { Role } from '../../../contract/entities/user.ts';
import type { StaleReads } from '../../db/repositories/staleReads.ts';
import type { Store } from '../../db/repositories/store.ts';
import type { Clock } from './clock.ts';
import type { Simulator } from './simulator.ts';
import type { Sso } from './sso.ts';
import type { Vault } from './vault.ts';

export type Passwords = Readonly<{
  hash: (password: string) => Promise<string>;
  /** Checks a password. `storedHash` null (no such account, or no password) returns false after the same time. */
  verify: (storedHash: string | null, password: string) => Promise<boolean>;
}>;

/** The dependencies of the use cases. */
export type Services = Readonly<{
  store: Store;
  /** For `readStale`; absent without a replica. */
  staleReads?: StaleReads;
  passwords: Passwords;
  clock: Clock;
  vault: Vault;
  /** Single sign-on; absent: people sign in with passwords only. */
  sso?: Sso;
  /** Only in the demo when it is started from the sources. */
  simulator?: Simulator;
  /** `defaultRole`: for people whom an identity provider adds without a role (decisions 4.17); null: it must send one. */
  provisioning?: Readonly<{ defaultRole: Role | null }>;
  /** False once this server is shutting down. */
  isServing?: () => boolean;
  /** Intervals at which streams poll for changes and send heartbeats; limits.live by default. */
  pace?: Readonly<{ lookMs: number; beatMs: number }>;
  /** Wakes this process's worker when there is work; other instances find it at their next poll. */
  nudge?: () => void;
  /** When the last backup of the embedded database was made; null if none was seen. */
  backedUpAt?: () => Promise<string | null>;
  /** The reason why the mail server cannot be reached; null if it can. */
  checkMail?: () => Promise<string | null>;
}>;
