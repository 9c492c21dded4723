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

describe('decisions 2.07: plans to begin with', () => {
  it.each(names)('%s is a configuration that may be saved as it is, where it is the only plan', (name) =>
    expect(parseConfig(withPlan('{}', name, messages.planEditor.templates[name]) ?? '').errors).toEqual([]),
  );

  it('a second plan keeps what is there, has an id of its own, and names nobody yet, which its error says at its place', () => {
    const two = withPlan('{"second_approval_over": 750, "plans": [{"id": "flat"}]}', 'flat', 'One rate');
    expect([idsIn(two), JSON.parse(two ?? '{}').second_approval_over]).toEqual([['flat', 'flat_2'], 750]);
    expect(parseConfig(two ?? '').errors).toEqual([{ path: 'plans[1].applies_to', message: 'names nobody: give roles or users' }]);
  });

  it.each(['', '   '])('a blank text %j is as {}', (text) => expect(idsIn(withPlan(text, 'flat', 'One rate'))).toEqual(['flat']));
  it.each(['{', '[]', '7', 'null'])('a text that is no JSON object %j takes none', (text) =>
    expect(withPlan(text, 'flat', 'One rate')).toBeNull(),
  );
});

describe('decisions 2.07: company-wide rules as a form', () => {
  it("a value of the company's is written, read and taken out, with what holds nothing then", () => {
    const changed = withConfigValue('{"plans":[]}', 'payout.day', 15) ?? '';
    expect([JSON.parse(changed), configValue(changed, 'payout.day')]).toEqual([{ plans: [], payout: { day: 15 } }, 15]);
    const both = withConfigValue(changed, 'payout.approvers', ['admin']) ?? '';
    expect(JSON.parse(withConfigValue(both, 'payout.day', undefined) ?? '')).toEqual({ plans: [], payout: { approvers: ['admin'] } });
    expect(JSON.parse(withConfigValue(changed, 'payout.day', undefined) ?? '')).toEqual({ plans: [] });
    expect(JSON.parse(withConfigValue('', 'second_approval_over', 750) ?? '')).toEqual({ second_approval_over: 750 });
    expect([withConfigValue('[]', 'payout.day', 1), configValue('{', 'payout.day')]).toEqual([null, undefined]);
  });
});

describe('decisions 2.07: help per key', () => {
  const text = '{\n  "plans": [\n    { "id": "a", "quota": { "amount": 1 } }\n  ]\n}';
  it.each([
    ['"plans"', 'plans'],
    ['"id"', 'plans[0].id'],
    ['"amount"', 'plans[0].quota.amount'],
  ])('the cursor on %s is on %s', (word, path) => expect(pathAt(text, text.indexOf(word) + 1)).toBe(path));
  it('before everything it is on nothing, and in a broken text on what came before the break', () => {
    expect(pathAt(text, 0)).toBe('');
    expect(pathAt('{"plans": [{"id": ', 13)).toBe('plans[0].id');
    expect(lineOf(text, 'plans[0].quota.amount')).toBe(3);
  });
});
