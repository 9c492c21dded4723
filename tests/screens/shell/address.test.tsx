import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { goBack } from '../../ui/goBack.ts';

const requests = vi.hoisted(() => [] as { question: Record<string, string>; cursor: string | null }[]);
const row = vi.hoisted(() => (id: string) => ({
  id,
  invoice_id: id,
  invoice_number: `INV-${id}`,
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-11-03',
  gross_amount: 1200,
  net_revenue: 1000,
  commission_amount: 50,
  commission_rate: 0.05,
  status: 'due',
  payment_date: null,
  notes: null,
}));
vi.mock('../../../src/services/commissions.ts', () => ({
  createCommissions: () => ({
    page: async (input: (typeof requests)[number]) => {
      requests.push(input);
      const page = Number(input.cursor ?? 0);
      return { data: [row(`${page}1`), row(`${page}2`)] as Commission[], pagination: { cursor: String(page + 1), limit: 2, total: 9 } };
    },
    forget: () => {},
  }),
}));
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({ page: () => new Promise(() => {}), forget: () => {} }),
}));

const period = 'period=month&start=2026-10-01&end=2026-10-31';
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
const open = async (address: string): Promise<void> => {
  window.history.replaceState(null, '', address);
  const app = await createStage({ features: ['commission-search'] });
  await act(async () => {
    render(
      <Stage app={app}>
        <CommissionsScreen />
      </Stage>,
    );
  });
  await settle();
};
const back = async (): Promise<void> => {
  await goBack();
  await settle();
};
const sales = () => within(screen.getByRole('region', { name: 'Commissionable Sales' }));
const search = () => new URLSearchParams(window.location.search);
const choose = (status: string) => fireEvent.change(sales().getByLabelText('Status'), { target: { value: status } });

beforeEach(() => {
  requests.length = 0;
});
afterEach(cleanup);

describe('the address of a list', { timeout: 30_000 }, () => {
  it('Back undoes one choice at a time', async () => {
    await open(`/commissions?${period}`);
    await act(async () => void choose('due'));
    await settle();
    await act(async () => void fireEvent.click(sales().getByRole('button', { name: 'Next' })));
    await settle();
    expect([search().get('status'), search().get('page')]).toEqual(['due', '2']);
    await back();
    expect([search().get('status'), search().get('page')]).toEqual(['due', null]);
    expect(requests.at(-1)).toMatchObject({ cursor: null, question: { status: 'due' } });
    await back();
    expect(search().get('status')).toBeNull();
    expect((sales().getByLabelText('Status') as HTMLSelectElement).value).toBe('');
    expect(requests.at(-1)?.question).not.toHaveProperty('status');
  });

  it('the letters of a search are one step, and the chip removes it', async () => {
    await open(`/commissions?${period}`);
    const entriesBefore = window.history.length;
    for (const text of ['I', 'IN', 'INV']) {
      await act(async () => void fireEvent.change(sales().getByRole('searchbox'), { target: { value: text } }));
    }
    await settle();
    expect(search().get('search')).toBe('INV');
    expect(window.history.length).toBe(entriesBefore + 1);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Only “INV”: show all' })));
    await settle();
    expect(search().get('search')).toBeNull();
    expect((sales().getByRole('searchbox') as HTMLInputElement).value).toBe('');
  });

  it('a link keeps page, search, status and sort', async () => {
    await open(`/commissions?${period}&status=due&search=INV&page=3&sort=status.desc`);
    await waitFor(() => expect(sales().getByText('INV-21')).toBeTruthy());
    expect(requests.map(({ cursor }) => cursor)).toEqual([null, '1', '2']);
    expect(requests.at(-1)?.question).toMatchObject({ status: 'due', search: 'INV' });
    expect(sales().getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort')).toBe('descending');
    expect(search().get('page')).toBe('3');
  });

  it('an open row is a step: Back closes it', async () => {
    await open(`/commissions?${period}`);
    const opener = await screen.findByRole('link', { name: 'Open details of INV-01' });
    expect(new URLSearchParams(opener.getAttribute('href') ?? '').get('row')).toBe('01');
    await act(async () => void fireEvent.click(opener));
    await screen.findByRole('dialog', { name: /^INV-01 · / }, { timeout: 10_000 });
    expect(search().get('row')).toBe('01');
    await act(async () => void fireEvent.keyDown(document, { key: 'j' }));
    await screen.findByRole('dialog', { name: /^INV-02 · / });
    expect(search().get('row')).toBe('02');
    await back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(search().get('row')).toBeNull();
  });
});
