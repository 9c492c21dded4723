import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DraftPath, parseDraft, pathText, valueAt, withValueAt, writeDraft } from '../../../contract/rules/commission/config/draft.ts';

const manual = readFileSync(new URL('../../../docs/plans.md', import.meta.url), 'utf8');
/** The JSON examples of the manual, each as a full configuration. */
const examples: readonly unknown[] = [...manual.matchAll(/```json\n(.*?)\n```/gs)].map(([, json = '']) => {
  const value = JSON.parse(json) as Readonly<{ plan?: object; more?: readonly object[]; company?: object }>;
  return value.plan ? { ...value.company, plans: [value.plan, ...(value.more ?? [])] } : value;
});

const leavesOf = (value: unknown, path: DraftPath = []): DraftPath[] => {
  if (Array.isArray(value)) return value.flatMap((one, index) => leavesOf(one, [...path, index]));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
  return [path];
};

describe('decisions 2.35: editing a draft loses nothing', () => {
  it('keeps every example of docs/plans.md when a value is changed and changed back', () => {
    expect(examples.length).toBeGreaterThan(70);
    for (const example of examples) {
      const draft = parseDraft(JSON.stringify(example));
      expect(draft).toEqual(example);
      for (const path of leavesOf(draft)) {
        const changed = withValueAt(draft, path, 'typed');
        expect(valueAt(changed, path)).toBe('typed');
        expect(JSON.stringify(withValueAt(changed, path, valueAt(draft, path)))).toBe(JSON.stringify(draft));
      }
      expect(parseDraft(writeDraft(draft ?? {}))).toEqual(example);
    }
  });

  it('keeps the values and places of unknown and unusual keys', () => {
    const text = '{"plans":[{"id":"a","__proto__":{"x":1},"new_key":[null,{"":0}],"quota":null}],"1":true}';
    const draft = withValueAt(parseDraft(text) ?? {}, ['plans', 0, 'quota', 'amount'], 5);
    expect(JSON.stringify(draft)).toBe('{"1":true,"plans":[{"id":"a","__proto__":{"x":1},"new_key":[null,{"":0}],"quota":{"amount":5}}]}');
    expect(JSON.stringify(withValueAt(draft, ['plans', 0, 'quota'], null))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('removes a value with its key, and an entry with its position', () => {
    const draft = { plans: [{ id: 'a' }, { id: 'b', name: 'B' }] };
    expect(withValueAt(draft, ['plans', 1, 'name'], undefined)).toEqual({ plans: [{ id: 'a' }, { id: 'b' }] });
    expect(withValueAt(draft, ['plans', 0], undefined)).toEqual({ plans: [{ id: 'b', name: 'B' }] });
    expect(withValueAt({}, ['plans', 0, 'tiers', 0, 'from'], 0)).toEqual({ plans: [{ tiers: [{ from: 0 }] }] });
    expect(pathText(['plans', 0, 'tiers', 1, 'from'])).toBe('plans[0].tiers[1].from');
  });

  it.each(['{', '[]', '1', '{"a":1,"a":2}', '{"plans":[{"id":"a","id":"b"}]}'])('%s has no clauses to edit', (text) =>
    expect(parseDraft(text)).toBeNull(),
  );
});
