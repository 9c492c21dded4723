import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withAmounts } from '../../../contract/rules/commission/engine/parts.ts';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { booked, histories, plans, quotas } from '../support/bookings.ts';
import { adjusted, facts, memo, paid, paidInFull, quota, received, refunded, secondRecord, withRelease } from '../support/facts.ts';

describe('decisions 2.04: the formula with its numbers, the rows, and the blockers', () => {
  it('explains the worked example', () =>
    expect(explainRecord(facts).formula).toEqual([
      { label: 'Up to quota', text: '40,000.00 × 5.0% = 2,000.00', amount: 2000 },
      { label: 'Over quota', text: '20,000.00 × 7.5% = 1,500.00', amount: 1500 },
      { label: 'Commission', text: '3,500.00, 5.8% of 60,000.00', amount: 3500 },
    ]));

  it('gives adjustments, a cap and a memo terms of their own', () => {
    expect(explainRecord({ ...facts, ...adjusted(-50_000) }).formula.slice(-2)).toEqual([
      { label: 'Approved adjustments', text: '-500.00', amount: -500 },
      { label: 'Total', text: '3,500.00 − 500.00 = 3,000.00', amount: 3000 },
    ]);
    const plan = { ...defaultPlan, caps: { perRecord: 300_000, perPeriod: null } };
    const [, capped] = computePeriod(plan, quota, [booked(1, 6_000_000), booked(2, 6_000_000)]);
    expect(explainRecord({ ...facts, plan, computed: capped! }).formula[2]).toEqual({
      label: 'Cap of the plan',
      text: '-500.00',
      amount: -500,
    });
    expect(explainRecord({ ...facts, ...memo }).formula[0]).toEqual({
      label: 'Taken back from invoice 1042-A',
      text: '-40,000.00 × 5.0% = -2,000.00',
      amount: -2000,
    });
  });

  it('shows digits below the cent where the record rounds once', () =>
    expect(
      explainRecord({ ...facts, computed: computePeriod(defaultPlan, quota, [booked(2, 13), booked(1, 9_999_993)])[1]! }).formula,
    ).toEqual([
      { label: 'Up to quota', text: '0.07 × 5.0% = 0.0035', amount: 0 },
      { label: 'Over quota', text: '0.06 × 7.5% = 0.0045', amount: 0.01 },
      { label: 'Commission', text: '0.01, 0.0% of 60,000.00', amount: 0.01 },
    ]));

  it('makes the terms add up to the cent: the rest goes to those that lose most by rounding', () => {
    const drafts = [
      { net: 44_530, rate: 0.05, clause: 'tiers.0' },
      { net: 814_900, rate: 0.075, clause: 'tiers.1' },
    ];
    expect(withAmounts(drafts, 63_344).map(({ amount }) => amount)).toEqual([2_227, 61_117]);
    const taken = drafts.map((part) => ({ ...part, net: -part.net }));
    expect(withAmounts(taken, -63_344).map(({ amount }) => amount)).toEqual([-2_227, -61_117]);
  });

  it('calls a difference a cap only if a cap caused it', () => {
    const retroactive = { ...defaultPlan, tierMode: 'retroactive' } as const;
    const rows = [booked(1, 5_000_001), booked(2, 5_000_006), booked(3, 1_000_007)];
    const last = computePeriod(retroactive, quota, rows).at(-1)!;
    const label = (given: Partial<Facts>) => explainRecord({ ...facts, ...given }).formula.at(-2)?.label;
    expect(label({ plan: retroactive, computed: last })).toBe('Rounding');
    const rest = { net: 0, rate: 0, amount: 50_000, clause: 'memo' };
    expect(label({ ...memo, computed: { ...memo.computed!, amount: -300_000, parts: [...memo.computed!.parts, rest] } })).toBe(
      'As much as was earned on invoice 1042-A',
    );
    const correction = { ...rest, amount: -10_000, clause: 'no_clause' };
    expect(label({ computed: { ...secondRecord!, amount: 340_000, parts: [...secondRecord!.parts, correction] } })).toBe(
      "Corrects the period's total",
    );
  });

  it('before a recomputation, shows the steps of that day and the later amount, or only the recorded amount if the steps are unknown', () => {
    const laterChange = { on: '2026-03-02', amount: 400_000 };
    expect(explainRecord({ ...facts, laterChange }).formula.at(-1)).toEqual({
      label: 'Commission',
      text: '3,500.00, 5.8% of 60,000.00; recomputed to 4,000.00 on Mar 2, 2026',
      amount: 3500,
    });
    expect(explainRecord({ ...facts, laterChange, computed: { ...secondRecord!, parts: [] } }).formula).toEqual([
      { label: 'Commission', text: '3,500.00, as recorded on that day; recomputed to 4,000.00 on Mar 2, 2026', amount: 3500 },
    ]);
  });

  it('names the rows read', () =>
    expect(explainRecord({ ...facts, ...received(['2026-02-01', 240_000]), share: 0.7 }).rows).toEqual([
      { kind: 'plan', label: 'Default plan, version 3', date: null, amount: 100_000, note: 'quota of 2026-Q1' },
      { kind: 'earlier', label: '1 earlier record of 2026-Q1', date: null, amount: 60_000, note: 'net revenue before this record' },
      { kind: 'invoice', label: 'Invoice 1042-A', date: '2026-01-20', amount: 60_000, note: 'gross $6,000.00, 70.0% credited' },
      { kind: 'payment', label: 'Customer payment', date: '2026-02-01', amount: 2400, note: null },
    ]));

  it('names a memo, and reads no earlier records for a record outside the quota', () => {
    expect(explainRecord({ ...facts, ...memo, ...refunded() }).rows.map(({ label }) => label)).toContain('Credit memo CM-9');
    for (const given of [{ excluded: true }, { credit: 'override' }] as const)
      expect(explainRecord({ ...facts, booking: { ...facts.booking, ...given } }).rows.map(({ kind }) => kind)).toEqual([
        'plan',
        'invoice',
      ]);
  });

  const blocks: readonly (readonly [what: string, given: Partial<Facts>, blocks: readonly (readonly [string, RegExp])[]])[] = [
    ['the customer', received(['2026-02-01', 240_000]), [['Invoice 1042-A still lacks $3,600.00.', /customer pays/]]],
    [
      'a payment that is not completed',
      { invoice: { gross: 600_000, receipts: [], expected: [{ on: '2026-05-05', amount: 600_000 }] } },
      [
        ['Invoice 1042-A still lacks $6,000.00.', /customer pays/],
        ['A payment of $6,000.00 of May 5, 2026 is not completed.', /Finance/],
      ],
    ],
    [
      'time',
      { ...paidInFull, ...withRelease('invoice_paid_in_full', 30), asOf: '2026-02-02' },
      [['The plan waits 30 days, until Mar 3, 2026.', /Nobody/]],
    ],
    ['finance', paidInFull, [['$3,500.00 waits for a payout.', /Finance makes the payout/]]],
    [
      'finance, on the next pay day',
      { ...paidInFull, payDays: { rule: 'last_day', last: { month: '2026-05-01', pay_on: '2026-05-31' } } },
      [['$3,500.00 waits for a payout. The next pay day is Jun 30, 2026.', /Finance makes the payout/]],
    ],
    [
      'a payout that waits',
      { ...paidInFull, payouts: [{ on: '2026-05-31', amount: 350_000, state: 'pending' }] },
      [['A payout of $3,500.00 of May 31, 2026 is pending.', /not the person who made it/]],
    ],
    [
      'a payout that failed',
      { ...paidInFull, payouts: [{ on: '2026-05-31', amount: 350_000, state: 'failed' }] },
      [['The payout of $3,500.00 of May 31, 2026 failed.', /tries it again/]],
    ],
    [
      'an adjustment that waits',
      { ...paidInFull, ...paid(['2026-02-28', 350_000]), ...adjusted(60_000, 'pending') },
      [['An adjustment of $600.00 (Wrong customer) waits for approval.', /not its author/]],
    ],
    [
      'too much was paid and the plan takes nothing back',
      { ...paidInFull, ...paid(['2026-02-28', 350_000]), ...adjusted(-50_000) },
      [['$500.00 more was paid than is released.', /automatically/]],
    ],
    [
      'too much was paid and the plan takes it back',
      {
        ...paidInFull,
        ...paid(['2026-02-28', 350_000]),
        ...adjusted(-50_000),
        ...withRelease('invoice_paid_in_full', 0, { clawback: { enabled: true, windowDays: 30, maxShareOfPayout: 0.5 } }),
        asOf: '2026-03-30',
      },
      [['$500.00 more was paid than is released.', /at most 50\.0% of each, until Mar 30, 2026\./]],
    ],
    ['nothing, when all is paid', { ...paidInFull, ...paid(['2026-02-28', 350_000]) }, []],
  ];
  it.each(blocks)('names the people who can unblock: %s', (_what, given, expected) => {
    const result = explainRecord({ ...facts, ...given }).blocks;
    expect(result.map(({ sentence }) => sentence)).toEqual(expected.map(([sentence]) => sentence));
    for (const [index, [, who]] of expected.entries()) expect(result[index]?.who).toMatch(who);
  });

  it('gives every record of any history one sentence, amounts that add up, and a formula that ends in its commission', () =>
    fc.assert(
      fc.property(fc.oneof(plans('marginal'), plans('retroactive')), quotas, histories, (plan, quotaOf, rows) => {
        for (const computed of computePeriod(plan, quotaOf, rows)) {
          const booking = rows.find(({ id }) => id === computed.id)!;
          const made = explainRecord({ ...facts, plan, booking, computed, invoice: { ...facts.invoice, gross: booking.gross } });
          expect(made.sentence).toMatch(/^(Due|Not due|Paid|Partially paid|Overpaid): .+\.$/);
          expect(made.formula.at(-1)?.amount).toBe(made.amounts.commission);
          const terms = made.formula.slice(0, -1);
          expect(terms.reduce((sum, { amount }) => sum + toCents(amount), 0)).toBe(toCents(made.amounts.commission));
          for (const { label } of terms) expect(label).not.toBe('Cap of the plan');
          const { total, released, paid: paidOut, due } = made.amounts;
          const [C, D, P, U] = [total, released, paidOut, due].map(toCents);
          expect(C).toBe(P! + U! + (C! - D!));
        }
      }),
    ));
});
