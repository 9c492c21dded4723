// The next seven days of an events manager.
export const eventWeek = {
  title: 'Next seven days',
  loadFailed: 'The events of the next seven days could not be loaded.',
  notSaved: '{field} could not be saved.',
  saved: '{field} saved for {customer}.',
  answer: '{open} of {count} {count|event needs|events need} work.',
  answerToday: '{open} of {count} {count|event needs|events need} work, {today} of them today.',
  all: 'All events',
  dayWith: '{day} · {count} {count|event needs|events need} work',
  done: {
    need_review: 'Mark reviewed',
    need_tech_setup: 'Mark completed',
    need_pre_program_email: 'Mark sent',
    need_reminder_email: 'Mark sent',
  },
  doneFor: '{action}: {field}, {customer}',
  allReady: 'Every event is ready',
  allReadyWhy: '{count} {count|event takes|events take} place in the next seven days, and nothing is missing.',
  empty: 'No events in the next seven days',
  emptyWhy: 'Later events are under All events.',
} as const;
