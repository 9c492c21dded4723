import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOfKey } from '../../../contract/rules/commission/clauses/clause.ts';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { keyOfPart } from '../../../contract/rules/commission/clauses/shares.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { type Leader, shareByKey, teamShareOf } from '../../../contract/rules/commission/team.ts';
import { booked } from '../support/bookings.ts';

const errorsOf = (plan: object) => parseConfig(JSON.stringify({ plans: [plan] })).errors;
const planOf = (plan: object): Plan => {
  const { config, errors } = parseConfig(JSON.stringify({ plans: [plan] }));
  if (!config?.plans[0]) throw new Error(JSON.stringify(errors));
  return config.plans[0];
};
const manager: Leader = { id: 3, role: 'sales_manager' };
const vp: Leader = { id: 4, role: 'vp_sales' };
const left: Leader = { id: 5, role: null };
const paid = (plan: Plan, ...leaders: Leader[]) => [3, 4, 5].filter((id) => teamShareOf(plan, id, 1, leaders) !== null);

describe('shares of team revenue (decisions 2.07)', () => {
  it('one override pays only the direct manager', () => {
    const plan = planOf({ team_override: { role: 'vp_sales', rate: 0.01 } });
    expect([paid(plan, manager, vp), paid(plan, vp)]).toEqual([[], [4]]);
  });

  it('a list entry pays the nearest person above with the role, or anyone with it at a given level', () => {
    const nearest = planOf({ team_override: [{ role: 'vp_sales', rate: 0.01 }] });
    expect([paid(nearest, manager, vp), paid(nearest, left, vp), paid(nearest, manager)]).toEqual([[4], [4], []]);
    const second = planOf({ team_override: [{ role: 'vp_sales', level: 2, rate: 0.01 }] });
    expect([paid(second, manager, vp), paid(second, vp)]).toEqual([[4], []]);
  });

  it('a person has one share of a sale: the first override, before an overlay', () => {
    const plan = planOf({
      team_override: [
        { role: 'sales_manager', rate: 0.01 },
        { role: 'sales_manager', level: 2, rate: 0.02 },
      ],
      overlays: [{ user_id: '3', sellers: ['1'], rate: 0.03 }],
    });
    expect(teamShareOf(plan, 3, 1, [manager, manager])?.key).toBe('override.sales_manager');
    expect(teamShareOf(plan, 3, 1, [vp])?.key).toBe('overlay.3');
    expect(teamShareOf(plan, 3, 2, [vp])).toBeNull();
    expect(['override.sales_manager.2', 'overlay.3', 'overlay.4'].map((key) => shareByKey(plan, key)?.tiers)).toEqual([
      [{ from: 0, rate: 0.02 }],
      [{ from: 0, rate: 0.03 }],
      undefined,
    ]);
  });

  it.each([
    [
      'two overlays for one seller',
      {
        overlays: [
          { user_id: '2', sellers: ['1'], rate: 0.1 },
          { user_id: '3', sellers: ['4', '1'], rate: 0.1 },
        ],
      },
      'plans[0].overlays[1].sellers[1]',
      '1 is already supported in overlays[0]: a seller has one overlay',
    ],
    [
      'two entries for one person',
      {
        overlays: [
          { user_id: '2', sellers: ['1'], rate: 0.1 },
          { user_id: '2', sellers: ['4'], rate: 0.1 },
        ],
      },
      'plans[0].overlays[1].user_id',
      'already has overlays[0]: name all of their sellers there',
    ],
    [
      'an overlay of oneself',
      { overlays: [{ user_id: '2', sellers: ['2'], rate: 0.1 }] },
      'plans[0].overlays[0].sellers[0]',
      'cannot be the person who supports: an overlay is a share in the sales of others',
    ],
    [
      'an overlay without sellers',
      { overlays: [{ user_id: '2', sellers: [], rate: 0.1 }] },
      'plans[0].overlays[0].sellers',
      'must have a value',
    ],
    [
      'two overrides that pay the same people',
      {
        team_override: [
          { role: 'vp_sales', rate: 0.1 },
          { role: 'vp_sales', level: 1, rate: 0.1 },
        ],
      },
      'plans[0].team_override[1]',
      'pays the same people as team_override[0]',
    ],
    [
      'a level of a single override',
      { team_override: { role: 'vp_sales', level: 2, rate: 0.1 } },
      'plans[0].team_override.level',
      'is not a setting; known here: role, rate, quota, tiers',
    ],
    [
      'a level that is too high',
      { team_override: [{ role: 'vp_sales', level: 5, rate: 0.1 }] },
      'plans[0].team_override[0].level',
      'must be from 1 to 4, not 5',
    ],
    [
      'tiers without a quota',
      { team_override: { role: 'vp_sales', tiers: [{ from: 0, rate: 0.1 }] } },
      'plans[0].team_override.quota',
      'is missing',
    ],
    [
      'a rate together with tiers',
      { team_override: { role: 'vp_sales', rate: 0.1, quota: 10, tiers: [{ from: 0, rate: 0.1 }] } },
      'plans[0].team_override.rate',
      'cannot be combined with tiers: give the rate or the tiers',
    ],
    [
      'a quota together with a rate',
      { team_override: { role: 'vp_sales', rate: 0.1, quota: 10 } },
      'plans[0].team_override.quota',
      'is the amount that tiers are steps of: give tiers too, or leave it out',
    ],
  ])('refuses %s', (_what, plan, path, message) => expect(errorsOf(plan)).toEqual([{ path, message }]));

  it('describes each share in words, naming only people the reader may see', () => {
    const plan = planOf({
      team_override: [
        {
          role: 'sales_manager',
          quota: 100_000,
          tiers: [
            { from: 0, rate: 0.02 },
            { from: 0.8, rate: 0.03 },
            { from: 1, rate: 0.04 },
          ],
        },
        { role: 'vp_sales', rate: 0.005 },
        { role: 'sales_manager', level: 2, rate: 0.01 },
      ],
      overlays: [{ user_id: '7', sellers: ['1', '2'], rate: 0.02 }],
    });
    const credit = (names: ReadonlyMap<string, string>) =>
      clausesOfPlan(plan, 0, names).flatMap(({ group, key, path, sentence }) =>
        group === 'credit' && key !== 'splits' ? [`${path} ${key}: ${sentence}`] : [],
      );
    expect(credit(new Map([['1', 'Sam']]))).toEqual([
      'plans[0].team_override[0] override.sales_manager: The nearest Sales Manager above a seller earns a rate by what the team sells in a quarter (2.0% up to $80,000.00, 3.0% from $80,000.00 to $100,000.00 and 4.0% over $100,000.00) of the seller’s net revenue. It counts toward no quota.',
      'plans[0].team_override[1] override.vp_sales: The nearest VP Sales above a seller earns 0.5% of the seller’s net revenue. It counts toward no quota.',
      'plans[0].team_override[2] override.sales_manager.2: A Sales Manager 2 steps above a seller earns 1.0% of the seller’s net revenue. It counts toward no quota.',
      'plans[0].overlays[0] overlay.7: Another person earns 2.0% of the net revenue of Sam and another person, on top of the sellers’ own credit. It counts toward no quota.',
    ]);
    expect(credit(new Map([['7', 'Eve']]))[3]).toContain('Eve earns 2.0% of the net revenue of 2 other people');
  });

  it('a share with tiers links to its override, whose sentence has the rate of each part; the parts add up', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
        fc.array(fc.integer({ min: -500_000, max: 9_000_000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        (tierStarts, nets, seed) => {
          const tiers = [0, ...tierStarts.toSorted((a, b) => a - b)].map((from, index) => ({
            from: from / 10,
            rate: ((index * 7 + seed) % 5) / 100,
          }));
          const plan = planOf({ team_override: [{ role: 'sales_manager', quota: 50_000, tiers }] });
          const share = teamShareOf(plan, 3, 1, [manager]) ?? undefined;
          const sentences = new Map(clausesOfPlan(plan, 0, new Map()).map(({ key, sentence }) => [key, sentence]));
          const isMemo = (index: number) => index > 0 && (nets[index] ?? 0) < 0;
          const bookings = nets.map((net, index) =>
            booked(index + 1, net, {
              plan,
              credit: 'override',
              rateOverride: tiers[0]?.rate ?? 0,
              ...(share && { share }),
              ...(isMemo(index) ? { creditOf: 1 } : {}),
            }),
          );
          const records = computePeriod(plan, 10_000_000, bookings);
          for (const { id, parts, amount } of records) {
            expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
            expect(parts.reduce((sum, part) => sum + part.net, 0)).toBe(nets[id - 1]);
            for (const part of parts.filter(({ net, clause }) => net !== 0 && clause !== 'rounding')) {
              if (tiers.some(({ rate }) => rate > 0)) expect(sentences.get(keyOfPart(part))).toContain(percent(part.rate));
              expect(pathOfKey(plan, 0, part.clause)).toBe('plans[0].team_override[0]');
            }
          }
          // In total, the period pays what the tiers give for the team's revenue as one sale.
          const total = nets.reduce((sum, net) => sum + net, 0);
          const all = computePeriod(plan, 10_000_000, [
            booked(1, total, { plan, credit: 'override', rateOverride: 0, ...(share && { share }) }),
          ]);
          const difference = records.reduce((sum, { amount }) => sum + amount, 0) - (all[0]?.amount ?? 0);
          expect(Math.abs(difference)).toBeLessThanOrEqual(nets.length);
        },
      ),
      { numRuns: 200 },
    ));

  it('a share without its own rule keeps the key of the only override', () => {
    const plan: Plan = { ...defaultPlan, teamOverrides: [{ role: 'sales_manager', level: 1, tiers: [{ from: 0, rate: 0.01 }], quota: 0 }] };
    const [record] = computePeriod(plan, 0, [booked(1, 100_000, { plan, credit: 'override', rateOverride: 0.01 })]);
    expect(record?.parts).toEqual([{ net: 100_000, rate: 0.01, amount: 1000, clause: 'override.sales_manager' }]);
  });
});
