import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import FinanceWork from '../../../src/screens/approvals/parts/FinanceWork.tsx';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
afterEach(cleanup);

const month = (id: string, state: string, blockers: readonly string[]) => ({
  ...{ id, label: id, start_date: `${id}-01`, end_date: `${id}-28`, state, records: 1, total_commission: 1, blockers, actions: [] },
  ...{ closed_at: null, closed_by: null, reason: null, hash: null },
});
const page = { data: [], pagination: { cursor: null, limit: 1, total: 0 } };
let answers: Readonly<Record<string, unknown>> = {};
const mount = async (features: readonly string[]) => {
  const app = await createStage({ features, user: { ...user, role: 'finance' } });
  const http = (async (path: string) => {
    if (answers[path] === undefined) throw { status: 500, data: { message: 'Not counted.' } };
    return answers[path];
  }) as unknown as App['http'];
  const getService = ((create: (caller: App['http']) => unknown) => create(http)) as App['getService'];
  await act(async () => {
    render(
      <Stage app={{ ...app, http, getService }}>
        <FinanceWork waiting={2} />
      </Stage>,
    );
  });
};
const all = {
  '/api/v1/approvals/count': { count: 14 },
  '/api/v1/payments': { ...page, summary: { pending_count: 28 } },
  '/api/v1/bank/transactions': { ...page, summary: { proposed: 13, waiting: 5, matched: 15, ignored: 1, returned: 0, total: 34 } },
  '/api/v1/invoices': { ...page, summary: { unassigned: 2 } },
  '/api/v1/periods': { data: [month('2026-11', 'open', []), month('2026-10', 'review', ['a', 'b']), month('2026-09', 'closed', [])] },
};

describe('the open work of finance', () => {
  it('has five figures with links to resolve them; the month is the oldest one that has ended and is not closed', async () => {
    answers = all;
    await mount(['approvals', 'payments', 'bank-matches', 'periods']);
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await hrefOf('To approve: 14')).toBe('/approvals');
    expect(await hrefOf('Pending payments: 28')).toBe('/payments?status=pending');
    expect(await hrefOf('Unmatched bank transactions: 18')).toBe('/payments?view=bank');
    expect(await hrefOf('Invoices without a person: 2')).toBe('/invoices?person=none');
    expect(await hrefOf('Next month to close: Oct 2026')).toBe('/periods?period=2026-10');
    expect(screen.getByText('In review · 2 blockers')).toBeTruthy();
    expect(screen.getByText('13 with a suggestion')).toBeTruthy();
  });

  it('decisions 8.05: shows a failed load as an error instead of zero, with a retry', async () => {
    answers = { ...all, '/api/v1/invoices': undefined };
    await mount(['approvals', 'bank-matches', 'periods']);
    expect(await screen.findByText('Not counted.')).toBeTruthy();
    expect(screen.queryByText('0')).toBeNull();
    answers = all;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'To approve: 14' })).toBeTruthy();
  });

  it('decisions 1.02: has only the figures announced by the provider', async () => {
    answers = all;
    await mount([]);
    await screen.findByRole('link', { name: 'Invoices without a person: 2' });
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});
