import { describe, expect, it } from 'vitest';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { facts, memo } from '../support/facts.ts';

const traced: Facts = {
  ...facts,
  userId: '7',
  planIndex: 1,
  invoice: {
    gross: 600_000,
    receipts: [{ on: '2026-02-01', amount: 240_000, id: '31', source: 'Entered by Fay Finance on Feb 1, 2026' }],
    expected: [{ on: '2026-02-02', amount: 1_000, id: '32' }],
    source: 'From the file sales.csv',
  },
  memos: [{ invoiceNumber: 'CM-1', on: '2026-03-01', net: -2_000, id: '3' }],
  adjustments: [{ on: '2026-03-10', amount: 2_000, reason: 'First', state: 'approved', id: '41' }],
  payouts: [{ on: '2026-02-28', amount: 350_000, state: 'completed', id: '51' }],
};

describe('decisions 2.04: every row read is a link, and a leaf names its source', () => {
  it('each row has its kind and id, the plan its version and clause, earlier records their person and days', () =>
    expect(explainRecord(traced).rows.map(({ kind, ref, source, clause, records }) => [kind, ref ?? records, clause ?? source])).toEqual([
      ['plan', { kind: 'config', id: '3' }, 'plans[1].quota'],
      ['earlier', { user_id: '7', start_date: '2026-01-01', end_date: '2026-01-20' }, undefined],
      ['invoice', { kind: 'invoice', id: '2' }, 'From the file sales.csv'],
      ['invoice', { kind: 'invoice', id: '3' }, undefined],
      ['payment', { kind: 'payment', id: '31' }, 'Entered by Fay Finance on Feb 1, 2026'],
      ['payment', { kind: 'payment', id: '32' }, undefined],
      ['adjustment', { kind: 'adjustment', id: '41' }, undefined],
      ['payout', { kind: 'payout', id: '51' }, undefined],
    ]));

  it('each step of the formula links to the clause that priced it', () => {
    const clauses = (given: Partial<Facts>) => explainRecord({ ...traced, adjustments: [], ...given }).formula.map(({ clause }) => clause);
    expect(clauses({})).toEqual(['plans[1].base_commission_rate', 'plans[1].over_quota_commission_rate', undefined]);
    expect(clauses({ plan: { ...defaultPlan, ratesAs: 'tiers' } })).toEqual(['plans[1].tiers[0]', 'plans[1].tiers[1]', undefined]);
    const pricedBy = (clause: string) => ({
      computed: { ...facts.computed, parts: [{ net: 6_000_000, rate: 0.01, amount: 60_000, clause }], amount: 60_000 },
    });
    expect(clauses(pricedBy('override.sales_manager'))[0]).toBe('plans[1].team_override');
    expect(clauses(pricedBy('exclude.1'))[0]).toBe('plans[1].exclude[1]');
    expect(clauses(pricedBy('own_rate'))[0]).toBeUndefined();
    expect(clauses(pricedBy('cap.record'))[0]).toBe('plans[1].caps.per_record');
    expect(clauses(pricedBy('cap.period'))[0]).toBe('plans[1].caps.per_period');
  });

  it('a credit memo links to its invoice', () =>
    expect(explainRecord({ ...traced, ...memo, takesBackId: '2' }).formula[0]?.ref).toEqual({ kind: 'invoice', id: '2' }));

  it('nothing is linked without ids, as for a record that is only computed', () =>
    expect(explainRecord(facts).rows.every(({ ref, records, clause }) => !ref && !records && !clause)).toBe(true));
});
