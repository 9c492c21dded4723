import { describe, expect, it } from 'vitest';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { statementFormulaOf } from '../../../server/domain/statements/statementFormula.ts';
import { booked } from '../../contract/support/bookings.ts';

const QUOTA = 10_000_000;
const sale = { net_cents: 12_000_000, share_ppm: 1_000_000 };

describe('decisions 2.13: a statement line explains the difference between its amount and its products', () => {
  it('names the cap that took the rest', () => {
    const plan = { ...defaultPlan, caps: { perRecord: 600_000, perPeriod: null } };
    const [{ parts, amount } = { parts: [], amount: 0 }] = computePeriod(plan, QUOTA, [booked(1, 12_000_000)]);
    expect(statementFormulaOf({ ...sale, amount_cents: amount, parts })).toBe('100,000.00 × 5.0% + 20,000.00 × 7.5% − 500.00 (cap)');
  });

  it('names rounding, and the rest of a memo of an earlier period', () => {
    const part = { net: -12_000_000, rate: 0.05, amount: -600_000, clause: 'memo' };
    const rest = (amount: number, clause: string) => ({ net: 0, rate: 0, amount, clause });
    expect(statementFormulaOf({ ...sale, amount_cents: -600_001, parts: [part, rest(-1, 'rounding')] })).toBe(
      '−120,000.00 × 5.0% − 0.01 (rounding)',
    );
    expect(statementFormulaOf({ ...sale, amount_cents: -500_000, parts: [part, rest(100_000, 'memo')] })).toBe(
      '−120,000.00 × 5.0% + 1,000.00 (as earned on the invoice)',
    );
  });

  it('keeps the words of a record without stored reasons, so that its statement stays the same', () =>
    expect(statementFormulaOf({ ...sale, amount_cents: 600_000, parts: [{ net: 12_000_000, rate: 0.06 }] })).toBe(
      '120,000.00 × 6.0% − 1,200.00 (cap or correction)',
    ));

  it('an excluded sale without revenue earns nothing', () =>
    expect(
      statementFormulaOf({ ...sale, net_cents: 0, amount_cents: 0, parts: [{ net: 0, rate: 0, amount: 0, clause: 'exclude.0' }] }),
    ).toBe('Earns no commission'));
});
