import { describe, expect, it } from 'vitest';
import { auditChangesOf } from '../../../server/domain/audit/historyText.ts';

const changes = (before: object | string, after: object | string) => {
  const text = (config: object | string) => ({ commissions_config: typeof config === 'string' ? config : JSON.stringify(config) });
  return auditChangesOf('settings', text(before), text(after)).map((change) => [change.field, change.before, change.after]);
};
const plan = (more: object = {}) => ({ plans: [{ id: 'default', name: 'Sellers', ...more }] });

describe('decisions 4.05: a saved configuration in the audit log', () => {
  it('names the changed sentences, not the JSON', () =>
    expect(changes(plan(), plan({ caps: { per_period: 8000 } }))).toEqual([
      ['Sellers', null, 'A person earns $8,000.00 a quarter at most.'],
    ]));

  it('names people by their numbers', () =>
    expect(changes(plan({ applies_to: { users: ['5'] } }), plan({ applies_to: { users: ['6'] } }))).toEqual([
      ['Sellers', 'It applies to person 5.', 'It applies to person 6.'],
    ]));

  it('shows the values of keys without a sentence, and nothing for other spacing', () => {
    expect(changes({ invoice_address: ['Tempe'] }, { invoice_address: ['Mesa'] })).toEqual([['invoice_address', '["Tempe"]', '["Mesa"]']]);
    expect(changes('{}', '{ }')).toEqual([]);
  });

  it('shows texts that cannot be read as they are', () => expect(changes('{', '{}')).toEqual([['Commissions config', '{', '{}']]));
});
