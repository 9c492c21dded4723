import { describe, expect, it } from 'vitest';
import type { Event } from '../../../contract/entities/event.ts';
import { factNeedsOf, factReadinessOf } from '../../../contract/rules/events/factNeeds.ts';
import { isToInvoice } from '../../../contract/rules/events/toInvoice.ts';

const TODAY = '2026-11-21';
const shift = (first_name: string): Event['shift'] => ({
  user: { first_name, last_name: '' },
  summary: null,
  status: null,
  type: null,
  location: { name: null },
  start_time: null,
  end_time: null,
});
/** An event without host, shift or invoice. */
const on = (day: string | null, overrides: Partial<Event> = {}, { type = 'Python', has_day = true } = {}): Event => {
  const moment = { time: day && `${day}T17:00:00Z`, timezone: 'America/New_York', has_time: true, has_day };
  const contact = { name: 'Ann', email: 'ann@library.test', phone: null };
  const rest = { program: null, age: null, devices: null, format: null, contact, price: null, notes: null };
  return {
    id: '1',
    customer: { name: 'Mesa Public Library', type: null, address: { state: null } },
    program: { time: { tbd: false, start: moment, end: moment }, type, ...rest },
    host: null,
    shift: null,
    reviewed: null,
    tech_setup_required: null,
    tech_setup_completed: null,
    pre_program_setup_email_sent: null,
    pre_program_reminder_email_sent: null,
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
const needs = (event: Event): string => factNeedsOf(event, TODAY).join(' ');
const named = { anchor: 'Hana', url: null };

describe('missing facts of an event (decisions 6.03)', () => {
  it.each([
    ['2026-12-06', ''],
    ['2026-12-05', 'need_host'],
    ['2026-11-24', 'need_host'],
    ['2026-11-23', 'need_host need_shift'],
    [TODAY, 'need_host need_shift'],
    ['2026-11-20', ''],
    ['2026-11-15', ''],
    ['2026-11-14', 'need_invoice'],
    ['2026-01-02', 'need_invoice'],
    [null, ''],
  ])('an event on %s: %s', (day, expected) => expect(needs(on(day))).toBe(expected));

  it.each<[Partial<Event>, string]>([
    [{ host: named }, 'need_shift'],
    [{ host: { anchor: null, url: 'https://meet.test/1' } }, 'need_shift'],
    [{ host: { anchor: ' ', url: '' } }, 'need_host need_shift'],
    [{ shift: shift('Zoe') }, 'need_host'],
    [{ shift: shift('') }, 'need_host need_shift'],
    [{ sling_shift_time: '9 to 11' }, 'need_host'],
    [{ sling_shift_time: ' ' }, 'need_host need_shift'],
  ])('an event on the next day with %j: %s', (overrides, expected) => expect(needs(on('2026-11-22', overrides))).toBe(expected));

  it.each<[Partial<Event>, boolean]>([
    [{}, true],
    [{ invoice_id: ' ' }, true],
    [{ invoice_id: '10234' }, false],
    [{ invoiced: 'Need To Send' }, true],
    [{ invoiced: 'Sent' }, false],
    [{ invoiced: 'Received' }, false],
  ])('a past event needs an invoice with %j: %s', (overrides, expected) => {
    expect(isToInvoice(on('2026-11-20', overrides), TODAY)).toBe(expected);
    expect(needs(on('2026-11-14', overrides))).toBe(expected ? 'need_invoice' : '');
  });

  it('a canceled event lacks nothing, and one without a day only the invoice of a past month', () => {
    for (const day of ['2026-11-22', '2026-11-02']) expect(needs(on(day, {}, { type: 'Canceled' }))).toBe('');
    expect(needs(on('2026-11-22', {}, { has_day: false }))).toBe('');
    expect(needs(on('2026-10-02', {}, { has_day: false }))).toBe('need_invoice');
  });
});

describe('readiness in words', () => {
  const sentencesOf = (event: Event) => factReadinessOf(event, TODAY).map(({ state, sentence }) => `${state}: ${sentence}`);

  it.each<[string, Event, readonly string[]]>([
    [
      'near and has nothing filled in',
      on('2026-11-22'),
      [
        'open: No host is named, and the event starts on Nov 22, 2026.',
        'open: No shift is matched, and the event starts on Nov 22, 2026.',
        'not_needed: No invoice yet: the event takes place on Nov 22, 2026.',
      ],
    ],
    [
      'far off',
      on('2026-12-31'),
      [
        'not_needed: No host is named; one is needed from Dec 17, 2026 on.',
        'not_needed: No shift is matched; one is needed from Dec 29, 2026 on.',
        'not_needed: No invoice yet: the event takes place on Dec 31, 2026.',
      ],
    ],
    [
      'undated',
      on(null, { shift: shift('') }),
      [
        'not_needed: No host is named; one is needed two weeks before the event.',
        'not_needed: No shift is matched; one is needed two days before the event.',
        'not_needed: No invoice yet: the day of the event is not decided.',
      ],
    ],
    [
      'complete',
      on('2026-11-22', { host: named, shift: shift('Zoe'), invoice_id: '10234' }),
      ['done: The host is Hana.', 'done: Zoe has the shift.', 'done: Invoice 10234 is linked.'],
    ],
    [
      'near and has an open shift',
      on('2026-11-22', { shift: shift('') }),
      [
        'open: No host is named, and the event starts on Nov 22, 2026.',
        'open: Nobody has taken the shift, and the event starts on Nov 22, 2026.',
        'not_needed: No invoice yet: the event takes place on Nov 22, 2026.',
      ],
    ],
    [
      'over',
      on('2026-11-20', { sling_shift_time: '9 to 11' }),
      [
        'not_needed: The event is over.',
        'done: The shift is entered by hand.',
        'open: To be invoiced: the event took place by Nov 20, 2026, and no invoice is linked.',
      ],
    ],
    [
      'over and marked as invoiced',
      on('2026-11-20', { invoiced: 'Sent' }),
      ['not_needed: The event is over.', 'not_needed: The event is over.', 'blocked: Marked as Sent, but no invoice number is entered.'],
    ],
    [
      'canceled',
      on('2026-11-22', {}, { type: 'Canceled' }),
      ['not_needed: The event is canceled.', 'not_needed: The event is canceled.', 'not_needed: No invoice: the event is canceled.'],
    ],
  ])('an event that is %s', (_, event, expected) => expect(sentencesOf(event)).toEqual(expected));
});
