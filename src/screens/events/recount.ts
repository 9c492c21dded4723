import type { Event, EventNeed, EventPage } from '../../../contract/entities/event.ts';
import { needsOf } from '../../../contract/rules/eventNeeds.ts';
import type { Day } from '../../../contract/rules/period.ts';

type Summary = EventPage['summary'];

/** The cards' counts after one event changed, by the rule that the server counts with; the next reading of the list brings its own. */
export const recounted = (summary: Summary | null, before: Event | undefined, after: Event, today: Day): Summary | null => {
  if (summary === null || before === undefined) return summary;
  const had = needsOf(before, today);
  const has = needsOf(after, today);
  const count = (need: EventNeed): number => Math.max(0, summary[need] + Number(has.includes(need)) - Number(had.includes(need)));
  return {
    need_review: count('need_review'),
    need_tech_setup: count('need_tech_setup'),
    need_pre_program_email: count('need_pre_program_email'),
    need_reminder_email: count('need_reminder_email'),
  };
};
