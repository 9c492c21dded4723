import type { RemindedList, UnconfirmedPerson } from '../../../contract/entities/periodReview.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

const t = messages.closing.reminders;

/**
 * People who have not confirmed their statements, and one reminder to all of them (decisions 2.11).
 * Normal path: loading → shown → saving → shown.
 * Never: send a reminder if everybody has already been reminded today.
 */
export const remindersMachine = deskOf<readonly UnconfirmedPerson[], 'remind', RemindedList>()({
  id: 'reminders',
  canTake: (people) => people.some(({ can_remind }) => can_remind),
  toContent: ({ data }) => data,
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step === null ? t.loadFailed : t.failed }),
});
