import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import { adjustment } from '../../models/adjustmentForm/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { goBack } from '../../ui/goBack.ts';

const stub = vi.hoisted(() => ({ rows: [] as unknown[], read: [] as string[] }));
vi.mock('../../../src/services/commissions.ts', () => ({
  createCommissions: () => ({
    page: async () => ({ data: [], pagination: { cursor: null, limit: 10, total: 0 } }),
    forget: () => {},
  }),
}));
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({
    page: async () => ({ data: stub.rows, pagination: { cursor: null, limit: 11, total: stub.rows.length } }),
    one: async (id: string) => {
      stub.read.push(id);
      return { ...adjustment, id, invoice_number: '77-C', adjustment_amount: 40 };
    },
    waiting: async () => ({ count: 0, months: [] }),
    forget: () => {},
  }),
}));
afterEach(cleanup);

const month = 'period=month&start=2026-11-01&end=2026-11-30';
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
const open = async (more: string, features: readonly string[] = ['adjustments', 'history']): Promise<void> => {
  window.history.replaceState(null, '', `/commissions?${month}${more}`);
  const app = await createStage({ features: [...features] });
  await act(async () => {
    render(
      <Stage app={app}>
        <CommissionsScreen />
      </Stage>,
    );
  });
  await settle();
};
const search = () => new URLSearchParams(window.location.search);
const findDialog = (name: RegExp) => screen.findByRole('dialog', { name }, { timeout: 10_000 });
const first = { ...adjustment, id: '12', invoice_number: '1042-A', adjustment_amount: 25.05 };
const second = { ...adjustment, id: '13', invoice_number: '1043-B', adjustment_amount: 30 };

describe('decisions 5.02: an address with an adjustment', { timeout: 30_000 }, () => {
  it('opens it from the list, J goes to the next, and closing it keeps the month', async () => {
    stub.rows = [first, second];
    await open('&adjustment=12');
    await findDialog(/1042-A/);
    await act(async () => void fireEvent.keyDown(document, { key: 'j' }));
    await findDialog(/1043-B/);
    expect(search().get('adjustment')).toBe('13');
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([search().get('adjustment'), search().get('start')]).toEqual([null, '2026-11-01']);
    await goBack();
    await findDialog(/1043-B/);
    expect(stub.read).toEqual([]);
  });

  it('loads one that is on no page of the list', async () => {
    stub.rows = [first];
    await open('&adjustment=99');
    await findDialog(/77-C/);
    expect(stub.read).toEqual(['99']);
  });
});

it('names both its status and its search for an empty list', async () => {
  await open('&status=due&search=lincoln', ['commission-search']);
  expect(
    screen.getByText(
      'No record from Nov 1, 2026 to Nov 30, 2026 with the status Due has “lincoln” in its invoice, customer, person or notes.',
    ),
  ).toBeTruthy();
});
