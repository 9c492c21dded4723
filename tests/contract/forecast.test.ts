import { describe, expect, it } from 'vitest';
import { defaultPlan, type Release } from '../../contract/rules/commission/plan.ts';
import { releaseOutlook, releaseOutlooks, type UnreleasedRow, unreleasedOf } from '../../contract/rules/commission/releaseOutlook.ts';
import { expectedRelease, liabilities } from '../../contract/rules/forecast/liability.ts';
import { companyHabitOf, createHabitLookup } from '../../server/domain/forecast/paymentHabits.ts';

const TODAY = '2026-11-21';
const habit = { late: 6, term: 40 };
const expected = (outlook: Parameters<typeof expectedRelease>[0], bookedOn = '2026-11-10') =>
  expectedRelease(outlook, bookedOn, habit, TODAY);

describe('decisions 2.30: the expected release day of a record', () => {
  it.each([
    ['the due day plus the customer’s usual delay', '2026-12-04', 0, '2026-12-10'],
    ['the same plus the plan’s wait', '2026-12-04', 5, '2026-12-15'],
    ['on the usual day itself', '2026-11-15', 0, '2026-11-21'],
    ['past the usual day, 30 days from today', '2026-11-14', 0, '2026-12-21'],
    ['90 days past the usual day, still 30 days from today', '2026-08-17', 0, '2026-12-21'],
    ['even later, never', '2026-08-16', 0, null],
    ['without a due day, the usual term after the booking', null, 0, '2026-12-20'],
  ])('unpaid: %s', (_, due, waitDays, day) => expect(expected({ kind: 'unpaid', due, waitDays })).toBe(day));

  it('expects a customer who pays early to pay early', () =>
    expect(expectedRelease({ kind: 'unpaid', due: '2026-12-04', waitDays: 0 }, '2026-11-04', { late: -3, term: 27 }, TODAY)).toBe(
      '2026-12-01',
    ));

  it('a hold ends on its day, a wait on its own, and nothing else has a day', () => {
    expect(expected({ kind: 'held', until: '2027-01-05' })).toBe('2027-01-05');
    expect(expected({ kind: 'waits', on: '2026-12-01', days: 10 })).toBe('2026-12-01');
    expect(expected({ kind: 'held', until: null })).toBeNull();
    for (const kind of ['noPlan', 'settled', 'unknown'] as const) expect(expected({ kind }), kind).toBeNull();
  });
});

describe('what blocks an unreleased record', () => {
  const row: UnreleasedRow = {
    booking_date: '2026-11-02',
    earned_cents: 100_00,
    gross_cents: 2000_00,
    due_date: '2026-12-02',
    held: false,
    held_until: null,
    takes_back: null,
    receipts: [],
    credits: [],
    has_pay: false,
  };
  const outlook = (change: Partial<UnreleasedRow>, release = defaultPlan.release) =>
    releaseOutlook(unreleasedOf({ ...row, ...change }), { ...defaultPlan, release }, TODAY);

  it('is the customer, until the invoice is paid in full', () => {
    expect(outlook({})).toEqual({ kind: 'unpaid', due: '2026-12-02', waitDays: 0 });
    expect(outlook({ receipts: [['2026-11-10', 1999_99]] }).kind).toBe('unpaid');
  });

  it('is the plan, once it is paid', () =>
    expect(outlook({ receipts: [['2026-11-20', 2000_00]] }, { when: 'invoice_paid_in_full', waitDays: 10 })).toEqual({
      kind: 'waits',
      on: '2026-11-30',
      days: 10,
    }));

  it('is a hold first, but not an ended one', () => {
    expect(outlook({ held: true, held_until: '2026-12-24' })).toEqual({ kind: 'held', until: '2026-12-24' });
    expect(outlook({ held: true, held_until: TODAY }).kind).toBe('unpaid');
  });

  it('is nothing if credit memos settled it or its plan is gone', () => {
    expect(outlook({ credits: [['2026-11-12', -2000_00]] })).toEqual({ kind: 'settled' });
    expect(releaseOutlook(unreleasedOf(row), undefined, TODAY)).toEqual({ kind: 'noPlan' });
  });

  describe('for a payment and for a day', () => {
    const yearEnd = { kind: 'waits', on: '2026-12-31', days: 0, yearEnd: true };
    const unpaid = { kind: 'unpaid', due: '2026-12-02', waitDays: 0 };
    const heldBack = (when: 'proportional_to_payments' | 'invoice_paid_in_full' | 'on_booking', waitDays = 0): Release => ({
      when,
      waitDays,
      parts: [
        { share: 0.9, when, waitDays },
        { share: 0.1, when: 'year_end', waitDays: 0 },
      ],
    });
    const half = { receipts: [['2026-11-10', 1000_00]] as const };
    const full = { receipts: [['2026-11-20', 2000_00]] as const };

    it.each<readonly [string, Partial<UnreleasedRow>, Release, number, readonly (readonly [number, object])[]]>([
      [
        'half of it is paid, and 10% wait for the end of the year',
        half,
        heldBack('proportional_to_payments'),
        5500,
        [
          [4500, unpaid],
          [1000, { ...unpaid, notBefore: '2026-12-31' }],
        ],
      ],
      [
        'nothing is paid',
        {},
        heldBack('invoice_paid_in_full'),
        10_000,
        [
          [9000, unpaid],
          [1000, { ...unpaid, notBefore: '2026-12-31' }],
        ],
      ],
      ['all of it is paid', full, heldBack('invoice_paid_in_full'), 1000, [[1000, yearEnd]]],
      [
        'both wait for a day',
        full,
        heldBack('invoice_paid_in_full', 15),
        10_000,
        [
          [9000, { kind: 'waits', on: '2026-12-05', days: 15 }],
          [1000, yearEnd],
        ],
      ],
      [
        'half of it is paid, and waits',
        half,
        { when: 'proportional_to_payments', waitDays: 15 },
        10_000,
        [
          [5000, { kind: 'waits', on: '2026-11-25', days: 15 }],
          [5000, { ...unpaid, waitDays: 15 }],
        ],
      ],
      ['another amount than the terms leave', half, heldBack('proportional_to_payments'), 5600, [[5600, unpaid]]],
      ['a hold', { ...half, held: true }, heldBack('proportional_to_payments'), 5500, [[5500, { kind: 'held', until: null }]]],
    ])('%s', (_what, change, release, amount, expected) => {
      const parts = releaseOutlooks(unreleasedOf({ ...row, ...change }), { ...defaultPlan, release }, amount, TODAY);
      expect(parts).toEqual(expected.map(([cents, outlook]) => ({ amount: cents, outlook })));
    });

    it('forecasts each part on its day', () => {
      const parts = releaseOutlooks(unreleasedOf(row), { ...defaultPlan, release: heldBack('invoice_paid_in_full') }, 10_000, TODAY);
      expect(parts.map(({ outlook }) => expected(outlook))).toEqual(['2026-12-08', '2026-12-31']);
    });
  });

  it('a credit memo waits for the payments of its original', () =>
    expect(
      outlook({ earned_cents: -50_00, gross_cents: -1000_00, takes_back: { gross_cents: 2000_00, booking_date: '2026-10-01' } }).kind,
    ).toBe('unpaid'));
});

describe('decisions 2.30: commission at the end of month, quarter and year', () => {
  const records = [
    { amount: 120_00, releasedOn: '2026-11-28' },
    { amount: 80_00, releasedOn: '2026-12-10' },
    { amount: 30_00, releasedOn: '2027-01-05' },
    { amount: 10_00, releasedOn: null },
  ];
  const deals = [
    { amount: 60_00, earnedOn: '2026-11-29', releasedOn: '2026-12-20' },
    { amount: 40_00, earnedOn: '2026-12-15', releasedOn: '2027-01-20' },
  ];

  it('adds today’s due amount to releases of records and deals by then, and lists the rest separately', () =>
    expect(liabilities(TODAY, { due: 500_00, records, deals })).toEqual([
      // 500 + 120; later: 80 + 30 + 10 from records, and 60 from the deal of Nov 29.
      { until: 'month', end: '2026-11-30', due: 500_00, fromRecords: 120_00, fromDeals: 0, payable: 620_00, unreleased: 180_00 },
      // 500 + 200 + 60; later: 30 + 10 from records, and 40 from the deal of Dec 15.
      { until: 'quarter', end: '2026-12-31', due: 500_00, fromRecords: 200_00, fromDeals: 60_00, payable: 760_00, unreleased: 80_00 },
      { until: 'year', end: '2026-12-31', due: 500_00, fromRecords: 200_00, fromDeals: 60_00, payable: 760_00, unreleased: 80_00 },
    ]));
});

describe('decisions 2.30: payment habits', () => {
  const everyone = { customer_id: null, everyone: true, invoices: 9, late: 4, term: 35 };

  it('come from at least three paid invoices, or else from the company', () => {
    const habitOf = createHabitLookup([
      everyone,
      { customer_id: 1, everyone: false, invoices: 3, late: 12, term: 44 },
      { customer_id: 2, everyone: false, invoices: 2, late: 90, term: 120 },
    ]);
    expect(habitOf(1)).toEqual({ late: 12, term: 44 });
    for (const other of [2, 3, null]) expect(habitOf(other), String(other)).toEqual({ late: 4, term: 35 });
  });

  it('fall back to the due day, or 30 days, before any payment', () => {
    for (const rows of [[], [{ ...everyone, invoices: 0, late: null, term: null }]])
      expect(companyHabitOf(rows)).toEqual({ late: 0, term: 30 });
  });
});
