import type { PasskeyOptions } from '../../entities/secondFactor.ts';

/** Answers to the question for the second factor (decisions 4.16). */
export const factorMethods = ['code', 'recovery_code', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** The methods of everybody with a second factor; passkeys come beside them. */
export const typedMethods = ['code', 'recovery_code'] as const satisfies readonly FactorMethod[];
export const methodsWith = (passkeys: readonly unknown[]): readonly FactorMethod[] =>
  passkeys.length > 0 ? [...typedMethods, 'passkey'] : typedMethods;

/** A person's answer to the question. */
export type FactorReply = Readonly<{ kind: (typeof typedMethods)[number]; typed: string }> | Readonly<{ kind: 'passkey' }>;

/** A sign-in that waits for the second factor. `token`: the secret of the attempt. */
export type FactorChallenge = Readonly<{ token: string; methods: readonly FactorMethod[]; passkey: PasskeyOptions | null }>;
