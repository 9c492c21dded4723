import type { PasskeyOptions } from '../../entities/secondFactor.ts';

/** Ways to answer when asked for the second factor (decisions 4.16). */
export const factorMethods = ['code', 'recovery_code', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** The methods available to everybody with a second factor; passkeys are optional. */
export const typedMethods = ['code', 'recovery_code'] as const satisfies readonly FactorMethod[];
export const methodsWith = (passkeys: readonly unknown[]): readonly FactorMethod[] =>
  passkeys.length > 0 ? [...typedMethods, 'passkey'] : typedMethods;

/** A person's answer when asked for the second factor. */
export type FactorReply = Readonly<{ kind: (typeof typedMethods)[number]; typed: string }> | Readonly<{ kind: 'passkey' }>;

/** A sign-in that waits for the second factor. `token`: the secret of the attempt. */
export type FactorChallenge = Readonly<{ token: string; methods: readonly FactorMethod[]; passkey: PasskeyOptions | null }>;
