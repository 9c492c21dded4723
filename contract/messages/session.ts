// Signing in.
export const login = {
  failed: 'Login failed',
  userFailed: 'Failed to get user',
  expired: 'Your session has expired. Sign in again to continue.',
} as const;

/** Refusals when signing in or using a token. */
export const session = {
  signIn: 'Sign in to continue.',
  tokenInvalid: 'This access token is not valid. Sign in again.',
  tokenExpired: 'Your access token has expired.',
  ended: 'Your session has ended. Sign in again.',
  inactive: 'Your account is not active. Ask your administrator.',
  wrong: 'Email or password is incorrect',
  busy: 'Too many people are signing in at the moment. Try again in a few seconds.',
  lockedOut: 'Too many failed attempts. Try again {when}.',
  tooManyRequests: 'Too many requests from your network. Try again {when}.',
  inMinute: 'in a minute',
  inMinutes: 'in {minutes} minutes',
  inHour: 'in an hour',
  temporaryWithdrawn: 'The person who gave you this temporary password no longer manages accounts. Ask an administrator for a new one.',
  temporaryExpired: 'This temporary password has expired. Ask your administrator for a new one.',
} as const;

/** Refusals when a sign-in lock is removed. */
export const lockRefusals = {
  own: 'You cannot lift the lock of your own account. Ask another administrator.',
  unlocked: 'Sign-ins of this account are not locked.',
} as const;
