import { describe, expect, it } from 'vitest';
import { namedAfterLeaving } from '../../../contract/rules/commission/config/namedPeople.ts';

const today = '2026-11-21';
const left = [
  { id: '7', lastDay: '2026-08-15' },
  { id: '8', lastDay: null },
];
const pathsIn = (...plans: object[]) => namedAfterLeaving({ plans }, left, today).map(({ id, path, plan }) => [id, path, plan]);

describe('decisions 2.36: former employees named in a plan', () => {
  it('are found in every clause that names people', () =>
    expect(
      pathsIn({
        id: 'a',
        name: 'A',
        applies_to: { users: ['1', '7'] },
        overlays: [{ user_id: '8', sellers: ['7'], rate: 0.1 }],
        quota: { period: 'quarter', overrides: [{ user_id: '7', period: '2026-Q4', amount: 1, reason: 'x' }] },
      }),
    ).toEqual([
      ['7', 'plans[0].applies_to.users[1]', 'A'],
      ['8', 'plans[0].overlays[0].user_id', 'A'],
      ['7', 'plans[0].overlays[0].sellers[0]', 'A'],
      ['7', 'plans[0].quota.overrides[0].user_id', 'A'],
    ]));

  it.each([
    ['a plan that has ended', { effective_to: '2026-11-20', applies_to: { users: ['7'] } }, 0],
    ['a plan that ends today', { effective_to: today, applies_to: { users: ['7'] } }, 1],
    ['a quota for a quarter in which they were employed', { quota: { overrides: [{ user_id: '7', period: '2026-Q3' }] } }, 0],
    [
      'a quota for a month in which they were employed',
      { quota: { period: 'month', overrides: [{ user_id: '7', period: '2026-08' }] } },
      0,
    ],
    ['a quota for the month after', { quota: { period: 'month', overrides: [{ user_id: '7', period: '2026-09' }] } }, 1],
  ])('%s', (_case, plan, count) => expect(pathsIn({ id: 'a', ...plan })).toHaveLength(count));

  it('count from their last day if they leave later', () => {
    const leaving = [{ id: '9', lastDay: '2026-12-31' }];
    const draft = (effective_from: string) => ({ plans: [{ id: 'a', effective_from, applies_to: { users: ['9'] } }] });
    expect(namedAfterLeaving(draft('2026-12-31'), leaving, today)).toEqual([]);
    expect(namedAfterLeaving(draft('2027-01-01'), leaving, today)).toHaveLength(1);
  });

  it('an invalid draft names the people it has, or nobody', () => {
    for (const draft of [null, { plans: 7 }, { plans: [null, { applies_to: 7 }] }])
      expect(namedAfterLeaving(draft, left, today)).toEqual([]);
    expect(pathsIn({ applies_to: { users: ['7', 3] } })).toHaveLength(1);
  });
});
