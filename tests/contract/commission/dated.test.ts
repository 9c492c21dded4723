import { describe, expect, it } from 'vitest';
import { datedConfig } from '../../../contract/rules/commission/config/dated.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';

const plan = (rate: number, overrides: object = {}) => ({ id: 'default', name: 'Plan', base_commission_rate: rate, ...overrides });
const text = (...plans: object[]) => JSON.stringify({ plans });
const plansOf = (config: string) => JSON.parse(config).plans;

describe('decisions 2.07: a configuration with an effective day', () => {
  it('keeps the old plan until the day before, and uses the new one from that day', () => {
    const dated = datedConfig(text(plan(0.05)), text(plan(0.06)), '2027-01-01');
    expect(plansOf(dated)).toEqual([
      plan(0.06, { effective_from: '2027-01-01', id: 'default-2027-01-01' }),
      plan(0.05, { effective_to: '2026-12-31' }),
    ]);
    expect(parseConfig(dated).errors).toEqual([]);
  });

  it('turns the defaults into a plan with an end', () => {
    const dated = datedConfig('{}', text(plan(0.06)), '2027-01-01');
    expect(plansOf(dated)[1]).toEqual({ id: 'default', name: 'Default plan', effective_to: '2026-12-31' });
    expect(parseConfig(dated).errors).toEqual([]);
  });

  it('replaces an earlier change of the same day, and appends a later one', () => {
    const first = datedConfig(text(plan(0.05)), text(plan(0.06)), '2027-01-01');
    const edited = JSON.stringify({
      plans: plansOf(first).map((item: object, index: number) => (index === 0 ? { ...item, base_commission_rate: 0.07 } : item)),
    });
    expect(plansOf(datedConfig(first, edited, '2027-01-01')).map((item: { id: string }) => item.id)).toEqual([
      'default-2027-01-01',
      'default',
    ]);
    const third = plansOf(datedConfig(first, edited, '2027-04-01'));
    expect(third.map((item: { id: string; effective_to?: string }) => [item.id, item.effective_to])).toEqual([
      ['default-2027-04-01', undefined],
      ['default', '2026-12-31'],
      ['default-2027-01-01', '2027-03-31'],
    ]);
    expect(parseConfig(JSON.stringify({ plans: third })).errors).toEqual([]);
  });

  it('changes nothing but plans, and examples follow their plan', () => {
    const company = JSON.stringify({ plans: [plan(0.05)], second_approval_over: 900 });
    expect(datedConfig(text(plan(0.05)), company, '2027-01-01')).toBe(company);
    const examples = [{ plan: 'default', quota: 1000, rows: [{ net: 100 }], expect: [6] }];
    const dated = datedConfig(text(plan(0.05)), JSON.stringify({ plans: [plan(0.06)], examples }), '2027-01-01');
    expect(JSON.parse(dated).examples[0].plan).toBe('default-2027-01-01');
    expect(parseConfig(dated).errors).toEqual([]);
  });
});
