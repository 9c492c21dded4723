import { type Static, Type } from 'typebox';
import { extended, Id, Instant, nullable } from './common.ts';
import { User } from './user.ts';

/** spec 3.01, 7.03. */
export const LoginBody = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 1024 }),
    remember_me: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type LoginBody = Static<typeof LoginBody>;
export const LoginAnswer = Type.Object({ access_token: Type.String(), refresh_token: Type.String(), user: User });
export type LoginAnswer = Static<typeof LoginAnswer>;

/** decisions 4.15, available with the feature `sso`: starts a sign-in at the issuer; the browser then opens `url`. */
export const SsoBody = Type.Object(
  {
    return_to: Type.Optional(nullable(Type.String({ maxLength: 2000, description: 'a path of the app' }))),
    remember_me: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type SsoBody = Static<typeof SsoBody>;
export const SsoBegun = Type.Object({ url: Type.String() });
/** `return_to`: the page the person tried to open. */
export const SsoAnswer = extended(LoginAnswer, { return_to: nullable(Type.String()) });
export type SsoAnswer = Static<typeof SsoAnswer>;
/** `url`: the issuer's sign-out page, where the browser goes next. */
export const SignedOutAnswer = Type.Object({ url: Type.String() });

/** spec 7.06; our server also rotates the refresh token (decisions 4.01). */
export const RefreshBody = Type.Object({ refresh_token: Type.String({ minLength: 1, maxLength: 512 }) }, { additionalProperties: false });
export const RefreshAnswer = Type.Object({ access_token: Type.String(), refresh_token: Type.Optional(Type.String()) });
export type RefreshAnswer = Static<typeof RefreshAnswer>;

export const ChangePasswordBody = Type.Object(
  { current_password: Type.String({ maxLength: 1024 }), new_password: Type.String({ maxLength: 1024 }) },
  { additionalProperties: false },
);
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

const Token = Type.String({ maxLength: 64, description: 'the token of a link' });
/** The person that a sign-in link belongs to. This and the next two need the features `invitations` and `password-links`. */
export const SignInLink = Type.Object({ email: Type.String() });
export const LinkBody = Type.Object({ token: Token }, { additionalProperties: false });
export const NewPasswordBody = Type.Object(
  { token: Token, new_password: Type.String({ maxLength: 1024, description: 'a text of 12 to 128 characters' }) },
  { additionalProperties: false },
);
export type NewPasswordBody = Static<typeof NewPasswordBody>;
export const ForgotBody = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254, description: 'an email address' }) },
  { additionalProperties: false },
);

export const Session = Type.Object({
  id: Id,
  current: Type.Boolean(),
  device: Type.String(),
  network: nullable(Type.String()),
  remembered: Type.Boolean(),
  created_at: Instant,
  last_seen_at: Instant,
  expires_at: Instant,
});
export type Session = Static<typeof Session>;
