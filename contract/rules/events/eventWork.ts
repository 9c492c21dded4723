import type { Event, YesNoField } from '../../entities/event.ts';
import type { Day } from '../time/period.ts';
import { type Readiness, readinessOf } from './eventNeeds.ts';
import { factReadinessOf } from './factNeeds.ts';

/** The field that resolves a need when it is set to Yes. */
const doneFieldByNeed: Readonly<Partial<Record<Readiness['need'], YesNoField>>> = {
  need_review: 'reviewed',
  need_tech_setup: 'tech_setup_completed',
  need_pre_program_email: 'pre_program_setup_email_sent',
  need_reminder_email: 'pre_program_reminder_email_sent',
};

/** An open task of an event. `field`: the field to set to Yes once it is done; null if the event itself has to be opened first. */
export type EventWork = Readonly<{ need: Readiness['need']; sentence: string; field: YesNoField | null }>;

/** Everything an event still needs, including blocked work. */
export const eventWorkOf = (event: Event, today: Day): readonly EventWork[] =>
  [...readinessOf(event, today), ...factReadinessOf(event, today)].flatMap(({ need, state, sentence }) => {
    if (state !== 'open' && state !== 'blocked') return [];
    return [{ need, sentence, field: state === 'open' && event.can_edit !== false ? (doneFieldByNeed[need] ?? null) : null }];
  });
