import { describe, expect, it } from 'vitest';
import type { Event, EventNeed } from '../../../contract/entities/event.ts';
import { eventNeedsOf, localDay, readinessOf, recountNeeds } from '../../../contract/rules/events/eventNeeds.ts';
import { whenOf } from '../../../contract/rules/time/eventTime.ts';

const PHOENIX = 'America/Phoenix';
const TODAY = '2026-11-21';
type Program = NonNullable<Event['program']>;

const event = (
  overrides: Partial<Event> = {},
  program: Partial<Program> | null = {},
  start: Partial<Program['time']['start']> = {},
): Event => {
  const moment = { time: '2026-11-23T17:00:00Z', timezone: 'America/New_York', has_time: true, has_day: true, ...start };
  const contact = { name: 'Ann', email: 'ann@library.test', phone: null };
  const rest = { type: 'Python', program: null, age: null, devices: null, format: null, contact, price: null, notes: null };
  return {
    id: '1',
    customer: { name: 'Mesa Public Library', type: null, address: { state: null } },
    program: program === null ? null : { time: { tbd: false, start: moment, end: moment }, ...rest, ...program },
    host: null,
    shift: null,
    reviewed: 'No',
    tech_setup_required: 'Yes',
    tech_setup_completed: 'No',
    pre_program_setup_email_sent: 'No',
    pre_program_reminder_email_sent: 'No',
    sling_shift_time: null,
    invoiced: null,
    invoice_id: null,
    src_id: null,
    sales_person: null,
    sales_lead: null,
    internal_notes: null,
    ...overrides,
  };
};
const starting = (day: string, overrides: Partial<Event> = {}) => event(overrides, {}, { time: `${day}T17:00:00Z` });
const needs = (item: Event): readonly EventNeed[] => eventNeedsOf(item, TODAY);

describe('the local day', () => {
  it.each([
    // In New York, midnight is at 05:00Z in winter and at 04:00Z in summer: clocks change on 2026-03-08 and 2026-11-01.
    ['2026-03-08T04:59:59Z', 'America/New_York', '2026-03-07'],
    ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09'],
    ['2026-11-01T03:59:59Z', 'America/New_York', '2026-10-31'],
    ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00Z', 'America/New_York', '2026-11-02'],
    // Arizona uses the same time all year.
    ['2026-03-09T06:59:59Z', 'US/Arizona', '2026-03-08'],
    ['2026-07-01T06:59:59Z', 'America/Phoenix', '2026-06-30'],
    ['2026-07-01T07:00:00Z', 'America/Phoenix', '2026-07-01'],
    // The other side of the world, and across the date line.
    ['2026-11-21T18:30:00Z', 'Asia/Kolkata', '2026-11-22'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    ['2026-11-21T10:00:00Z', 'Pacific/Pago_Pago', '2026-11-20'],
    // Spaces around a zone are ignored; an invalid zone is read as UTC.
    ['2026-11-21T04:59:59Z', ' America/New_York ', '2026-11-20'],
    ['2026-11-21T04:59:59Z', '  ', '2026-11-21'],
    ['2026-11-21T00:30:00Z', 'America/Pheonix', '2026-11-21'],
    ['2026-11-21T00:30:00Z', 'GMT-7ish', '2026-11-21'],
    ['2026-11-21T00:30:00Z', '', '2026-11-21'],
    ['2026-11-21T00:30:00Z', null, '2026-11-21'],
    ['2026-11-21T00:30:00Z', '__proto__', '2026-11-21'],
  ])('spec 2.46: %s in %s is %s', (time, zone, day) => expect(localDay(time, zone)).toBe(day));

  it('spec 2.46: is the day on the screen, in any zone', () => {
    for (const timezone of ['America/New_York', ' US/Arizona ', 'us/arizona', 'Asia/Kolkata', 'Pacific Time', '', ' ', null])
      for (const time of ['2026-11-21T00:30:00Z', '2026-11-21T06:30:00Z', '2026-11-21T23:30:00Z'])
        expect(whenOf(event({}, {}, { time, timezone }))?.day, `${time} ${timezone}`).toBe(localDay(time, timezone));
  });

  it('does not exist without an instant or for invalid text', () => {
    expect(localDay(null, PHOENIX)).toBeNull();
    expect(localDay('soon', PHOENIX)).toBeNull();
  });
});

describe('needs', () => {
  it('decisions 6.03: an upcoming untouched event has all four', () =>
    expect(needs(event())).toEqual(['need_review', 'need_tech_setup', 'need_pre_program_email', 'need_reminder_email']));

  it.each([
    [{ reviewed: 'Yes' }, 'need_review'],
    [{ tech_setup_required: 'No' }, 'need_tech_setup'],
    [{ tech_setup_required: 'Unknown' }, 'need_tech_setup'],
    [{ tech_setup_required: null }, 'need_tech_setup'],
    [{ tech_setup_completed: 'Yes' }, 'need_tech_setup'],
    [{ pre_program_setup_email_sent: 'Yes' }, 'need_pre_program_email'],
    [{ pre_program_reminder_email_sent: 'Yes' }, 'need_reminder_email'],
  ] as const)('decisions 6.03: %j ends only %s', (overrides, need) => {
    expect(needs(event(overrides))).not.toContain(need);
    expect(needs(event(overrides))).toHaveLength(3);
  });

  it('decisions 6.03: Unknown and blank do not count as Yes', () => {
    for (const value of ['Unknown', null])
      expect(
        needs(
          event({
            reviewed: value,
            tech_setup_completed: value,
            pre_program_setup_email_sent: value,
            pre_program_reminder_email_sent: value,
          }),
        ),
      ).toHaveLength(4);
  });

  it.each([
    ['2026-11-20', []],
    ['2026-11-21', ['need_review', 'need_tech_setup', 'need_pre_program_email', 'need_reminder_email']],
    ['2026-11-24', ['need_review', 'need_tech_setup', 'need_pre_program_email', 'need_reminder_email']],
    ['2026-11-25', ['need_review', 'need_tech_setup', 'need_pre_program_email']],
    ['2026-12-05', ['need_review', 'need_tech_setup', 'need_pre_program_email']],
    ['2026-12-06', ['need_review', 'need_tech_setup']],
  ])('decisions 6.03: starting on %s it needs %j', (day, expected) => expect(needs(starting(day))).toEqual(expected));

  it('decisions 6.03: a canceled event needs nothing, but only with that exact word', () => {
    expect(needs(event({}, { type: 'Canceled' }))).toEqual([]);
    expect(needs(event({}, { type: 'canceled' }))).toHaveLength(4);
  });

  it('without a day or program, review and tech setup remain and e-mails wait', () => {
    const undated = ['need_review', 'need_tech_setup'];
    expect(needs(event({}, {}, { time: null, has_day: false }))).toEqual(undated);
    expect(needs(event({}, null))).toEqual(undated);
  });

  it('an event with only a month is upcoming until the month ends', () => {
    const inMonth = (day: string) => needs(event({}, {}, { time: `${day}T17:00:00Z`, has_day: false }));
    expect(inMonth('2026-11-01')).toEqual(['need_review', 'need_tech_setup']);
    expect(inMonth('2026-10-01')).toEqual([]);
  });
});

describe('readiness', () => {
  const sentencesOf = (item: Event) => readinessOf(item, TODAY).map(({ state, sentence }) => `${state}: ${sentence}`);

  it('lists open items', () =>
    expect(sentencesOf(event())).toEqual([
      'open: Nobody has reviewed the event yet.',
      'open: The tech setup is required and not completed.',
      'open: The pre-program email has not been sent, and the event starts on Nov 23, 2026.',
      'open: The reminder email has not been sent, and the event starts on Nov 23, 2026.',
    ]));

  it('lists done items and items that are not due yet', () => {
    const done = { reviewed: 'Yes', tech_setup_completed: 'Yes', pre_program_setup_email_sent: 'Yes' };
    expect(sentencesOf(starting('2026-11-25', done))).toEqual([
      'done: The event is reviewed.',
      'done: The tech setup is completed.',
      'done: The pre-program email has been sent.',
      'not_needed: The reminder email is due from Nov 22, 2026 on.',
    ]);
  });

  it.each([
    [null, 'is missing'],
    ['', 'is missing'],
    ['  ', 'is missing'],
    ['ask at the desk', 'is not valid'],
  ])('allows no reminder with the address %j', (email, why) => {
    const [, , setup, reminder] = sentencesOf(event({}, { contact: { name: null, email, phone: null } }));
    expect(setup).toBe(`blocked: The pre-program email cannot be sent: the contact's email address ${why}.`);
    expect(reminder).toBe(`blocked: The reminder email cannot be sent: the contact's email address ${why}.`);
  });

  it('has no contact without a program and no reminder without a day, and unknown values block', () => {
    expect(sentencesOf(event({}, null))[3]).toBe("blocked: The reminder email cannot be sent: the contact's email address is missing.");
    expect(sentencesOf(event({}, {}, { has_day: false }))[3]).toBe(
      'blocked: The reminder email cannot be sent: the day of the event is not decided.',
    );
    expect(sentencesOf(event({ tech_setup_required: null }))[1]).toBe('blocked: It is not known whether tech setup is required.');
    expect(sentencesOf(event({ tech_setup_required: 'No' }))[1]).toBe('not_needed: No tech setup is required.');
  });

  it('a canceled or past event needs nothing, but done items stay done', () => {
    expect(sentencesOf(event({ reviewed: 'Yes' }, { type: 'Canceled' }))).toEqual([
      'done: The event is reviewed.',
      ...['not_needed: The event is canceled.', 'not_needed: The event is canceled.', 'not_needed: The event is canceled.'],
    ]);
    expect(sentencesOf(starting('2026-11-20'))[0]).toBe('not_needed: The event is over.');
  });

  it('is open exactly if it has an unblocked need', () => {
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-25', '2026-12-05', '2026-12-06', '2027-03-01'])
      expect(
        readinessOf(starting(day), TODAY)
          .filter(({ state }) => state === 'open')
          .map(({ need }) => need),
        day,
      ).toEqual(needs(starting(day)));
  });
});

describe('the card counts', () => {
  it('decisions 6.04: a reviewed event counts one less, never below zero', () => {
    const [before, after] = [event(), event({ reviewed: 'Yes' })];
    const counts = { need_review: 1, need_tech_setup: 4, need_pre_program_email: 3, need_reminder_email: 2 };
    expect(recountNeeds(counts, before, after, TODAY)).toEqual({ ...counts, need_review: 0 });
    expect(recountNeeds({ ...counts, need_review: 0 }, before, after, TODAY)).toEqual({ ...counts, need_review: 0 });
    expect(recountNeeds(counts, after, before, TODAY)).toEqual({ ...counts, need_review: 2 });
    expect([recountNeeds(null, before, after, TODAY), recountNeeds(counts, undefined, after, TODAY)]).toEqual([null, counts]);
  });
});
