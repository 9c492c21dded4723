// The bell.
export const notifications = {
  empty: 'No notifications',
  viewAll: 'View all notifications',
  isNew: 'New',
  unreadShort: '{count} unread',
  failed: 'Notifications could not be loaded.',
  unread: '{count} unread notifications',
} as const;

/** The page behind "View all notifications". */
export const notificationsPage = {
  title: 'Notifications',
  subtitle: 'What happened to your commissions, deals, events and approvals',
  columns: { type: 'Kind', what: 'Notification', created_at: 'Received', read: 'Status', actions: 'Actions' },
  types: {
    commission: 'Commission',
    payment: 'Payment',
    quota: 'Quota',
    deal: 'Deal',
    system: 'System',
    other: 'Other',
  },
  allTypes: 'All kinds',
  type: 'Kind',
  read: 'Read',
  unread: 'Unread',
  anyState: 'All statuses',
  state: 'Status',
  from: 'From',
  until: 'To',
  fromChip: 'From {day}',
  untilChip: 'To {day}',
  markRead: 'Mark as read',
  markOne: 'Mark as read: {title}',
  markAll: 'Mark all as read',
  markedAll: '{count} notifications marked as read.',
  markedOne: 'One notification marked as read.',
  markedNone: 'All notifications were already read.',
  markFailed: 'The notification could not be marked as read.',
  markAllFailed: 'The notifications could not be marked as read.',
  open: 'Open: {title}',
  loadFailed: 'Notifications could not be loaded.',
  empty: 'No notifications',
  emptyWhy: 'Commissions, approvals, payments, deals and events that need you appear here.',
  emptyFound: 'No notifications match',
  emptyFoundWhy: 'Remove a filter to see more.',
  exportName: 'notifications.csv',
  newestOnly: 'This server lists the {count} newest notifications.',
  settings: 'Email settings',
  range: 'The dates of the list must be YYYY-MM-DD, with the end not before the start.',
} as const;

/** Texts of notifications (decisions 5.02); the server writes them. */
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
  ownPayWaiting: {
    title: 'A change of somebody’s own pay waits for approval',
    message: '{person}: {change}. Commission {before} to {after}.',
  },
  ownPayApproved: { title: 'Your change was approved', message: '{change}. {person} approved it.' },
  ownPayRejected: { title: 'Your change was rejected', message: '{change}. {person} rejected it: {reason}' },
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
  dealStale: { title: 'Deal has not moved', message: '{deal} has been in {stage} for {days} {days|day|days}.' },
  invoicePaid: { title: 'Invoice paid', message: '{customer} paid invoice {invoice} in full: {amount}.' },
  invoicesPaid: { title: 'Invoices paid', message: '{count} of your invoices were paid in full, {amount} in all.' },
  invoiceOverdue: { title: 'Invoice overdue', message: '{customer} owes {amount} on invoice {invoice}, due {day}.' },
  invoicesOverdue: { title: 'Invoices overdue', message: '{count} invoices are now overdue, with {amount} still to be paid.' },
  quota80: { title: '80% of quota reached', message: '{sales} of your {quota} quota for {period} is sold.' },
  quota100: { title: 'Quota reached', message: '{sales} is sold against your {quota} quota for {period}.' },
  eventNotReady: { title: 'Event is not ready', message: '{customer}: {activity} on {day}. Still open: {needs}.' },
  eventWithoutHost: { title: 'Event has no host', message: '{customer}: {activity} on {day} has no host yet.' },
  eventsWithoutHost: { title: 'Events have no host', message: '{count} events of the next two weeks have no host yet.' },
  eventWithoutShift: { title: 'Event has no shift', message: 'Nobody has a shift for {customer}: {activity} on {day}.' },
  eventsWithoutShift: { title: 'Events have no shift', message: 'Nobody has a shift for {count} events of the next two days.' },
  eventWithoutInvoice: {
    title: 'Event is not invoiced',
    message: '{customer}: {activity} took place on {day}, and no invoice is linked to it.',
  },
  eventsWithoutInvoice: {
    title: 'Events are not invoiced',
    message: '{count} events took place a week ago or earlier, and no invoice is linked to them.',
  },
  eventsNotReady: { title: 'Events are not ready', message: '{count} events in the next three days are not ready.' },
  reportReady: { title: 'Report ready', message: '{report} is ready to download.' },
  reportFailed: { title: 'Report failed', message: '{report} could not be created: {reason}' },
  reportPaused: { title: 'Report schedule paused', message: '{report} is no longer created: {reason}' },
  integrationError: { title: 'Integration error', message: '{connection} could not be synced: {reason}' },
  sheetColumns: {
    title: 'Columns of a sheet changed',
    message: '{connection} now has the columns {columns}. They are read by their names: check that none is missing or has another meaning.',
  },
  signInEnds: {
    title: 'Sign-in ends soon',
    message: 'The sign-in of {connection} ends on {day}. Choose Reconnect before that day, and its syncs continue without a gap.',
  },
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
  statementIssued: { title: 'Statement of {month}', message: 'Your commission statement of {month} is final. Look at it and confirm it.' },
  statementReminder: {
    title: 'Please confirm your statements',
    message: 'Your commission statement of {months} is not confirmed yet. Look at it, and confirm it or ask about an amount.',
  },
  planChanged: {
    title: 'Your commission plan changes',
    message: 'New terms of your plan apply from {day}.{amounts} Please read and confirm them.',
  },
  planSavedUnreviewed: {
    title: 'Configuration saved without a review',
    message:
      '{person} saved version {version} through the API. Its impact was not reviewed first, and the people it affects were not asked to confirm it.',
  },
  monthClosed: { title: '{month} is closed', message: 'Nothing in it can change any more.' },
  monthReopened: { title: '{month} is reopened', message: 'Its amounts can change again.' },
  roleChanged: { title: 'Your role was changed', message: 'Your role is now {role} instead of {before}.' },
  emailChanged: {
    title: 'Your email address was changed',
    message:
      'Your identity provider changed it from {before} to {email}. Your sessions, API tokens and password ended: sign in with single sign-on, or choose a new password by “Forgot your password?”. If the change is wrong, tell an administrator at once.',
  },
  passwordReset: {
    title: 'Your password was reset',
    message: 'An administrator gave you a temporary password, and your sessions were ended.',
  },
  approverCreated: { title: 'New account that may approve', message: '{author} created an account for {person} ({role}).' },
  approverReactivated: { title: 'Account that may approve reactivated', message: '{author} reactivated the account of {person} ({role}).' },
  approverPromoted: { title: 'Account may approve now', message: '{author} gave {person} the role {role}.' },
  approverPassword: {
    title: 'New password for an account that may approve',
    message: '{author} gave {person} ({role}) a temporary password.',
  },
  approverInvited: {
    title: 'Invitation to an account that may approve',
    message: '{author} created a link for choosing the password of {person} ({role}).',
  },
  passwordChosen: {
    title: 'A password was chosen for your account',
    message: 'It was chosen through the invitation from {author}. If this was not you, tell an administrator.',
  },
  tokenCreated: {
    title: 'API token created',
    message: 'The token “{name}” now acts for you. If this was not you, revoke it and change your password.',
  },
  tokenRevoked: { title: 'Your API token was revoked', message: '{author} revoked your token “{name}”. Programs that use it are refused.' },
  tokenEnded: { title: 'Your API token was revoked', message: 'Programs that use “{name}” are refused. {reason}.' },
  factorEnabled: {
    title: 'Second factor turned on',
    message: 'Signing in to your account asks for a code from now on. If this was not you, tell an administrator at once.',
  },
  factorEnabledOf: {
    title: 'Second factor of an account that may approve',
    message: '{person} ({role}) set up a second factor.',
  },
  factorDisabled: {
    title: 'Second factor turned off',
    message: 'Your password alone lets you in now. If this was not you, change your password and tell an administrator.',
  },
  factorReset: {
    title: 'Your second factor was removed',
    message: '{author} removed it. Your password alone lets you in until you set one up again.',
  },
  factorResetOf: { title: 'Second factor removed', message: '{author} removed the second factor of {person} ({role}).' },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    message: 'It was used for your account; {left} are left. If this was not you, change your password and create new codes.',
  },
  recoveryCodesCreated: {
    title: 'New recovery codes',
    message:
      'New recovery codes were created for your account, and the old ones no longer work. If this was not you, tell an administrator.',
  },
  passkeyAdded: {
    title: 'Passkey added',
    message: 'The passkey “{name}” confirms sign-ins to your account now. If this was not you, remove it and change your password.',
  },
  passkeyRemoved: {
    title: 'Passkey removed',
    message: 'The passkey “{name}” no longer confirms sign-ins to your account. If this was not you, change your password.',
  },
  wrongCodes: {
    title: 'Wrong codes for your account',
    message: 'Somebody who knows your password entered several wrong codes. If this was not you, change your password.',
  },
  securityChanged: { title: 'Security settings changed', message: '{author} changed them: {changes}.' },
  approvalRulesChanged: { title: 'Approval rules changed', message: '{author} saved version {version} of the configuration: {changes}.' },
  shareLowered: {
    title: 'Your share of an invoice changed',
    message: '{author} changed your share of invoice {invoice} ({customer}) from {before} to {after}.',
  },
  assignedAway: {
    title: 'An invoice of yours was assigned to somebody else',
    message: '{author} assigned invoice {invoice} ({customer}) to {person}. It was yours before.',
  },
  plannedChangeRefused: {
    title: 'A planned change was not made',
    message: 'The change of {person} that was planned for {day} was not made: {reason}.',
  },
  upgraded: {
    title: 'New rules changed open months',
    message:
      'After the upgrade, plan changes inside a quota period keep their counter, credit memos reduce their own sale, and only active people who sell are credited. This changed the pay of {people} {people|person|people} by {amount} in all. Closed months stay as they were.',
  },
  webhookOff: { title: 'Webhook switched off', message: 'No more events are sent to {webhook}: {reason}' },
  channelOff: { title: 'Slack channel switched off', message: 'Nothing more is sent to {channel}: {reason}' },
  mailFailed: { title: 'An email could not be sent', message: '"{subject}" to {recipient}: {reason}' },
  sessionEnded: {
    title: 'One of your sessions was ended',
    message:
      'A sign-in token that had already been replaced was used again, so that session was ended. If you were not signing in twice, change your password.',
  },
} as const;

/** Parts of those sentences. */
export const noticeParts = {
  nobody: 'nobody',
  adjustment: '{amount} on invoice {invoice}',
  bonus: '{amount} of bonus',
  personAdjustment: '{amount} ({kind}, {month})',
  adjustmentFor: '{adjustment} for {person}',
  cameOfQuestion: '{adjustment}, which resulted from your question,',
  earlier: ', {amount} before',
  factorRoles: 'a second factor is required of {after} instead of {before}',
  payoutLimit: 'a payout asks for it again above {after} instead of {before}',
  noLimit: 'no amount',
  secondApprovalOver: 'a second approval is needed over {after} instead of {before}',
  payoutApprovers: 'payouts are approved by {after} instead of {before}',
  because: ': {reason}',
  program: 'program',
  needs: {
    open_review: 'review',
    open_tech_setup: 'tech setup',
    open_pre_program_email: 'pre-program email',
    open_reminder_email: 'reminder email',
  },
  adjusted: ', adjusted by {amount}',
  adjustmentWaits: ', where an adjustment of {amount} waits for approval',
} as const;
