import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../contract/rules/commission/config.ts';

const errorsOf = (config: object) => parseConfig(JSON.stringify(config)).errors;
const before = { id: 'before', effective_to: '2026-05-14' };
const after = { id: 'after', effective_from: '2026-05-15' };
const devices = { id: 'devices', match: { activity_type: 'Devices' }, amount: 1000 };
const others = { id: 'others', amount: 1000 };
const steps = [{ quota: 'devices', base_commission_rate: 0.1, over_quota_commission_rate: 0.2 }];
const sale = (net: number, plan: string, activity_type = 'Devices') => ({ net, plan, activity_type });

describe('issue 49: quota parts across plan versions (decisions 2.21)', () => {
  it.each<readonly [string, object, object, readonly object[], readonly number[]]>([
    [
      'sales from before the parts count toward them: 800 of 1,000, then 200 · 10% + 200 · 20%',
      {},
      { quota: { parts: [devices, others] }, rates: steps },
      [sale(800, 'before'), sale(400, 'after')],
      [40, 60],
    ],
    [
      'a part keeps its sales under its id, whatever it matches next: 800 devices, then 200 · 10% + 200 · 20% for services',
      { quota: { parts: [devices, others] }, rates: steps },
      { quota: { parts: [{ ...devices, match: { activity_type: 'Services' } }, others] }, rates: steps },
      [sale(800, 'before'), sale(400, 'after', 'Services')],
      [80, 60],
    ],
    [
      'a part with a new id counts the earlier sales that match it',
      { quota: { parts: [devices, others] }, rates: steps },
      { quota: { parts: [{ ...devices, id: 'hardware' }, others] }, rates: [{ ...steps[0], quota: 'hardware' }] },
      [sale(800, 'before'), sale(400, 'after')],
      [80, 60],
    ],
    [
      'a memo of an earlier sale removes it from the part: 400 · 10%',
      {},
      { quota: { parts: [devices, others] }, rates: steps },
      [sale(800, 'before'), { ...sale(-800, 'after'), credit_of: 1 }, sale(400, 'after')],
      [40, -40, 40],
    ],
    [
      'a condition on a part counts the earlier sales: 95% of 1,000 opens the accelerator',
      { quota: { amount: 2000 } },
      { quota: { parts: [devices, others] }, gates: [{ when: { metric: 'attainment', quota: 'devices', level: 0.95 } }] },
      [sale(950, 'before'), sale(1050, 'after', 'Services'), sale(100, 'after', 'Services')],
      [47.5, 52.5, 7.5],
    ],
  ])('%s', (_what, first, second, rows, expected) => {
    const examples = [{ plan: 'after', quota: 2000, rows, expect: expected }];
    expect(
      errorsOf({
        plans: [
          { ...after, ...second },
          { ...before, ...first },
        ],
        examples,
      }),
    ).toEqual([]);
  });

  const phones = { ...devices, match: { activity_type: 'Phones' } };
  it.each<readonly [string, object]>([
    ['a plan for other people', { id: 'vp', applies_to: { roles: ['vp_sales'] }, quota: { parts: [phones, others] } }],
    ['a version for other years', { id: 'years_ago', effective_to: '2024-12-31', quota: { parts: [phones, others] }, rates: steps }],
  ])('%s with a part of the same name takes no sales from it', (_what, plan) => {
    const mine = { applies_to: { roles: ['salesperson'] } };
    const years = { ...before, effective_from: '2025-01-01' };
    const plans = [
      { ...mine, ...after, quota: { parts: [devices, others] }, rates: steps },
      { ...mine, ...years },
      { ...mine, ...plan },
    ];
    const examples = [{ plan: 'after', quota: 2000, rows: [sale(800, 'before'), sale(400, 'after')], expect: [40, 60] }];
    expect(errorsOf({ plans, examples })).toEqual([]);
  });

  it('a gate on a part reads the part of its own plan', () => {
    const gates = [{ when: { metric: 'attainment', quota: 'devices', level: 0.8 } }];
    const plans = [
      { ...after, quota: { parts: [devices, others] }, gates },
      before,
      { id: 'vp', applies_to: { roles: ['vp_sales'] }, quota: { parts: [phones, others] } },
    ].map((plan) => ({ applies_to: { roles: ['salesperson'] }, ...plan }));
    const rows = [sale(800, 'before'), sale(1200, 'after', 'Services'), sale(100, 'after', 'Services')];
    expect(errorsOf({ plans, examples: [{ plan: 'after', quota: 2000, rows, expect: [40, 60, 7.5] }] })).toEqual([]);
  });
});
