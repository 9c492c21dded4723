import { describe, expect, it } from 'vitest';
import { auditChangesOf } from '../../../server/domain/audit/historyText.ts';

const changes = (before: object | string, after: object | string) => {
  const text = (config: object | string) => ({ commissions_config: typeof config === 'string' ? config : JSON.stringify(config) });
  return auditChangesOf('settings', text(before), text(after)).map((change) => [change.field, change.before, change.after]);
};
const plan = (overrides: object = {}) => ({ plans: [{ id: 'default', name: 'Sellers', ...overrides }] });

describe('decisions 4.05: configuration changes in the audit log', () => {
  it('names the changed sentences, not the JSON', () =>
    expect(changes(plan(), plan({ caps: { per_period: 8000 } }))).toEqual([
      ['Sellers', null, 'A person earns $8,000.00 a quarter at most.'],
    ]));

  it('names people by their numbers', () =>
    expect(changes(plan({ applies_to: { users: ['5'] } }), plan({ applies_to: { users: ['6'] } }))).toEqual([
      ['Sellers', 'It applies to person 5.', 'It applies to person 6.'],
    ]));

  it('shows values of keys without a sentence, and ignores whitespace changes', () => {
    expect(changes({ invoice_address: ['Tempe'] }, { invoice_address: ['Mesa'] })).toEqual([['invoice_address', '["Tempe"]', '["Mesa"]']]);
    expect(changes('{}', '{ }')).toEqual([]);
  });

  it('lists every sentence of a new plan and of a removed one', () => {
    const two = {
      plans: [
        ...plan({ applies_to: { roles: ['salesperson'] } }).plans,
        { id: 'two', name: 'Two', quota: { amount: 1000 }, applies_to: { roles: ['admin'] } },
      ],
    };
    const added = changes(plan({ applies_to: { roles: ['salesperson'] } }), two);
    const sentences = added.map(([, , after]) => after);
    expect(sentences).toContain('The plan Two was added.');
    expect(sentences.some((sentence) => sentence?.includes('$1,000.00'))).toBe(true);
    expect(added.length).toBeGreaterThan(6);
    expect(changes(two, plan({ applies_to: { roles: ['salesperson'] } })).slice(1)).toEqual(
      added.slice(1).map(([field, before, after]) => [field, after, before]),
    );
  });

  it('shows the JSON of parts without a sentence, whatever else changes', () => {
    const planNamed = (name: string, prize: number) =>
      plan({ contests: [{ id: 'best', name, metric: 'won_deals', within: 'month', prizes: [prize] }] });
    const json = (name: string, prize: number) =>
      `[{"id":"best","metric":"won_deals","name":"${name}","prizes":[${prize}],"within":"month"}]`;
    expect(changes(planNamed('A', 100), planNamed('B', 100))).toEqual([['Sellers: contests', json('A', 100), json('B', 100)]]);
    expect(changes(planNamed('A', 100), planNamed('B', 200)).at(-1)).toEqual(['Sellers: contests', json('A', 100), json('B', 200)]);
    expect(changes({ ...planNamed('A', 100), invoice_address: ['Tempe'] }, { ...planNamed('B', 100), invoice_address: ['Mesa'] })).toEqual([
      ['Sellers: contests', json('A', 100), json('B', 100)],
      ['invoice_address', '["Tempe"]', '["Mesa"]'],
    ]);
    expect(changes(planNamed('A', 100), planNamed('A', 200))).toHaveLength(1);
  });

  it('shows unreadable texts as they are', () => expect(changes('{', '{}')).toEqual([['Commissions config', '{', '{}']]));
});
