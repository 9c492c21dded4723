// Emails, and what is said where they could not be sent.
export const mail = {
  /** Under every email. */
  footer: 'You get this because Quotaboard sends you emails. Settings, Notifications changes that: {settings}',
  open: 'Open: {link}',
  digestSubject: '{count} new notifications',
  digestOne: 'One new notification',
  digestMore: '… and {count} more.',
  digestLine: '{title}: {message}',
  /** To the administrator, of an email that failed. */
  noConnection: 'The mail server did not answer: {reason}',
  refused: 'The mail server refused it: {reason}',
  signIn: 'The mail server did not accept the user name and password of SMTP_URL: {reason}',
  insecure: 'The mail server could not show who it is, or offers no encryption: {reason}',
  lost: 'The server that was sending it stopped.',
  onlyFailed: 'Only an email that failed is sent again.',
} as const;
