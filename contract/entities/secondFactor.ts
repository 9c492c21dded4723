import { type Static, Type } from 'typebox';
import { factorMethods } from '../rules/session/factorMethods.ts';
import { Id, Instant, Money, nullable, oneOf } from './common.ts';
import { roles } from './user.ts';

// decisions 4.16, available with the feature `second-factor`.

/** The options that the browser's WebAuthn call gets, as JSON. */
export const PasskeyOptions = Type.Object({ challenge: Type.String() }, { additionalProperties: true });
export type PasskeyOptions = Static<typeof PasskeyOptions>;
/** The browser's answer to them, as JSON. */
const PasskeyAnswer = Type.Object(
  {
    id: Type.String({ maxLength: 2000 }),
    rawId: Type.String({ maxLength: 2000 }),
    type: Type.String({ maxLength: 40 }),
    response: Type.Object({}),
  },
  { additionalProperties: true },
);
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** The answer to a sign-in with the right password, if the person has a second factor: no tokens yet. */
export const SecondFactorChallenge = Type.Object({
  second_factor: Type.Object({
    /** Identifies this attempt: valid for five minutes, once, and only with the same User-Agent header. */
    attempt: Type.String(),
    methods: Type.Array(oneOf(factorMethods)),
    expires_at: Instant,
    passkey: Type.Optional(PasskeyOptions),
  }),
});
export type SecondFactorChallenge = Static<typeof SecondFactorChallenge>;

const answerFields = {
  code: Type.Optional(Type.String({ maxLength: 100, description: 'the six digits of the authenticator app' })),
  recovery_code: Type.Optional(Type.String({ maxLength: 100 })),
  passkey: Type.Optional(PasskeyAnswer),
};
/** Exactly one of the three fields. */
export const FactorAnswer = Type.Object(answerFields, { additionalProperties: false });
export type FactorAnswer = Static<typeof FactorAnswer>;
export const SecondFactorBody = Type.Object({ attempt: Type.String({ maxLength: 100 }), ...answerFields }, { additionalProperties: false });
export type SecondFactorBody = Static<typeof SecondFactorBody>;

export const Passkey = Type.Object({ id: Id, name: Type.String(), created_at: Instant, last_used_at: nullable(Instant) });
export type Passkey = Static<typeof Passkey>;
/** `since` null: none is set up. `required`: the company requires one for this role. */
export const SecondFactorState = Type.Object({
  since: nullable(Instant),
  required: Type.Boolean(),
  password_needed: Type.Boolean({ description: 'false for people who sign in at an issuer only' }),
  recovery_codes_left: Type.Integer(),
  passkeys: Type.Array(Passkey),
});
export type SecondFactorState = Static<typeof SecondFactorState>;

export const BeginFactorBody = Type.Object(
  { current_password: Type.Optional(Type.String({ maxLength: 1024 })) },
  { additionalProperties: false },
);
/** `qr`: a QR code for an authenticator app, as an SVG. */
export const BegunFactor = Type.Object({ secret: Type.String(), qr: Type.String() });
export type BegunFactor = Static<typeof BegunFactor>;
export const FactorCodeBody = Type.Object({ code: Type.String({ maxLength: 100 }) }, { additionalProperties: false });
/** Shown once: the server keeps only hashes. */
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const NewPasskeyBody = Type.Object(
  { name: Type.String({ maxLength: 500 }), passkey: PasskeyAnswer },
  { additionalProperties: false },
);
export type NewPasskeyBody = Static<typeof NewPasskeyBody>;

/** `payout_limit`, in dollars: approving a larger payout asks for the second factor again; null: never. */
export const SecuritySettings = Type.Object(
  { second_factor_roles: Type.Array(oneOf(roles), { maxItems: roles.length, uniqueItems: true }), payout_limit: nullable(Money) },
  { additionalProperties: false },
);
export type SecuritySettings = Static<typeof SecuritySettings>;
