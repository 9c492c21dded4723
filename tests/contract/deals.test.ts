import { describe, expect, it } from 'vitest';
import { dealForm, lostForm } from '../../contract/forms/deal.ts';
import { daysInStage, dealNeedsOf, dealStages, isStale, probabilityOf } from '../../contract/rules/deals.ts';

describe('decisions 2.17: our own stages', () => {
  it('spec 9.11: the five probabilities, in order', () =>
    expect(dealStages.map(({ probability }) => probability)).toEqual([0.1, 0.25, 0.5, 0.75, 0.9]));
  it('a removed stage has no probability', () => expect(probabilityOf('Demo done')).toBeNull());
});

describe('decisions 2.17: required facts of a deal', () => {
  it('are owner, amount and close date, each named', () =>
    expect(dealNeedsOf({ owner: null, amount: null, expected_close_date: null })).toEqual(['owner', 'amount', 'expected_close_date']));
  it('include a zero amount', () => expect(dealNeedsOf({ owner: '1', amount: 0, expected_close_date: '2026-12-01' })).toEqual([]));
  it('is stale from the thirtieth full day in its stage', () => {
    const since = new Date('2026-10-22T12:00:00Z');
    const days = (now: string) => daysInStage(since, new Date(now));
    expect([days('2026-11-21T11:59:59Z'), days('2026-11-21T12:00:00Z')]).toEqual([29, 30]);
    expect([isStale(29), isStale(30)]).toEqual([false, true]);
  });
});

const fullDeal = {
  name: 'Robotics week',
  customer_name: 'Flagstaff Library',
  owner_id: '3',
  amount: '1200.50',
  expected_close_date: '2026-12-01',
};
const messageOf = (overrides: object): Promise<string> =>
  dealForm.validate({ ...fullDeal, ...overrides }).then(
    () => 'fine',
    (error: Error) => error.message,
  );

describe('decisions 2.17: bad input of a deal', () => {
  it.each([
    [{}, 'fine'],
    [{ owner_id: '', amount: '', expected_close_date: '' }, 'fine'],
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'x'.repeat(10_000) }, 'Name must be at most 200 characters'],
    [{ customer_name: '' }, 'Customer is required'],
    [{ amount: '0.001' }, 'Amount can have at most two decimals'],
    [{ amount: '12.3400' }, 'fine'],
    [{ amount: '0' }, 'Amount must be above zero. Leave it empty if it is unknown.'],
    [{ amount: '-5' }, 'Amount must be a number, such as 12500 or 300.50'],
    [{ amount: '1000000000.01' }, 'Amount must be at most 1,000,000,000'],
    [{ expected_close_date: '1900-01-01' }, 'Close date must be between 2000 and 2099'],
    [{ expected_close_date: '2999-01-01' }, 'Close date must be between 2000 and 2099'],
    [{ expected_close_date: '2026-02-30' }, 'Close date must be a day that exists'],
    [{ expected_close_date: '2026-13-01' }, 'Close date must be a day that exists'],
    [{ stage: 'Demo done' }, 'There is no such stage. Choose one from the list.'],
    [{ notes: 'x'.repeat(2001) }, 'Notes must be at most 2000 characters'],
  ])('decisions 2.17: %j is %s', async (overrides, answer) => expect(await messageOf(overrides)).toBe(answer));

  it('decisions 2.17: a deal is lost only with a reason', async () =>
    await expect(lostForm.validate({ reason: '  ' })).rejects.toThrow('A reason is required'));
});
