import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { Approval } from '../../../contract/entities/approval.ts';
import type { User } from '../../../contract/entities/user.ts';
import { getApprovalName } from '../../../src/screens/approvals/approvalNames.ts';
import AdjustmentDialog from '../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx';
import { actionLabel, adjustmentTitle, openLabel } from '../../../src/screens/commissions/adjustments/connectAdjustments.ts';
import type { Adjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const person = (id: string, first_name: string, overrides: Partial<User> = {}): User => ({
  ...user,
  id,
  first_name,
  last_name: 'Sales',
  role: 'salesperson',
  manager_id: '7',
  active: true,
  ...overrides,
});
const people = [person('11', 'Sam'), person('12', 'Ann', { active: false }), person('13', 'Max', { manager_id: '8' })];
const prize: Adjustment = {
  id: '9',
  commission_id: null,
  related_invoice_id: null,
  adjustment_amount: 250,
  adjustment_reason: 'Won the autumn contest',
  created_by: 'Vera Voss',
  created_at: '2026-11-03T17:00:00.000Z',
  updated_at: '2026-11-03T17:00:00.000Z',
  user_id: '11',
  salesperson_name: 'Sam Sales',
  effective_date: '2026-11-20',
  kind: 'prize',
  state: 'approved',
  version: 3,
};

const save = vi.fn(() => new Promise(() => {}));
const outlook = vi.fn(async (_id: string, _day: string) => ({ person: 'Sam Sales', now: 1200, at_once: 200 }));
const calls: string[] = [];
let fails = 0;
beforeEach(() => {
  save.mockClear();
  calls.length = 0;
  outlook.mockClear();
  fails = 0;
});
const opened = async ({ features = ['adjustments', 'person-adjustments'], adjustment = null as Adjustment | null } = {}) => {
  const app = await createStage({ features, user: { ...user, id: '7', role: 'sales_manager' } });
  const http = async (path: string) => {
    calls.push(path);
    if (fails-- > 0) throw new Error('no answer');
    return { data: people, pagination: { cursor: null, limit: 50, total: people.length } };
  };
  const adjustments = { service: { lookUp: async () => [], save, outlook }, formEnded: () => {} } as unknown as Adjustments;
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as typeof app.http }}>
        <AdjustmentDialog subject={{ adjustment, prefill: null }} live adjustments={adjustments} />
      </Stage>,
    );
  });
};
const forPerson = () => act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'For a person' })));
const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const getOptions = (): string[] => [...(screen.getByLabelText('Person') as HTMLSelectElement).options].map(({ text }) => text);

describe('decisions 2.25: the dialog for a person', () => {
  it('opens for an invoice, requests nothing before a person is chosen, and offers the team, including former members', async () => {
    await opened();
    expect([screen.getByRole('radio', { name: 'For an invoice' }).getAttribute('aria-checked'), calls]).toEqual(['true', []]);
    await forPerson();
    await vi.waitFor(() => expect(calls).toEqual(['/api/v1/users']));
    await vi.waitFor(() => expect(getOptions()).toEqual(['Choose a person', 'Ann Sales (has left)', 'Sam Sales']));
  });

  it('names the first missing field in order, and sends the chosen values', async () => {
    await opened();
    await forPerson();
    await press('Save');
    await screen.findByText('Person is required');
    expect(screen.queryByText('Amount is required')).toBeNull();
    await vi.waitFor(() => expect(getOptions()).toContain('Sam Sales'));
    set('Person', '11');
    set('Effective day', '2026-11-20');
    await press('Save');
    await screen.findByText('Kind is required');
    set('Kind', 'prize');
    set('Amount', '250');
    set('Reason', 'Won the autumn contest');
    await press('Save');
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]).toEqual([
      null,
      expect.any(String),
      {
        user_id: '11',
        effective_date: '2026-11-20',
        kind: 'prize',
        adjustment_amount: '250',
        adjustment_reason: 'Won the autumn contest',
      },
    ]);
  });

  it('computes an objective’s amount from the percentage achieved', async () => {
    const goals = { id: 'goals', name: 'Quarter goals', period: '2026-Q4', amount: 5000 };
    const withGoals = { person: 'Sam Sales', now: 1200, at_once: 200, objectives: [goals] };
    outlook.mockResolvedValue(withGoals as Awaited<ReturnType<typeof outlook>>);
    await opened();
    await forPerson();
    await vi.waitFor(() => expect(getOptions()).toContain('Sam Sales'));
    set('Effective day', '2026-11-20');
    set('Person', '11');
    expect(screen.queryByLabelText('Objective')).toBeNull();
    set('Kind', 'objective');
    await screen.findByLabelText('Objective');
    set('Achieved, %', '80 percent');
    await screen.findByText('Enter a percentage from 0 to 200, such as 80 or 87.5');
    set('Achieved, %', '87.5');
    set('Objective', 'goals');
    const readValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
    expect([readValue('Amount'), readValue('Reason')]).toEqual(['4375.00', 'Objective "Quarter goals" of 2026-Q4: 87.5% achieved']);
  });

  it('decisions 2.10: shows the month before and after, and that a second person must approve', async () => {
    const facts = () => [...document.querySelectorAll('.adjustment-outcome dd')].map(({ textContent }) => textContent);
    await opened();
    await forPerson();
    await vi.waitFor(() => expect(getOptions()).toContain('Sam Sales'));
    expect([facts(), outlook.mock.calls.length]).toEqual([[], 0]);
    set('Effective day', '2026-10-20');
    set('Person', '11');
    await vi.waitFor(() => expect(facts()).toEqual(['Sam Sales', '$1,200.00', '$1,200.00']));
    expect(outlook.mock.calls.at(-1)).toEqual(['11', '2026-10-20']);
    expect(screen.getByText('Oct 2026 now')).toBeTruthy();
    set('Amount', '250');
    expect(facts()).toEqual(['Sam Sales', '$1,200.00', '$1,450.00']);
    expect(screen.getByText('Needs a second approval: adjustments over $200.00 aren’t applied right away.')).toBeTruthy();
  });

  it('decisions 1.07: input for a person is restored for a person after a reload', async () => {
    const name = 'drafts.form.adjustment.new..7';
    await opened();
    await forPerson();
    set('Kind', 'settlement');
    set('Amount', '80');
    const stored = sessionStorage.getItem(name);
    cleanup();
    sessionStorage.setItem(name, String(stored));
    await opened();
    expect(screen.getByRole('radio', { name: 'For a person' }).getAttribute('aria-checked')).toBe('true');
    expect(['Kind', 'Amount'].map((label) => (screen.getByLabelText(label) as HTMLInputElement).value)).toEqual(['settlement', '80']);
  });

  it('people who could not be loaded are requested again', async () => {
    await opened();
    fails = 1;
    await forPerson();
    await screen.findByText('People could not be loaded.');
    await press('Try again');
    await vi.waitFor(() => expect(getOptions()).toContain('Sam Sales'));
  });

  it('an edit shows its fields, and cannot be changed to an invoice', async () => {
    await opened({ adjustment: prize });
    expect(screen.queryByRole('radiogroup')).toBeNull();
    const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
    expect(['Effective day', 'Kind', 'Amount'].map(value)).toEqual(['2026-11-20', 'prize', '250.00']);
    await vi.waitFor(() => expect(value('Person')).toBe('11'));
    set('Amount', '300');
    await press('Save');
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]).toEqual([
      { id: '9', version: 3 },
      expect.any(String),
      expect.objectContaining({ user_id: '11', effective_date: '2026-11-20', kind: 'prize', adjustment_amount: '300' }),
    ]);
  });

  it('decisions 1.03: a provider without it keeps the old dialog, and gets no request', async () => {
    await opened({ features: ['adjustments'] });
    expect([screen.queryByRole('radiogroup'), screen.queryByLabelText('Person'), calls]).toEqual([null, null, []]);
    expect(screen.getByLabelText('Invoice')).toBeTruthy();
  });

  it('is named by its kind in Approvals too', () => {
    const waiting = { group: 'adjustment', kind: 'prize', amount: 250, user_name: 'Sam Sales' } as Approval;
    expect([getApprovalName(waiting), getApprovalName({ ...waiting, kind: null })]).toEqual([
      'Prize of $250.00 for Sam Sales',
      'Adjustment of $250.00 for Sam Sales',
    ]);
  });

  it('is named by its kind and person', () => {
    expect([adjustmentTitle(prize), openLabel(prize), actionLabel('void', prize)]).toEqual([
      'Why is the prize for Sam Sales $250.00?',
      'Open the prize of $250.00 for Sam Sales',
      'Void the prize of $250.00 for Sam Sales',
    ]);
  });
});
