// Explanations of a number: why, what changed, its history.
export const explain = {
  tabs: { details: 'Details', why: 'Why?', question: 'Question', history: 'History' },
  tabsLabel: 'About this record',
  asOf: 'As of',
  asOfHint: 'Shows the record as it was known at the end of that day',
  asOfInvalid: 'There is nothing to show for that day. Choose one from {first} to {last}.',
  formula: 'How it is calculated',
  step: 'Step',
  /** For records older than stored reasons. */
  inferred: '{label} (inferred)',
  calculation: 'Calculation',
  amount: 'Amount',
  rows: 'Data used',
  row: 'Row',
  date: 'Date',
  note: 'Note',
  blocks: 'What is blocking payment',
  takes: 'What would it take?',
  noBlocks: 'Nothing is blocking payment.',
  block: '{sentence} {who}',
  failed: 'The explanation could not be loaded.',
  /** Prefixes for items whose name alone is unclear. */
  kinds: { plan: 'Plan: {label}', adjustment: 'Adjustment: {label}' },
  story: {
    label: 'From booking to payout',
    booked: 'Booked',
    payment: 'Customer paid',
    released: 'Released',
    paid: 'Paid out',
    notYet: 'Not yet',
  },
} as const;
export const waterfall = {
  title: 'What changed since the last statement',
  since: 'What changed since the statement of {date}',
  from: 'Before',
  to: 'Now',
  none: 'Nothing changed.',
  noStatement: 'There is no earlier statement to compare with, so the bars start at zero.',
  failed: 'What changed could not be loaded.',
  step: 'Step',
  partsOf: '{step}, {amount}: its parts',
  change: 'Change',
  steps: {
    bookings: 'New bookings',
    memos: 'Credit memos',
    adjusted: 'Adjustments',
    voided: 'Adjustments voided',
    recalculated: 'Recalculated',
  },
} as const;
export const history = {
  failed: 'The history could not be loaded.',
  empty: 'Nothing has changed since this record was created.',
  change: '{field}: {before} → {after}',
  nothing: 'nothing',
  personById: 'person {id}',
  cause: 'Because: {cause}',
} as const;

/** Refusals of explanation and change calls. */
export const explainRefusals = {
  dayAhead: 'as_of cannot be after today, {today}.',
  beforeBooking: 'Invoice {invoice} was booked on {day}, so there was nothing to explain before.',
} as const;
