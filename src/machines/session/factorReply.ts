import type { PasskeyOptions } from '../../../contract/entities/secondFactor.ts';
import type { FactorMethod } from '../../../contract/rules/session/factorMethods.ts';

/** A person's answer to the question for their second factor. */
export type FactorReply = Readonly<{ kind: 'code' | 'recovery_code'; typed: string }> | Readonly<{ kind: 'passkey' }>;

/** A sign-in that waits for the second factor. `token`: the secret of the attempt. */
export type FactorChallenge = Readonly<{ token: string; methods: readonly FactorMethod[]; passkey: PasskeyOptions | null }>;
