import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import RecordDialog from '../../../src/screens/payments/parts/RecordDialog.tsx';
import type { Payments } from '../../../src/screens/payments/usePayments.ts';
import { payment } from '../../models/paymentForm/cases.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

vi.mock('../../../src/shared/payments/usePayees.ts', () => ({ usePayees: () => [] }));

const t = messages.paymentFormText;
const open = [
  { kind: 'invoice', id: '8', label: 'INV-1', customer_name: 'Acme School', day: '2026-11-01', open: 1500 },
  { kind: 'invoice', id: '9', label: 'INV-2', customer_name: 'Acme School', day: '2026-12-01', open: 2000 },
];
const school = { kind: 'customer', id: '3', customer_id: '3', label: 'Acme School' };
let recorded: Record<string, unknown>[];
let choices: (q: string) => Promise<object[]>;
let show: (number: string | null) => Promise<void>;
beforeEach(async () => {
  recorded = [];
  sessionStorage.clear();
  choices = async (q) => (q.startsWith('Acme') ? [school, { ...school, id: '4', label: 'Acme Library' }] : []);
  const app = await createStage({ features: ['payments'], user: { ...user, role: 'finance' } });
  const payments = {
    isLive: true,
    service: {
      record: async (sent: Record<string, unknown>) => {
        recorded.push(sent);
        return { ...payment, status: 'completed' };
      },
      choices: (q: string) => choices(q),
      openOf: async () => ({ data: open, unapplied: 0 }),
    },
    act: { close: () => {}, reload: () => {}, open: () => {} },
  } as unknown as Payments;
  show = (number) =>
    act(async () => {
      render(
        <Stage app={app}>
          <RecordDialog payments={payments} number={number} />
        </Stage>,
      );
    });
  await show(null);
});
afterEach(cleanup);

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const payer = (): HTMLInputElement => screen.getByLabelText(t.payer);
const write = async (field: HTMLElement, value: string): Promise<void> => {
  fireEvent.change(field, { target: { value } });
  await settle();
};
const choosePayer = async (): Promise<void> => {
  await write(payer(), 'Acme');
  fireEvent.keyDown(payer(), { key: 'Enter' });
  await settle();
};
const pays = (label: string): string => screen.getByLabelText<HTMLInputElement>(`Pays of ${label}`).value;

describe('decisions 2.15: recording a customer’s payment', () => {
  it.each(['$2,000.50', '2000.5', '2,000.50', '$ 2,000.50'])(
    '%s is allocated to the oldest due first, and recorded that way',
    async (amountText) => {
      await choosePayer();
      await write(screen.getByLabelText(t.amount), amountText);
      expect([pays('INV-1'), pays('INV-2')]).toEqual(['1500.00', '500.50']);
      expect(screen.getByText(t.allAllocated)).toBeDefined();
      fireEvent.click(screen.getByRole('button', { name: t.save }));
      await settle();
      expect(Number(recorded[0]?.amount)).toBe(2000.5);
      expect(recorded[0]?.allocations).toEqual([
        { kind: 'invoice', id: '8', amount: '1500.00' },
        { kind: 'invoice', id: '9', amount: '500.50' },
      ]);
    },
  );

  it('a line also accepts thousands separators and a dollar sign', async () => {
    await choosePayer();
    await write(screen.getByLabelText(t.amount), '2000');
    await write(screen.getByLabelText('Pays of INV-2'), '$1,100.5');
    await write(screen.getByLabelText('Pays of INV-1'), '12.');
    fireEvent.click(screen.getByRole('button', { name: t.save }));
    await settle();
    expect(recorded[0]).toMatchObject({
      allocations: [
        { id: '8', amount: '12.00' },
        { id: '9', amount: '1100.50' },
      ],
    });
  });
});

describe('decisions 8.02: finding the customer by keyboard', () => {
  it('Enter chooses the first and sends nothing, and the field keeps the focus', async () => {
    await choosePayer();
    expect(payer().value).toBe('Acme School');
    expect(document.activeElement).toBe(payer());
    expect(screen.queryByText(t.amountRequired)).toBeNull();
  });

  it('arrows move through the results and back', async () => {
    await write(payer(), 'Acme');
    payer().focus();
    fireEvent.keyDown(payer(), { key: 'ArrowDown' });
    const payers = screen.getByRole('list', { name: t.payersFound });
    const [first, second] = within(payers).getAllByRole('button');
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(payers, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.click(second as HTMLElement);
    await settle();
    expect([payer().value, document.activeElement]).toEqual(['Acme Library', payer()]);
  });

  it('reports an empty result, and a failed search', async () => {
    await write(payer(), 'Nobody');
    expect(screen.getByText('No customer and no invoice matches “Nobody”.')).toBeDefined();
    choices = () => Promise.reject({ status: 500 });
    await write(payer(), 'Acme');
    expect(screen.getByText(t.searchFailed)).toBeDefined();
  });
});

describe('decisions 1.07: the input for a payment', () => {
  /** Simulates a reload: the page is unmounted, the tab's session storage stays. */
  const reload = async (): Promise<void> => {
    const stored = Object.entries(sessionStorage);
    cleanup();
    for (const [key, value] of stored) sessionStorage.setItem(key, value);
    await show(null);
    await settle();
  };

  it('survives a reload with its customer and the typed allocation', async () => {
    await choosePayer();
    await write(screen.getByLabelText(t.amount), '2000');
    await write(screen.getByLabelText('Pays of INV-1'), '700');
    await reload();
    expect([payer().value, screen.getByLabelText<HTMLInputElement>(t.amount).value]).toEqual(['Acme School', '2000']);
    expect([pays('INV-1'), pays('INV-2')]).toEqual(['700', '500.00']);
    await write(screen.getByLabelText('Pays of INV-2'), '1300');
    fireEvent.click(screen.getByRole('button', { name: t.save }));
    await settle();
    expect(recorded[0]).toMatchObject({ customer_id: '3', allocations: [{ amount: '700.00' }, { amount: '1300.00' }] });
    expect(Object.keys(recorded[0] ?? {}).filter((key) => key === 'choice' || key === 'lines')).toEqual([]);
  });

  it('is proposed again if it was only proposed', async () => {
    await choosePayer();
    await write(screen.getByLabelText(t.amount), '2000');
    await reload();
    await write(screen.getByLabelText(t.amount), '1600');
    expect([pays('INV-1'), pays('INV-2')]).toEqual(['1500.00', '100.00']);
  });

  it('a link from an invoice chooses it, to be paid first', async () => {
    cleanup();
    choices = async (q) => [{ kind: 'invoice', id: '9', customer_id: '3', label: `${q}, Acme School` }];
    await show('INV-2');
    await settle();
    expect(payer().value).toBe('INV-2, Acme School');
    const amount = screen.getByLabelText(t.amount) as HTMLInputElement;
    expect([amount.value, pays('INV-1'), pays('INV-2')]).toEqual(['2000.00', '', '2000.00']);
    await write(amount, '2100');
    expect([pays('INV-1'), pays('INV-2')]).toEqual(['100.00', '2000.00']);
  });

  it('the open amount of an invoice is filled in unless an amount was typed', async () => {
    cleanup();
    choices = async () => [{ kind: 'invoice', id: '9', customer_id: '3', label: 'INV-2, Acme School' }];
    await show(null);
    await settle();
    await write(screen.getByLabelText(t.amount), '50');
    await write(payer(), 'INV-2');
    fireEvent.keyDown(payer(), { key: 'Enter' });
    await settle();
    expect([(screen.getByLabelText(t.amount) as HTMLInputElement).value, pays('INV-2')]).toEqual(['50', '50.00']);
  });
});
