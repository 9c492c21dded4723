// Single sign-on.
export const sso = {
  button: 'Sign in with {name}',
  opening: 'Opening {name}…',

  unreachable: '{name} does not answer at the moment. Try again in a minute.',
  refused: 'The answer of {name} could not be accepted. Try again; if it happens again, tell your administrator.',
  denied: '{name} did not sign you in.',
  stale: 'This sign-in took too long, or was used already. Try again.',
  unverified: '{name} has not verified your email address, so you cannot be recognized. Ask your administrator.',
  noAccount: 'There is no account with your email address. Ask your administrator for one.',
  noRole: 'None of your groups at {name} has a role here. Ask your administrator.',
  incomplete: '{name} did not send your name, which a new account needs. Ask your administrator for an account.',
  passwordsOff: 'Passwords are switched off for your account. Sign in with {name}.',
  passwordsOffFor: '{email} signs in with {name}, and cannot use a password.',
} as const;
