import { describe, expect, it } from 'vitest';
import { eventWorkOf } from '../../../contract/rules/events/eventWork.ts';
import { weekEvent } from '../../models/eventWeek/cases.ts';

const today = '2026-11-21';
const workOf = (overrides: Parameters<typeof weekEvent>[2], day = today) =>
  eventWorkOf(weekEvent('1', 'Acme School', { reviewed: 'Yes', ...overrides }), day).map(({ need, field }) => [need, field]);

describe('the open work of an event', () => {
  it('decisions 6.03: names each need with its field', () => {
    expect(workOf({})).toEqual([]);
    expect(
      workOf({
        ...{ reviewed: 'No', tech_setup_required: 'Yes', tech_setup_completed: 'No' },
        ...{ pre_program_setup_email_sent: null, pre_program_reminder_email_sent: null },
      }),
    ).toEqual([
      ['need_review', 'reviewed'],
      ['need_tech_setup', 'tech_setup_completed'],
      ['need_pre_program_email', 'pre_program_setup_email_sent'],
      ['need_reminder_email', 'pre_program_reminder_email_sent'],
    ]);
  });

  it('offers no button if the event must be opened first: unknown set-up, no host, or no right to edit', () => {
    expect(workOf({ tech_setup_required: null })).toEqual([['need_tech_setup', null]]);
    expect(workOf({ host: null })).toEqual([['need_host', null]]);
    expect(workOf({ reviewed: 'No', can_edit: false })).toEqual([['need_review', null]]);
  });
});
