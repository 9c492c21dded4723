import { describe, expect, it } from 'vitest';
import { commissionFilterStatuses, commissionStatusBadges, commissionStatuses } from '../../../../contract/entities/commission.ts';
import { attainmentOf, commissionsQuotaColor, displayedAttainment, hasBegun } from '../../../../contract/rules/commission/attainment.ts';

describe('spec 4.06: attainment', () => {
  it.each([
    [2, 'Exceeded', 'success'],
    [1, 'Exceeded', 'success'],
    [0.999999, 'On Track', 'warning'],
    [0.8, 'On Track', 'warning'],
    [0.799999, 'Below Target', 'danger'],
    [0, 'Below Target', 'danger'],
    [-0.2, 'Below Target', 'danger'],
  ])('spec 4.06, 9.09: %f of quota is %s (%s)', (fraction, label, severity) =>
    expect(attainmentOf(fraction, true)).toEqual({ label, severity }),
  );

  it.each([0, 0.8, 2])('decisions 8.05: %f of the quota has no verdict in a period that has not begun', (fraction) => {
    expect(attainmentOf(fraction, hasBegun({ start_date: '2026-12-01' }, '2026-11-30'))).toEqual({
      label: 'Not started',
      severity: 'secondary',
    });
    expect(attainmentOf(fraction, hasBegun({ start_date: '2026-12-01' }, '2026-12-01')).label).not.toBe('Not started');
  });

  it.each([
    [23_910.93 / 23_913.04, 0.999],
    [0.99949, 0.999],
    [1, 1],
    [1.00049, 1],
    [0.79996, 0.799],
    [0.8, 0.8],
    [0.9517, 0.952],
    [-0.0004, 0],
  ])('spec 4.06, 9.05: %f is shown as %f, never as a threshold that it does not reach', (fraction, shown) =>
    expect(displayedAttainment(fraction)).toBeCloseTo(shown, 10),
  );

  it.each([
    [1.5, 'success'],
    [0.67, 'success'],
    [0.6699, 'warning'],
    [0.33, 'warning'],
    [0.3299, 'danger'],
    [0, 'danger'],
  ])('spec 4.06: on the commissions page %f of quota is %s', (fraction, colour) => expect(commissionsQuotaColor(fraction)).toBe(colour));
});

describe('spec 4.03: commission status', () => {
  it('has five values, each with its colour', () => {
    expect([...commissionStatuses].sort()).toEqual(['due', 'not_due', 'over_paid', 'paid', 'partially_paid']);
    expect(Object.fromEntries(Object.entries(commissionStatusBadges).map(([status, badge]) => [status, badge.severity]))).toEqual({
      due: 'warning',
      not_due: 'secondary',
      paid: 'success',
      partially_paid: 'info',
      over_paid: 'primary',
    });
  });

  it('spec 2.35: the filter offers due, paid, partially_paid, not_due, in this order', () =>
    expect(commissionFilterStatuses).toEqual(['due', 'paid', 'partially_paid', 'not_due']));
});
