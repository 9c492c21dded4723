// What the audit log says: what was done, to which field, and why.
export const causes = {
  adjustmentCreated: 'An adjustment: {reason}',
  adjustment: 'An adjustment was {deed}',
  dayBegan: '{day} began',
  roleOrManager: '{name} changed role or manager',
  territory: '{name} changed territory',
  eventChanged: 'The event of {customer} was edited',
  deal: 'The deal {name} was changed',
  monthReopened: '{month} was reopened',
  split: 'Invoice {invoice} was split by hand: {reason}',
  splitRemoved: 'The split of invoice {invoice} was taken back',
  held: 'The record was held: {reason}',
  released: 'The hold was released',
  passwordReset: 'The password was reset',
  wrongCurrentPassword: 'a wrong current password',
  payment: '{customer} paid {amount} ({method})',
  invoice: {
    sent: 'Invoice {number} was sent',
    changed: 'Invoice {number} was changed',
    assigned: 'Invoice {number} was assigned',
    cancelled: 'Invoice {number} was cancelled',
    credited: 'Credit memo {number} was made',
  },
  imported: '{title} was imported',
  importUndone: 'The import of {title} was undone',
  paymentReturned: '{customer}: {amount} returned by the bank',
  /** Of rows from before causes were facts: what follows the id. */
  adjustmentProse: 'An adjustment{rest}',
  lockOut: {
    pair: '{count} failures from one network in {minutes} minutes',
    account: '{count} failures in {minutes} minutes',
    network: '{count} failures of one network in {minutes} minutes',
  },
  configSaved: 'Version {version} of the configuration was saved',
} as const;

/** What was done, where the log's own word for it does not read as one. */
export const auditActions = {
  'commission.recomputed': 'Commission recalculated',
  'commission.held': 'Held',
  'commission.released': 'Hold released',
  'invoice.split': 'Split by hand',
  'invoice.split_removed': 'Split by hand taken back',
  'dispute.opened': 'Question asked',
  'dispute.replied': 'Reply to the question',
  'dispute.taken': 'Question taken on',
  'dispute.resolved': 'Question resolved',
  'dispute.withdrawn': 'Question withdrawn',
} as const;
/** What a field is called, where its name is not what people call it. */
export const auditFields = {
  'commission.amount_cents': 'Commission',
  'commission.net_cents': 'Net revenue',
  'commission.release_on': 'Released on',
  'payout.paid_on': 'Pay day',
  'adjustment.self_approved': 'Approved by its author',
  'adjustment.invoice_number': 'Invoice',
  'dispute.invoice_number': 'Invoice',
  'invoice.gross_cents': 'Gross amount',
  'invoice.net_cents': 'Net revenue',
  'invoice.rate_override': 'Rate of its own',
  'invoice.credit_of': 'Takes back',
  'dispute.question_state': 'Question',
} as const;
