import { describe, expect, it } from 'vitest';
import { textChanges } from '../../../contract/rules/commission/clauses/textChanges.ts';

const text = (...plans: object[]): string => JSON.stringify({ plans });
const sellers = { id: 'a', name: 'Sellers', applies_to: { roles: ['salesperson'] }, over_quota_commission_rate: 0.075 };
const names = new Map([['7', 'Sam Sales']]);
const sentences = (before: string, after: string) =>
  textChanges(before, after, names)?.map(({ plan, before: was, after: is }) => [plan, was, is]);

describe('decisions 2.36: two texts compared in words', () => {
  it('describes changed, added and removed clauses in the plan’s sentences', () => {
    const before = text({ ...sellers, caps: { per_period: 50_000 } });
    const after = text({ ...sellers, over_quota_commission_rate: 0.08, minimum_per_record: 50 });
    expect(sentences(before, after)).toEqual([
      ['Sellers', 'Net revenue over the quota earns 7.5%.', 'Net revenue over the quota earns 8.0%.'],
      ['Sellers', null, expect.stringContaining('$50.00')],
      ['Sellers', expect.stringContaining('$50,000.00'), null],
    ]);
  });

  it('lists new and removed plans, and company rules', () => {
    const other = { id: 'b', name: 'Own', applies_to: { users: ['7', '99'] } };
    const added = sentences(text(sellers), text(sellers, other)) ?? [];
    expect(added[0]).toEqual(['Own', null, 'The plan Own was added.']);
    const terms = added.map(([, , sentence]) => sentence);
    for (const term of [
      'It applies to Sam Sales and user 99.',
      'Net revenue over the quota earns 7.5%.',
      'Commission is released when the customer has paid the invoice in full.',
    ])
      expect(terms).toContain(term);
    const removed = sentences(text(sellers, other), text(sellers)) ?? [];
    expect(removed[0]).toEqual(['Own', 'There was a plan Own.', null]);
    expect(removed.slice(1)).toEqual(added.slice(1).map(([plan, , sentence]) => [plan, sentence, null]));
    const over = (second_approval_over: number) => JSON.stringify({ plans: [sellers], second_approval_over });
    expect(sentences(over(500), over(900))).toEqual([
      [expect.any(String), expect.stringContaining('$500'), expect.stringContaining('$900')],
    ]);
  });

  it('names people, and shows the ids of unknown ones', () => {
    const quotas = (...ids: string[]) => ({
      ...sellers,
      quota: { amount: 100_000, overrides: ids.map((user_id) => ({ user_id, period: '2026-Q4', amount: 1000, reason: 'New' })) },
    });
    const after = sentences(text(quotas()), text(quotas('7', '99')))?.map(([, , is]) => is);
    expect(after).toEqual([expect.stringContaining('Sam Sales'), expect.stringContaining('user 99')]);
  });

  it('names the people of an overlay', () => {
    const overlay = { ...sellers, overlays: [{ user_id: '7', sellers: ['99'], rate: 0.01 }] };
    const [[, , added] = []] = sentences(text(sellers), text(overlay)) ?? [];
    expect(added).toMatch(/Sam Sales .*user 99/);
  });

  it('reads plans whose example no longer holds, and nothing from broken text', () => {
    const wrong = JSON.stringify({ plans: [sellers], examples: [{ rows: [1000], expect: [1] }] });
    expect(sentences(text(sellers), wrong)).toEqual([]);
    for (const broken of ['{', '{"plans":7}']) expect(textChanges(text(sellers), broken, names)).toBeNull();
  });
});
