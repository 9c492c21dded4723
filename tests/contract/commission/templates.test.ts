import { describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import {
  configValue,
  type PlanTemplate,
  planTemplates,
  withConfigValue,
  withPlan,
} from '../../../contract/rules/commission/config/templates.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { lineOf, pathAt } from '../../../contract/rules/jsonLines.ts';

const names = Object.keys(planTemplates) as PlanTemplate[];
const idsIn = (text: string | null): unknown[] => (JSON.parse(text ?? '{}').plans ?? []).map(({ id }: { id: string }) => id);

describe('decisions 2.07: plan templates', () => {
  it.each(names)('%s can be saved unchanged if it is the only plan', (name) =>
    expect(parseConfig(withPlan('{}', name, messages.planEditor.templates[name]) ?? '').errors).toEqual([]),
  );

  it('a second plan leaves the first alone, has its own id and names nobody yet, which its error says at its path', () => {
    const two = withPlan('{"second_approval_over": 750, "plans": [{"id": "flat"}]}', 'flat', 'One rate');
    expect([idsIn(two), JSON.parse(two ?? '{}').second_approval_over]).toEqual([['flat', 'flat_2'], 750]);
    expect(parseConfig(two ?? '').errors).toEqual([{ path: 'plans[1].applies_to', message: 'names nobody: give roles or users' }]);
  });

  it.each(['', '   '])('treats the blank text %j as {}', (text) => expect(idsIn(withPlan(text, 'flat', 'One rate'))).toEqual(['flat']));
  it.each(['{', '[]', '7', 'null'])('adds nothing to %j, which is not a JSON object', (text) =>
    expect(withPlan(text, 'flat', 'One rate')).toBeNull(),
  );
});

describe('decisions 2.07: company-wide rules in a form', () => {
  it('writes, reads and removes a company value, with its empty parent', () => {
    const changed = withConfigValue('{"plans":[]}', 'payout.day', 15) ?? '';
    expect([JSON.parse(changed), configValue(changed, 'payout.day')]).toEqual([{ plans: [], payout: { day: 15 } }, 15]);
    const both = withConfigValue(changed, 'payout.approvers', ['admin']) ?? '';
    expect(JSON.parse(withConfigValue(both, 'payout.day', undefined) ?? '')).toEqual({ plans: [], payout: { approvers: ['admin'] } });
    expect(JSON.parse(withConfigValue(changed, 'payout.day', undefined) ?? '')).toEqual({ plans: [] });
    expect(JSON.parse(withConfigValue('', 'second_approval_over', 750) ?? '')).toEqual({ second_approval_over: 750 });
    expect([withConfigValue('[]', 'payout.day', 1), configValue('{', 'payout.day')]).toEqual([null, undefined]);
  });
});

describe('decisions 2.07: help for each key', () => {
  const text = '{\n  "plans": [\n    { "id": "a", "quota": { "amount": 1 } }\n  ]\n}';
  it.each([
    ['"plans"', 'plans'],
    ['"id"', 'plans[0].id'],
    ['"amount"', 'plans[0].quota.amount'],
  ])('finds the key at the cursor: %s is on %s', (word, path) => expect(pathAt(text, text.indexOf(word) + 1)).toBe(path));
  it('finds no key before the first one, and the one before the break in broken text', () => {
    expect(pathAt(text, 0)).toBe('');
    expect(pathAt('{"plans": [{"id": ', 13)).toBe('plans[0].id');
    expect(lineOf(text, 'plans[0].quota.amount')).toBe(3);
  });
});
