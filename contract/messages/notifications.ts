// The bell.
export const notifications = {
  empty: 'No notifications',
  viewAll: 'View all notifications',
  isNew: 'New',
  failed: 'Notifications could not be loaded.',
  unread: '{count} unread notifications',
} as const;

/** What notifications say (decisions 5.02); the server writes them. */
export const notices = {
  commissionDue: { title: 'Commission due', message: '{amount} on invoice {invoice} was released and is due.' },
  takeBackDue: { title: 'Commission to be taken back', message: '{amount} on invoice {invoice} is to be taken back.' },
  commissionsDue: { title: 'Commissions due', message: '{count} commissions were released and are due, {amount} in all.' },
  overpaid: { title: 'Commission overpaid', message: '{amount} more was paid on invoice {invoice} than is released.' },
  takenBackTooMuch: { title: 'Too much taken back', message: '{amount} too much was taken back on invoice {invoice}.' },
  commissionsOverpaid: {
    title: 'Commissions overpaid',
    message: 'More was paid on {count} commissions than is released, {amount} in all.',
  },
  adjustmentCounts: { title: 'Commission adjusted', message: '{adjustment}: {reason}' },
  adjustmentChanged: { title: 'Commission adjustment changed', message: '{adjustment} instead of {before}: {reason}' },
  adjustmentWaitsAgain: {
    title: 'Commission adjustment changed',
    message: '{before} does not count until its change is approved.',
  },
  adjustmentMoved: { title: 'Commission adjustment changed', message: '{before} does not count for you any more: {reason}' },
  adjustmentWithdrawn: { title: 'Adjustment voided', message: '{adjustment} does not count any more: {reason}' },
  adjustmentWaiting: { title: 'Adjustment waiting for approval', message: '{adjustment} for {person}{earlier}: {reason}' },
  adjustmentsWaiting: {
    title: 'Adjustments waiting for approval',
    message: '{count} adjustments for {person} wait, {amount} in all: facts arrived for closed months.',
  },
  adjustmentOfAuthorChanged: {
    title: 'Adjustment changed',
    message: '{adjustment} for {person} instead of {before} for {personBefore}: {reason}',
  },
  adjustmentApproved: { title: 'Adjustment approved', message: '{what} was approved{reason}' },
  adjustmentRejected: { title: 'Adjustment rejected', message: '{what} was not approved{reason}' },
  adjustmentVoided: { title: 'Adjustment voided', message: '{what} was voided{reason}' },
  questionOpened: { title: 'Commission questioned', message: '{person} questions the commission on invoice {invoice}.' },
  questionReplied: { title: 'Reply to a question', message: 'There is a reply about the commission on invoice {invoice}.' },
  questionTaken: { title: 'Your question is being looked into', message: 'The commission on invoice {invoice} is in review.' },
  questionResolved: { title: 'Your question is resolved', message: 'The commission on invoice {invoice}{outcome}: {resolution}' },
  questionWithdrawn: { title: 'Question withdrawn', message: '{person} no longer questions the commission on invoice {invoice}.' },
  dealWon: { title: 'Deal won', message: '{deal}: {amount}, won by {person}.' },
  dealLost: { title: 'Deal lost', message: '{deal}: {reason}' },
  dealStale: { title: 'Deal has not moved', message: '{deal} has been in {stage} for {days} days.' },
  invoicePaid: { title: 'Invoice paid', message: '{customer} paid invoice {invoice} in full: {amount}.' },
  invoiceOverdue: { title: 'Invoice overdue', message: '{customer} owes {amount} on invoice {invoice}, due {day}.' },
  invoicesOverdue: { title: 'Invoices overdue', message: '{count} invoices are now overdue, with {amount} still to be paid.' },
  quota80: { title: '80% of quota reached', message: '{sales} of your {quota} quota for {period} is sold.' },
  quota100: { title: 'Quota reached', message: '{sales} is sold against your {quota} quota for {period}.' },
  eventNotReady: { title: 'Event is not ready', message: '{customer}: {activity} on {day}. Still open: {needs}.' },
  reportReady: { title: 'Report ready', message: '{report} is ready to download.' },
  reportFailed: { title: 'Report failed', message: '{report} could not be created: {reason}' },
  integrationError: { title: 'Integration error', message: '{connection} could not be synced: {reason}' },
  payoutCompleted: { title: 'Commission paid', message: '{amount} was paid to you on {day}.' },
  payoutFailed: { title: 'Commission payment failed', message: '{amount} to {person} could not be paid: {reason}' },
  payoutReopened: {
    title: 'Commission payment not confirmed',
    message: 'The bank match of {amount} was undone. The payment is on its way again.',
  },
  bankReturned: { title: 'Payment returned by the bank', message: '{name}, {amount}: the bank took it back after it was matched.' },
  payoutReversed: { title: 'Commission payment reversed', message: '{amount} that was paid to you is taken back: {reason}' },
  payoutRunWaiting: {
    title: 'Payout run waiting for approval',
    message: 'A payout run of {amount}, proposed by {person}, waits for approval.',
  },
  payoutWaiting: { title: 'Commission payment waiting for approval', message: '{amount} to {person} waits for your approval.' },
  monthClosed: { title: '{month} is closed', message: 'Nothing in it can change any more.' },
  monthReopened: { title: '{month} is reopened', message: 'Its amounts can change again.' },
  roleChanged: { title: 'Your role was changed', message: 'You are {role} now, and no longer {before}.' },
  passwordReset: {
    title: 'Your password was reset',
    message: 'An administrator gave you a temporary password, and your sessions were ended.',
  },
  mailFailed: { title: 'An email could not be sent', message: '"{subject}" to {recipient}: {reason}' },
  sessionEnded: {
    title: 'One of your sessions was ended',
    message:
      'A sign-in token that had already been replaced was used again, so that session was ended. If you were not signing in twice, change your password.',
  },
} as const;

/** Parts of those sentences. */
export const noticeParts = {
  adjustment: '{amount} on invoice {invoice}',
  bonus: '{amount} of bonus',
  adjustmentFor: '{adjustment} for {person}',
  cameOfQuestion: '{adjustment}, which came of your question,',
  earlier: ', {amount} before',
  because: ': {reason}',
  adjusted: ', adjusted by {amount}',
  adjustmentWaits: ', where an adjustment of {amount} waits for approval',
} as const;
