import { describe, expect, it } from 'vitest';
import { isSettledByCredit, nextReleaseDay, type Receipt, releasedAt } from '../../../../contract/rules/commission/release.ts';
import { addDays } from '../../../../contract/rules/time/period.ts';

const start = '2026-01-01';

describe('decisions 2.03: wait_days', () => {
  const release = { when: 'invoice_paid_in_full', waitDays: 10 } as const;
  const about = (...receipts: Receipt[]) => ({ earned: 35_000, gross: 600_000, bookingDate: start, receipts });
  const full = { on: '2026-02-01', amount: 600_000 };
  it.each([
    ['nothing on the day before the wait ends', [full], '2026-02-10', 0],
    ['all on the day the wait ends', [full], '2026-02-11', 35_000],
    ['nothing on the day a payment bounces', [full, { on: '2026-02-20', amount: -1 }], '2026-02-20', 0],
    ['all on the day before that', [full, { on: '2026-02-20', amount: -1 }], '2026-02-19', 35_000],
    [
      'nothing until the replacement payment has waited too',
      [full, { on: '2026-02-05', amount: -1 }, { on: '2026-02-06', amount: 1 }],
      '2026-02-15',
      0,
    ],
    ['nothing for a payment after the day', [{ on: '2026-03-01', amount: 600_000 }], '2026-02-20', 0],
    [
      'all once the replacement payment has waited',
      [full, { on: '2026-02-05', amount: -1 }, { on: '2026-02-06', amount: 1 }],
      '2026-02-16',
      35_000,
    ],
  ])('releases %s', (_what, receipts, day, cents) => expect(releasedAt(release, about(...receipts), day)).toBe(cents));
  it('delays a release by one day', () =>
    expect(['2026-02-01', '2026-02-02'].map((day) => releasedAt({ ...release, waitDays: 1 }, about(full), day))).toEqual([0, 35_000]));
  it('also applies to refunds of a credit memo', () => {
    const memo = { earned: -35_000, gross: -600_000, bookingDate: start, receipts: [{ on: '2026-02-01', amount: -600_000 }] };
    expect(['2026-02-10', '2026-02-11'].map((day) => releasedAt(release, memo, day))).toEqual([0, -35_000]);
  });
  it('counts from the booking of a zero invoice, and again from its refunds and payments', () => {
    const zeroInvoice = { earned: 35_000, gross: 0, bookingDate: start, receipts: [] };
    expect(['2026-01-10', '2026-01-11'].map((day) => releasedAt(release, zeroInvoice, day))).toEqual([0, 35_000]);
    const back = [
      { on: '2026-02-01', amount: -100 },
      { on: '2026-02-05', amount: 100 },
    ];
    expect(['2026-02-14', '2026-02-15'].map((day) => releasedAt(release, { ...zeroInvoice, receipts: back }, day))).toEqual([0, 35_000]);
  });
  it('does not delay an invoice paid before its booking', () =>
    expect(releasedAt({ ...release, waitDays: 0 }, { ...about({ on: '2025-12-01', amount: 600_000 }) }, '2025-12-15')).toBe(35_000));
  it('knows the release day', () => {
    expect(nextReleaseDay(release, about(full), '2026-02-02')).toBe('2026-02-11');
    expect(nextReleaseDay(release, about(full), '2026-02-11')).toBeNull();
    expect(nextReleaseDay(release, about(), '2026-02-11')).toBeNull();
  });
});

describe('decisions 2.03, 2.23: credit memos reduce the amount to be paid', () => {
  const full = { when: 'invoice_paid_in_full', waitDays: 0 } as const;
  const shares = { when: 'proportional_to_payments', waitDays: 0 } as const;
  const about = (received: number, ...credits: Receipt[]) => ({
    earned: 35_000,
    gross: 600_000,
    bookingDate: start,
    receipts: received === 0 ? [] : [{ on: '2026-02-01', amount: received }],
    credits,
  });
  const third = { on: '2026-02-10', amount: -200_000 };
  const all = { on: '2026-02-10', amount: -600_000 };
  it.each([
    ['nothing before the credit', full, about(400_000, third), '2026-02-09', 0],
    ['all once the rest is paid', full, about(400_000, third), '2026-02-10', 35_000],
    ['nothing if a cent of the rest is missing', full, about(399_999, third), '2026-02-10', 0],
    ['in proportion to the rest', shares, about(100_000, third), '2026-02-10', 8_750],
    ['nothing if it was credited in full and never paid', full, about(0, all), '2026-02-10', 0],
    ['nothing in proportion to payments either', shares, about(0, all), '2026-02-10', 0],
    ['all if it was paid and then credited', full, about(600_000, all), '2026-02-10', 35_000],
    ['all on booking, whatever is credited', { when: 'on_booking', waitDays: 0 }, about(0, all), '2026-02-10', 35_000],
    ['nothing until the wait after the credit ends', { ...full, waitDays: 5 }, about(400_000, third), '2026-02-14', 0],
    ['all when that wait ends', { ...full, waitDays: 5 }, about(400_000, third), '2026-02-15', 35_000],
  ] as const)('releases %s', (_what, release, facts, day, cents) => expect(releasedAt(release, facts, day)).toBe(cents));

  it('knows the release day of a credit dated ahead', () =>
    expect(nextReleaseDay(full, about(400_000, third), '2026-02-02')).toBe('2026-02-10'));

  it('says which invoice is settled by credit', () => {
    const settled = (received: number, ...credits: Receipt[]) => isSettledByCredit(full, about(received, ...credits), '2026-02-10');
    expect([settled(0, all), settled(0, third), settled(1, all), settled(0)]).toEqual([true, false, false, false]);
  });
});

describe('decisions 2.03: on_booking', () => {
  it.each([0, 1, 3])('with a wait of %i days, releases a future booking on its day and not before', (waitDays) => {
    const release = { when: 'on_booking', waitDays } as const;
    const futurePart = { earned: 100, gross: 2_000, bookingDate: '2026-12-28', receipts: [] };
    const day = addDays(futurePart.bookingDate, waitDays);
    expect([
      releasedAt(release, futurePart, '2026-11-21'),
      releasedAt(release, futurePart, addDays(day, -1)),
      releasedAt(release, futurePart, day),
    ]).toEqual([0, 0, 100]);
    expect(nextReleaseDay(release, futurePart, '2026-11-21')).toBe(day);
  });
});
