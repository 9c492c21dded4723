import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SummaryFigure } from '../../../src/machines/commissions/commissions.machine.ts';
import { reliableRates } from '../../../src/screens/commissions/connectCommissions.ts';
import { getFigureReason } from '../../../src/screens/commissions/figures.ts';
import { figures, formula, summary, why } from './figuresCases.ts';

afterEach(cleanup);

describe('decisions 2.04: the reason of a summary figure', () => {
  it.each(figures.map((figure) => [figure]))('%s says what it is, for whom and when', (figure) => {
    const [sentence = ''] = why(figure).sentences;
    expect(sentence).toContain('Sam Sales');
    expect(sentence).toContain('Nov 21, 2026');
    expect(sentence).toContain(figure.startsWith('ytd') ? 'Jan 1, 2026' : 'Nov 1, 2026');
    expect(sentence).not.toMatch(/[{}]/);
  });

  it.each<[SummaryFigure, string[]]>([
    ['total_commission', ['Commission | $3,500.01', '+ Adjustments | $20.05', '= Total commission | $3,520.06']],
    ['total_commission_due', ['Due | 2 rows | $700.00', '+ Partially paid | 1 row | $200.00', '= Due | $900.00']],
    [
      'total_commission_paid',
      ['Paid | 1 row | $400.00', '+ Partially paid | 1 row | $300.00', '+ Overpaid | 1 row | $400.00', '= Paid | $1,100.00'],
    ],
    ['total_commission_earned', ['Commission | $3,500.01', '+ Approved adjustments of these rows | $40.05', '= Earned | $3,540.06']],
    ['quota_attainment', ['Commissionable sales | $60,000.00', '÷ Quota | $22,826.09', '= Quota attainment | 262.9%']],
    ['quota_amount', ['Days from Nov 1, 2026 to Nov 21, 2026 | 21', '× average quota per day | $1,086.96', '= Quota | $22,826.09']],
    ['period_net_revenue', ['Base revenue | $40,000.00', '+ Over-quota revenue | $20,000.00', '= Net revenue | $60,000.00']],
    ['base_revenue', ['Net revenue | $60,000.00', '− Over-quota revenue | $20,000.00', '= Base revenue | $40,000.00']],
    ['over_quota_revenue', ['Net revenue | $60,000.00', '− Base revenue | $40,000.00', '= Over-quota revenue | $20,000.00']],
    [
      'period_commission',
      [
        'Base revenue | $40,000.00 × 5.0% | $2,000.00',
        '+ Over-quota revenue | $20,000.00 × 7.5% | $1,500.00',
        '+ Each row rounded to the cent | $0.01',
        '= Commission | $3,500.01',
      ],
    ],
    ['total_adjustments', []],
    ['effective_commission_rate', ['Commission | $3,500.01', '÷ Net revenue | $60,000.00', '= Effective rate | 5.8%']],
    ['average_deal_size', ['Net revenue of the sales | $65,000.00', '÷ Number of sales | 5', '= Average deal size | $13,000.00']],
    ['total_commissionable_sales', ['Net revenue | $60,000.00', '= Commissionable sales | $60,000.00']],
    [
      'ytd_progress',
      ['Jan 1, 2026 to Oct 31, 2026 | $250,000.00', '+ Nov 1, 2026 to Nov 21, 2026 | $60,000.00', '= Year to date | $310,000.00'],
    ],
    [
      'ytd_target',
      ['Days from Jan 1, 2026 to Nov 21, 2026 | 325', '× average quota per day | $1,086.96', '= Year-to-date target | $353,260.87'],
    ],
  ])('decisions 2.04: %s has a formula with its numbers', (figure, expected) => expect(formula(figure)).toEqual(expected));

  it('unreleased and overpaid amounts are listed separately, each with the person who can resolve it', () => {
    const sentencesFor = (figure: SummaryFigure) => why(figure).blockers?.map(({ sentence }) => sentence);
    const [payout, unreleased] = ['$900.00 waits for a payout.', '$1,640.06 is earned and not released yet.'];
    const overpaidText = 'Overpaid rows had $400.00 paid out; they earned $300.00.';
    expect(sentencesFor('total_commission_due')).toEqual([payout, unreleased]);
    expect(sentencesFor('total_commission_paid')).toEqual([payout, overpaidText]);
    expect(sentencesFor('total_commission_earned')).toEqual([payout, unreleased, overpaidText]);
    expect(why('total_commission_due').blockers?.[0]?.who).toBe('Finance makes the payout, and another person approves it.');
    expect(sentencesFor('quota_amount')).toBeUndefined();
    const settled = { total_commission_due: 0, by_status: [{ status: 'paid', records: 1, earned: 9, paid: 9, due: 0 }] } as const;
    expect(why('total_commission_paid', { ...settled, by_status: [...settled.by_status] }).blockers).toEqual([]);
  });

  it('only the total shows changes since the last statement', () => {
    expect(figures.filter((figure) => why(figure).hasChanges)).toEqual(['total_commission']);
  });

  it('the rows behind a figure are filtered by its statuses', () => {
    expect(why('total_commission_due').rows).toEqual(['due', 'not_due', 'partially_paid']);
    expect(why('total_commission_paid').rows).toEqual(['paid', 'partially_paid', 'over_paid']);
    expect(why('period_net_revenue').rows).toEqual(['', 'due', 'not_due', 'paid', 'partially_paid', 'over_paid']);
  });

  it('covers a range that begins before the year, and a quota of zero', () => {
    const summaryView = { summary, range: { start_date: '2025-12-01', end_date: '2026-01-31' }, who: 'Sam Sales' };
    expect(getFigureReason('ytd_progress', summaryView).terms).toEqual([['= Year to date', '', '$310,000.00']]);
    expect(formula('quota_attainment', { quota_attainment: null }).at(-1)).toBe('= Quota attainment | —');
    expect(why('quota_attainment', { quota_attainment: null }).sentences[1]).toContain('nothing to divide by');
  });
});

describe('rates that do not explain the commission', () => {
  it('decisions 2.06: excluded revenue is net revenue, and counts toward no quota', () => {
    expect(formula('total_commissionable_sales', { total_commissionable_sales: 45_000 })).toEqual([
      'Net revenue | $60,000.00',
      '− Excluded by the plan, or shares of a team | $15,000.00',
      '= Commissionable sales | $45,000.00',
    ]);
    expect(formula('ytd_progress', { total_commissionable_sales: 45_000 })[1]).toBe('+ Nov 1, 2026 to Nov 21, 2026 | $45,000.00');
  });

  it('decisions 2.06: a single rate is shown only if it explains the commission', () => {
    expect(reliableRates(summary)).toEqual({ base: 0.05, over: 0.075 });
    // Three tiers or an invoice's own rate: the 60,000 earn more than 5% and 7.5% would give.
    expect(reliableRates({ ...summary, period_commission: 3_700 })).toEqual({ base: null, over: null });
    const below = { ...summary, base_revenue: 60_000, over_quota_revenue: 0, period_commission: 3_700 };
    expect(reliableRates(below)).toEqual({ base: null, over: 0.075 });
  });

  it('spec 3.06, 9.05: a provider without rows by status has its rates shown as sent', () => {
    const { by_status: _parts, ...foreign } = summary;
    expect(reliableRates({ ...foreign, period_commission: 9_000 })).toEqual({ base: 0.05, over: 0.075 });
    expect(reliableRates({ base_commission_rate: 0.05, over_quota_commission_rate: 0.075 })).toEqual({ base: 0.05, over: 0.075 });
  });

  it('several rates replace the numbers in the formula of the commission', () => {
    expect(formula('period_commission', { base_commission_rate: null })).toEqual([
      'Net revenue | $60,000.00',
      '× Effective rate | 5.8%',
      '= Commission | $3,500.01',
    ]);
    expect(why('period_commission', { base_commission_rate: null }).sentences[1]).toContain('several rates');
    expect(why('base_revenue', { base_commission_rate: null }).sentences.at(-1)).toContain('several rates');
    expect(why('base_revenue').sentences.at(-1)).toBe('It earns 5.0%.');
  });
});
