import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import AdjustmentDialog from '../../../src/screens/commissions/adjustments/AdjustmentDialog.tsx';
import type { Adjustments } from '../../../src/screens/commissions/adjustments/useAdjustments.ts';
import { useWaiting } from '../../../src/screens/commissions/disputes/useWaiting.ts';
import { WaitingCount, WaitingMonths } from '../../../src/screens/commissions/disputes/WaitingCount.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const mount = async (element: React.ReactNode): Promise<void> => {
  const app = await createStage({ features: ['adjustments'] });
  await act(async () => void render(<Stage app={app}>{element}</Stage>));
};

describe('the record of an adjustment', () => {
  const invoice = {
    id: '31',
    invoice_number: '1042-A',
    customer: { name: 'Acme School' },
    commissions: [
      { id: '5', salesperson: 'Sam Sales', amount: 210 },
      { id: '6', salesperson: 'Ann Able', amount: 90 },
    ],
  };
  const save = vi.fn(() => new Promise(() => {}));
  const service = { lookUp: () => Promise.resolve([invoice]), save } as unknown as Adjustments['service'];

  it('decisions 2.10: an invoice with several records lists them by person and amount', async () => {
    const adjustments = { service, formEnded: () => {} } as unknown as Adjustments;
    await mount(<AdjustmentDialog subject={{ adjustment: null, prefill: null }} live adjustments={adjustments} />);
    expect(screen.queryByLabelText('Commission')).toBeNull();
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '25' } });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Travel costs' } });
    fireEvent.change(screen.getByLabelText('Invoice'), { target: { value: '1042' } });
    fireEvent.click(await screen.findByRole('option', { name: /1042-A/ }));
    const choice = (await screen.findByLabelText('Commission')) as HTMLSelectElement;
    expect([...choice.options].map(({ text }) => text)).toEqual(['Choose a commission', 'Sam Sales, $210.00', 'Ann Able, $90.00']);
    fireEvent.change(choice, { target: { value: '6' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]).toEqual([
      null,
      expect.any(String),
      { adjustment_amount: '25', adjustment_reason: 'Travel costs', related_invoice_id: '31', commission_id: '6' },
    ]);
  });
});

describe('decisions 2.10: the dialog names the person, the commission before and after, and the approver', () => {
  const record = { id: '5', salesperson: 'Sam Sales', now: 210, at_once: 100 };
  const invoice = { id: '31', invoice_number: '1042-A', customer: { name: 'Acme School' }, adjustable: [record] };
  const service = { lookUp: async () => [invoice] } as unknown as Adjustments['service'];
  const adjustments = { service, formEnded: () => {} } as unknown as Adjustments;
  const facts = () => [...document.querySelectorAll('.adjustment-outcome dd')].map(({ textContent }) => textContent);
  const type = (amount: string) => void fireEvent.change(screen.getByLabelText('Amount'), { target: { value: amount } });

  it('for an opened record, while the amount is typed', async () => {
    const prefill = { commission_id: '5', related_invoice_id: '31', invoice_number: '1042-A' };
    await mount(<AdjustmentDialog subject={{ adjustment: null, prefill }} live adjustments={adjustments} />);
    await vi.waitFor(() => expect(facts()).toEqual(['Sam Sales', '$210.00', '$210.00']));
    type('-100');
    expect([facts(), screen.queryByText(/A second person/)]).toEqual([['Sam Sales', '$210.00', '$110.00'], null]);
    type('100.01');
    expect(facts()).toEqual(['Sam Sales', '$210.00', '$310.01']);
    expect(screen.getByText('Needs a second approval: adjustments over $100.00 aren’t applied right away.')).toBeTruthy();
  });

  it('for a chosen invoice, and for none before', async () => {
    await mount(<AdjustmentDialog subject={{ adjustment: null, prefill: null }} live adjustments={adjustments} />);
    type('5');
    expect(facts()).toEqual([]);
    fireEvent.change(screen.getByLabelText('Invoice'), { target: { value: '1042' } });
    fireEvent.click(await screen.findByRole('option', { name: /1042-A/ }));
    await vi.waitFor(() => expect(facts()).toEqual(['Sam Sales', '$210.00', '$215.00']));
  });
});

describe('the invoice of an adjustment', () => {
  it('spec 5.02: Save accepts a complete number that was typed but not chosen', async () => {
    const save = vi.fn(() => new Promise(() => {}));
    const lookUp = vi.fn(() => Promise.resolve([{ id: '31', invoice_number: '1042-A', customer: { name: 'Acme School' } }]));
    const adjustments = { service: { lookUp, save }, formEnded: () => {} } as unknown as Adjustments;
    await mount(<AdjustmentDialog subject={{ adjustment: null, prefill: null }} live adjustments={adjustments} />);
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '25' } });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Travel costs' } });
    fireEvent.change(screen.getByLabelText('Invoice'), { target: { value: '1042-a' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]).toEqual([null, expect.any(String), expect.objectContaining({ related_invoice_id: '31' })]);
    expect(screen.queryByText('Invoice is required')).toBeNull();
  });
});

describe('Review Adjustments', () => {
  const range = { start_date: '2026-11-01', end_date: '2026-11-21' };
  const months = [
    { start_date: '2026-09-01', end_date: '2026-09-30', count: 2 },
    { start_date: '2026-11-01', end_date: '2026-11-30', count: 1 },
  ];
  function Host({ service, decides, onMonth }: { service: object; decides: boolean; onMonth: (month: object) => void }) {
    const waiting = useWaiting(decides, { service, view: { page: null } } as unknown as Adjustments);
    return (
      <>
        <WaitingCount count={waiting.count} />
        {decides && <WaitingMonths months={waiting.months} range={range} onMonth={onMonth} />}
      </>
    );
  }

  it('decisions 2.13: counts the items waiting for the user in every month, and links to months not shown', async () => {
    const onMonth = vi.fn();
    const waiting = vi.fn(async () => ({ count: 3, months }));
    await mount(<Host service={{ waiting }} decides onMonth={onMonth} />);
    expect((await screen.findByRole('img', { name: '3 waiting for you' })).textContent).toBe('3');
    const others = screen.getByRole('button', { name: 'Other months 2 waiting for you' });
    fireEvent.click(others);
    fireEvent.click(await screen.findByRole('button', { name: 'Sep 2026: 2 waiting' }));
    expect(screen.queryAllByText(/Nov 2026/)).toEqual([]);
    expect(onMonth).toHaveBeenCalledWith(months[0]);
    expect(waiting).toHaveBeenCalledTimes(1);
  });

  it('look.md: the button is unchanged and opens nothing if nothing waits in other months', async () => {
    await mount(<Host service={{ waiting: async () => ({ count: 1, months: months.slice(1) }) }} decides onMonth={() => {}} />);
    await screen.findByRole('img', { name: '1 waiting for you' });
    const others = screen.getByRole('button', { name: 'Other months' });
    expect([others.textContent, others.getAttribute('aria-disabled')]).toEqual(['Other months', 'true']);
    fireEvent.click(others);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('requests and shows nothing if the user decides nothing', async () => {
    const waiting = vi.fn();
    await mount(<Host service={{ waiting }} decides={false} onMonth={() => {}} />);
    expect([screen.queryByRole('img'), screen.queryByRole('button'), waiting.mock.calls.length]).toEqual([null, null, 0]);
  });
});
