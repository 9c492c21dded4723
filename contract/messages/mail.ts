// Emails, and messages about failed ones.
export const mail = {
  /** At the end of every email. */
  footer: 'Quotaboard sends you emails. To change that, open Settings, Notifications: {settings}',
  open: 'Open: {link}',
  several: '{subject}, and {count} more',
  digestSubject: '{count} new notifications',
  digestOne: 'One new notification',
  digestMore: '… and {count} more.',
  digestLine: '{title}: {message}',
  /** To the admin, about a failed email. */
  noConnection: 'The mail server did not answer: {reason}',
  refused: 'The mail server refused it: {reason}',
  signIn: 'The mail server did not accept the user name and password of SMTP_URL: {reason}',
  insecure: 'The mail server could not prove its identity, or offers no encryption: {reason}',
  lost: 'The server that was sending it stopped.',
  linkForgotten: 'Its link was removed: send a new invitation.',
  onlyFailed: 'Only a failed email can be sent again.',
} as const;

/** Emails that could not be delivered, as shown to admins. */
export const failedMail = {
  tab: 'Emails',
  title: 'Emails that failed',
  hint: 'An email is retried for a day. Emails that could not be sent are listed here for 30 days.',
  waiting: '{count} emails are still to be sent.',
  oneWaiting: 'One email is still to be sent.',
  to: 'To',
  subject: 'Subject',
  reason: 'Why it failed',
  attempts: 'Tries',
  written: 'Written',
  failed: 'Given up',
  actions: 'Actions',
  retry: 'Try again',
  retryOf: 'Try again: {subject} to {to}',
  details: '{subject} to {to}',
  open: 'Open {subject} to {to}',
  retried: 'The email to {to} is sent again.',
  retryFailed: 'The email could not be sent again',
  loadTitle: 'Error Loading Emails',
  loadFailed: 'The emails could not be loaded',
  empty: 'No email has failed.',
  emptyWhy: 'Emails that cannot be sent for a day are listed here, with the reason.',
  off: 'This server sends no emails.',
  offWhy: 'Set SMTP_URL and MAIL_FROM and start it again, and people get their notices by email too.',
  exportName: 'failed-emails.csv',
} as const;
