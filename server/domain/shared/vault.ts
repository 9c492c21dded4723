import type { Repositories } from '../../db/repositories/store.ts';

export type VaultRepositories = Pick<Repositories, 'secrets'>;
export type OpenedSecret = Readonly<{ text: string; version: number }>;

/**
 * The secrets of connections (decisions 7.09): tokens, keys and passwords, each under a name such as `connection:12:refresh_token`. A
 * secret is decrypted only where it is used, never cached, and never part of a response, log, audit entry or job.
 */
export type Vault = Readonly<{
  /** Stores a text, replacing the previous one. @returns its version. @throws Problem 409 if this server has no key */
  seal: (tx: VaultRepositories, name: string, text: string, at: Date) => Promise<number>;
  /** @returns null if nothing is stored under the name. @throws Problem 409 if none of the keys can decrypt it */
  open: (tx: VaultRepositories, name: string) => Promise<OpenedSecret | null>;
  /** Lets one of several concurrent token exchanges store its result. @returns false if the version has changed */
  replaceIfVersion: (tx: VaultRepositories, name: string, version: number, text: string, at: Date) => Promise<boolean>;
  /** Seals a text that its caller stores; null if this server has no key. Only the same context opens it. */
  sealText: (context: string, text: string) => string | null;
  /** @returns null if none of the keys opens it */
  openText: (context: string, sealed: string) => string | null;
  /** Deletes all names with the prefix, such as `connection:12:`. */
  forget: (tx: VaultRepositories, prefix: string) => Promise<void>;
}>;
