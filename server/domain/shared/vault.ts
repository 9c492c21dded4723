import type { Repositories } from '../../db/repositories/store.ts';

export type Within = Pick<Repositories, 'secrets'>;
export type Opened = Readonly<{ text: string; version: number }>;

/**
 * What connections are trusted with (decisions 7.09): tokens, keys, passwords, each under a name as `connection:12:refresh_token`. The text is
 * opened where it is used, goes into no answer, log, audit row or job, and is never kept.
 */
export type Vault = Readonly<{
  /** Keeps a text in place of the one before. @returns its version. @throws Problem 409 where this server has no key */
  seal: (within: Within, name: string, text: string, at: Date) => Promise<number>;
  /** @returns null if nothing is kept under the name. @throws Problem 409 if none of the keys opens it */
  open: (within: Within, name: string) => Promise<Opened | null>;
  /** Of several that exchanged a token at once one keeps it. @returns false where it is another version by now */
  replaceIfVersion: (within: Within, name: string, version: number, text: string, at: Date) => Promise<boolean>;
  /** Whatever begins so: `connection:12:` */
  forget: (within: Within, prefix: string) => Promise<void>;
}>;
