import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkCase, ids, type Name, type PlanCase, recordsOf } from '../support/planCase.ts';

const manual = readFileSync(new URL('../../../docs/plans.md', import.meta.url), 'utf8');
const cases = [...manual.matchAll(/^\*\*(\d+)\. “(.*?)”\*\* (.*?)\n\n```json\n(.*?)\n```/gms)].map(
  ([, number = '', sentence = '', hand = '', json = '']) => ({ number: Number(number), sentence, hand, of: JSON.parse(json) as PlanCase }),
);

describe('decisions 2.08: plan sentences as companies write them', () => {
  it('are numbered consecutively from 1', () => {
    const numbers = cases.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect([numbers[0], numbers.length >= 40]).toEqual([1, true]);
  });

  it.each(cases)('$number. $sentence', ({ of: planCase, hand }) => checkCase(planCase, hand));

  it('credit nobody beyond the sentence', () => {
    for (const { of: planCase, number } of cases) {
      const paid = (Object.keys(ids) as Name[]).filter((name) => recordsOf(name, planCase).length > 0);
      expect(paid.sort(), `sentence ${number}`).toEqual(Object.keys(planCase.earned).sort());
    }
  });
});
