import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clausesOfPlan } from '../../../../contract/rules/commission/clauses/planClauses.ts';
import { parseConfig } from '../../../../contract/rules/commission/config.ts';
import { percent } from '../../../../contract/rules/commission/explain/wording.ts';
import { explainRecord, type Facts } from '../../../../contract/rules/commission/explain.ts';
import { type Release, releaseRules } from '../../../../contract/rules/commission/plan.ts';
import { nextReleaseDay, type Releasable, releasableIgnoringWait, releasedAt } from '../../../../contract/rules/commission/release.ts';
import { PPM } from '../../../../contract/rules/money.ts';
import { addDays } from '../../../../contract/rules/time/period.ts';
import { numRuns } from '../../support/bookings.ts';
import { facts, received } from '../../support/facts.ts';

const errorsOf = (due: unknown) => parseConfig(JSON.stringify({ plans: [{ due }] })).errors;
const planOf = (due: unknown) => {
  const { config, errors } = parseConfig(JSON.stringify({ plans: [{ due }] }));
  if (!config?.plans[0]) throw new Error(JSON.stringify(errors));
  return config.plans[0];
};
const half = [
  { share: 0.5, when: 'on_booking' },
  { share: 0.5, when: 'invoice_paid_in_full', wait_days: 10 },
];

describe('decisions 2.03: release in parts', () => {
  it.each([
    [
      'shares that add up to more than 1',
      [...half, { share: 0.1, when: 'year_end' }],
      'plans[0].due',
      'must have shares that add up to 1, not 1.1',
    ],
    ['no parts', [], 'plans[0].due', 'must have shares that add up to 1, not 0'],
    ['a part without a share', [{ when: 'on_booking' }, { share: 1, when: 'year_end' }], 'plans[0].due[0].share', 'is missing'],
    ['a part without a rule', [{ share: 1 }], 'plans[0].due[0].when', 'is missing'],
    [
      'a share of zero',
      [
        { share: 0, when: 'on_booking' },
        { share: 1, when: 'year_end' },
      ],
      'plans[0].due[0].share',
      'must be more than 0',
    ],
    [
      'a lapse of a release that waits for the payment',
      { when: 'invoice_paid_in_full', lapse: { after_days: 90 } },
      'plans[0].due.lapse',
      'is for a release on booking: a release that waits for the payment cannot lapse',
    ],
    [
      'a lapse before the wait is over',
      { when: 'on_booking', wait_days: 90, lapse: { after_days: 90 } },
      'plans[0].due.lapse',
      'must have after_days of more than wait_days, 90: nothing would be released before it lapses',
    ],
    [
      'a return before the lapse',
      { when: 'on_booking', lapse: { after_days: 90, returns_within_days: 90 } },
      'plans[0].due.lapse.returns_within_days',
      'must be more than after_days, 90',
    ],
  ])('refuses %s', (_what, due, path, message) => expect(errorsOf(due)).toContainEqual({ path, message }));

  const due = (rules: unknown) => clausesOfPlan(planOf(rules), 0, new Map()).find(({ key }) => key === 'due')?.sentence;
  it.each([
    [
      half,
      'Commission is released in parts: 50.0% when the invoice is booked and 50.0% when the customer has paid the invoice in full, after 10 days.',
    ],
    [
      { when: 'on_booking', lapse: { after_days: 90, returns_within_days: 120 } },
      'Commission is released when the invoice is booked. What was released on booking is taken back when the customer has not paid in full after 90 days. It returns when the customer pays within 120 days of booking.',
    ],
    [
      { when: 'year_end' },
      'Commission is released on the last day of the year of the sale, once the customer has paid the invoice in full.',
    ],
  ])('is described in words', (rules, sentence) => expect(due(rules)).toBe(sentence));

  const sale: Releasable = { earned: 50_000, gross: 1_000_000, bookingDate: '2026-02-10', receipts: [] };
  it('a year-end release happens on December 31, or with the first later payment', () => {
    const { release } = planOf({ when: 'year_end' });
    const early = { ...sale, receipts: [{ on: '2026-03-01', amount: 1_000_000 }] };
    const late = { ...sale, receipts: [{ on: '2027-02-01', amount: 1_000_000 }] };
    const days = ['2026-12-30', '2026-12-31', '2027-02-01'];
    expect([early, late].map((one) => days.map((day) => releasedAt(release, one, day)))).toEqual([
      [0, 50_000, 50_000],
      [0, 0, 50_000],
    ]);
    expect(nextReleaseDay(release, early, '2026-03-02')).toBe('2026-12-31');
  });

  it('a memo of a lapsed invoice takes back nothing that was never paid', () => {
    const { release } = planOf({ when: 'on_booking', lapse: { after_days: 90 } });
    const memo: Releasable = {
      ...sale,
      earned: -10_000,
      bookingDate: '2026-06-01',
      saleDay: '2026-02-10',
      credits: [{ on: '2026-06-01', amount: -200_000 }],
    };
    expect(releasedAt(release, memo, '2026-06-01')).toBe(0);
    expect(releasedAt(release, { ...memo, receipts: [{ on: '2026-06-02', amount: 800_000 }] }, '2026-06-02')).toBe(-10_000);
  });

  it('a returned payment lapses the release again', () => {
    const { release } = planOf({ when: 'on_booking', lapse: { after_days: 90 } });
    const receipts = [
      { on: '2026-03-01', amount: 1_000_000 },
      { on: '2026-08-01', amount: -1_000_000 },
    ];
    expect(['2026-07-31', '2026-08-01'].map((day) => releasedAt(release, { ...sale, receipts }, day))).toEqual([50_000, 0]);
    expect(nextReleaseDay(release, sale, '2026-02-10')).toBe('2026-05-12');
  });

  const explained = (rules: unknown, asOf: string, overrides: Partial<Facts> = {}) =>
    explainRecord({ ...facts, plan: planOf(rules), asOf, ...overrides });
  it('Why names the released part, and what the rest waits for', () => {
    const { reason, sentence, takes } = explained(half, facts.asOf);
    expect(reason).toBe('partly_released');
    expect(sentence).toContain('the plan releases 50.0% on booking and 50.0% on full payment');
    expect(takes?.[0]?.kind).toBe('payment');
  });

  it('Why says that a release has lapsed, and how to restore it', () => {
    const rules = { when: 'on_booking', lapse: { after_days: 90, returns_within_days: 120 } };
    const booked = facts.booking.bookingDate;
    const { reason, sentence, status } = explained(rules, addDays(booked, 100));
    expect([reason, status]).toEqual(['lapsed', 'not_due']);
    expect(sentence).toMatch(
      /^Not due: the release on booking ended on .*, because invoice .* was not paid in full by then; it returns when invoice .* is paid in full by .*\.$/,
    );
    expect(explained(rules, addDays(booked, 121)).sentence).toContain('the plan let it return until');
    const paid = [{ on: addDays(booked, 5), amount: facts.computed.amount, state: 'completed' }] as const;
    const over = explained(rules, addDays(booked, 100), { payouts: paid });
    expect([over.reason, over.status]).toEqual(['lapsed', 'over_paid']);
    const full = received([addDays(booked, 110), facts.invoice.gross]);
    expect(explained(rules, addDays(booked, 121), { ...full, payouts: paid }).status).toBe('paid');
  });

  it('Why asks for a payment only if it would restore a lapsed release or release another part', () => {
    const lapse = { after_days: 90, returns_within_days: 120 };
    const parts = [
      { when: 'on_booking', share: 0.5, lapse },
      { when: 'invoice_paid_in_full', share: 0.5 },
    ];
    const booked = facts.booking.bookingDate;
    const isPaymentMissing = (rules: unknown, days: number) =>
      explained(rules, addDays(booked, days)).blocks.some(({ sentence }) => sentence.includes('still lacks'));
    const whole = { when: 'on_booking', lapse };
    expect([isPaymentMissing(whole, 100), isPaymentMissing(whole, 121), isPaymentMissing(parts, 121)]).toEqual([true, false, true]);
  });

  const term = fc.record({
    when: fc.constantFrom(...releaseRules),
    waitDays: fc.constantFrom(0, 1, 20),
    lapse: fc.option(
      fc.record({ afterDays: fc.integer({ min: 21, max: 40 }), returnsWithin: fc.option(fc.integer({ min: 41, max: 60 }), { nil: null }) }),
      {
        nil: undefined,
      },
    ),
  });
  const releases: fc.Arbitrary<Release> = fc
    .tuple(fc.array(term, { minLength: 1, maxLength: 4 }), fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 4, maxLength: 4 }))
    .map(([terms, weights]) => {
      const shares = terms.map((_, index) => (index === terms.length - 1 ? 0 : (weights[index] ?? 0)));
      const rest = PPM - shares.reduce((sum, share) => sum + share, 0);
      const parts = terms.map(({ when, waitDays, lapse }, index) => ({
        when,
        waitDays,
        share: (index === terms.length - 1 ? rest : (shares[index] ?? 0)) / PPM,
        ...(lapse && when === 'on_booking' ? { lapse } : {}),
      }));
      const last = parts.at(-1);
      return { when: last?.when ?? 'on_booking', waitDays: last?.waitDays ?? 0, parts };
    });
  const money = fc.integer({ min: -2_000_000, max: 2_000_000 });
  const histories = fc.record({
    earned: money,
    gross: money,
    receipts: fc.array(fc.tuple(fc.integer({ min: 0, max: 80 }), money), { maxLength: 4 }),
  });

  it('property: the released amount is always between zero and the commission, and changes only on the named days', () =>
    fc.assert(
      fc.property(releases, histories, ({ ...release }, { earned, gross, receipts }) => {
        const start = '2026-11-01';
        const given: Releasable = {
          earned,
          gross,
          bookingDate: start,
          receipts: receipts.map(([on, amount]) => ({ on: addDays(start, on), amount })),
        };
        let next = nextReleaseDay(release, given, start);
        let before = releasedAt(release, given, start);
        for (let day = 1; day <= 110; day += 1) {
          const on = addDays(start, day);
          const now = releasedAt(release, given, on);
          expect(Math.min(0, earned) <= now && now <= Math.max(0, earned)).toBe(true);
          expect(now !== before).toBe(on === next);
          if (on === next) next = nextReleaseDay(release, given, on);
          before = now;
        }
        expect(next).toBeNull();
      }),
      { numRuns: Math.min(numRuns, 300) },
    ));

  it('property: a paid invoice releases everything it earned, in any number of parts, once every wait is over', () =>
    fc.assert(
      fc.property(releases, fc.integer({ min: -900_000, max: 900_000 }), (release, earned) => {
        const paid: Releasable = { earned, gross: 1000, bookingDate: '2026-03-01', receipts: [{ on: '2026-03-02', amount: 1000 }] };
        expect(releasedAt(release, paid, '2027-03-01')).toBe(earned);
        expect(releasableIgnoringWait(release, paid, '2026-03-02')).toBe(earned);
      }),
      { numRuns: Math.min(numRuns, 300) },
    ));

  it('property: the sentence names the share of each part', () =>
    fc.assert(
      fc.property(releases, (release) => {
        const plan = { ...planOf({}), release };
        const sentence = clausesOfPlan(plan, 0, new Map()).find(({ key }) => key === 'due')?.sentence;
        for (const { share } of release.parts ?? []) expect(sentence).toContain(percent(share));
      }),
      { numRuns: 50 },
    ));
});
