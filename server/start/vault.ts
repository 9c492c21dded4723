import { messages } from '../../contract/messages.ts';
import { Problem } from '../domain/shared/problem.ts';
import type { Vault } from '../domain/shared/vault.ts';
import { type SecretKey, seal, unseal } from './secrets.ts';

/** Binds a ciphertext to its name: under another name it does not decrypt. */
export const secretContext = (name: string): string => `secrets.sealed|${name}`;

/** A vault with the keys of this start: the newest encrypts, all of them decrypt. */
export const createVault = (keys: readonly SecretKey[]): Vault => {
  const sealed = (name: string, text: string): string => {
    if (keys.length === 0) throw new Problem(409, 'no_encryption_key', messages.secrets.noKey);
    return seal(keys, secretContext(name), text);
  };
  return {
    seal: async ({ secrets }, name, text, now) => secrets.put(name, sealed(name, text), now),
    open: async ({ secrets }, name) => {
      const row = await secrets.byName(name);
      if (!row) return null;
      const openedText = unseal(keys, secretContext(name), row.sealed);
      if (!openedText) throw new Problem(409, 'secret_unreadable', messages.secrets.unreadable);
      return { text: openedText.text, version: row.version };
    },
    replaceIfVersion: async ({ secrets }, name, version, text, now) => secrets.replace({ name, version, sealed: sealed(name, text) }, now),
    sealText: (context, text) => (keys.length === 0 ? null : seal(keys, context, text)),
    openText: (context, sealedText) => unseal(keys, context, sealedText)?.text ?? null,
    forget: ({ secrets }, prefix) => secrets.forget(prefix),
  };
};
