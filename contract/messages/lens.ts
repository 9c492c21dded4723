/** Refusals of queries about a past day. */
export const lensRefusals = {
  dayAhead: '{field} cannot be after today, {today}.',
  beforeKept: '{field} cannot be before {day}, the first day whose figures are kept as they were known.',
  moneyOnly: '{field} applies to figures of money only.',
  sameDay: '{field} must be a different day from asOf.',
} as const;

/** Money as known at the end of a past day. */
export const lens = {
  button: 'View as of a day',
  now: 'View as of…',
  asOf: 'As of {day}',
  day: 'As known at the end of',
  dayHint: 'A day that is over. Everything recorded later is left out.',
  other: 'Compare with the end of',
  banner: 'As known at the end of {day}. Nothing can be changed here.',
  compared: 'As known at the end of {day}, compared with the end of {other}. Nothing can be changed here.',
  clear: 'Back to now',
  alone: 'Compare no more',
  comparison: 'What changed between {day} and {other}',
  comparisonFailed: 'The two days could not be compared.',
  same: 'The total commission is the same on both days, record by record.',
  total: 'Total on {day}',
  bar: '{label} · {person}',
  was: '{before} → {after}',
  absent: 'Not there',
  others: '{count} others',
  otherOne: '1 other',
  record: 'Record',
  change: 'Change',
  figures: 'Both days',
  figure: 'Figure',
  difference: 'Difference',
} as const;
