// Links for choosing a password.
export const signInLinks = {
  /** In the row menu of User Management. */
  invite: 'Send Invitation',
  withdraw: 'Withdraw Invitation',
  confirmInvite: 'Invite {name} to choose a password? The invitation works once and for 72 hours, and replaces an earlier one.',
  confirmWithdraw: 'Withdraw the invitation of {name}? The link stops working.',
  invited: 'An invitation was sent to {name}.',
  withdrawn: 'The invitation of {name} no longer works.',
  linkTitle: 'Invitation link',
  link: 'Send this link to {name}. It works once and for 72 hours.',
  hasLeft: '{name} left on {day}. To invite them again, change their employment first.',
  noInvitation: 'There is no invitation that still works.',
  confirmLink: 'The link will not be shown again. Close?',

  inviteSubject: '{author} invited you to {company}',
  inviteBody: 'Choose a password within 72 hours, and you are signed in.',
  resetSubject: 'Choose a new password for {company}',
  resetBody:
    'Somebody, probably you, asked for this link. It works once and for one hour. If it was not you, ignore this email: your password stays as it is.',

  unknown: 'This link is not valid. Check that it was copied whole.',
  used: 'This link was used already. Sign in with the password that was chosen.',
  expired: 'This link has expired. Ask for a new one.',
  withdrawnLink: 'This link was withdrawn. Ask your administrator for a new one.',
  closed: 'This account is not active. Ask your administrator.',

  title: 'Choose your password',
  greeting: 'For {email}',
  submit: 'Save and sign in',
  submitting: 'Saving…',
  failed: 'The password could not be saved',
  loadFailed: 'The link could not be checked',
  retry: 'Try again',
  back: 'Go to sign in',
  signedInAs: 'You are signed in as {name}. Sign out to use this link.',
  signOut: 'Sign out',

  forgot: 'Email me a link',
  forgotTitle: 'Choose a new password',
  forgotHint: 'We email you a link that works for one hour.',
  send: 'Send link',
  sending: 'Sending…',
  sent: 'If {email} has an account, a link is on its way.',
  sendFailed: 'The link could not be sent',
} as const;
