import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { Commission } from '../../../contract/entities/commission.ts';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { commissions } from './cases.ts';

beforeAll(async () => void (await import('../../../src/screens/commissions/parts/RecordPanel.tsx')));

const outside = vi.hoisted(() => ({ questions: [] as object[], rows: [] as unknown[] }));
vi.mock('../../../src/services/commissions.ts', () => ({
  createCommissions: () => ({
    page: async ({ question }: { question: object }) => {
      outside.questions.push(question);
      return { data: outside.rows, pagination: { cursor: null, limit: 10, total: 2 } };
    },
    forget: () => {},
  }),
}));
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({ page: () => new Promise(() => {}), forget: () => {} }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
// What opens over the page has walks of its own.
vi.mock('../../../src/screens/commissions/parts/DetailsDialog.tsx', () => ({
  DetailsDialog: ({ row, onClose, onNext }: { row: Commission; onClose: () => void; onNext?: () => void }) => (
    <section aria-label={`details of ${row.id}`}>
      <button type="button" onClick={onNext}>
        next row
      </button>
      <button type="button" onClick={onClose}>
        close details
      </button>
    </section>
  ),
}));
vi.mock('../../../src/screens/commissions/statements/StatementDialog.tsx', () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <section aria-label="statement">
      <button type="button" onClick={onClose}>
        close statement
      </button>
    </section>
  ),
}));

const row = (id: string, number: string, status: Commission['status']): Commission => ({
  id,
  invoice_id: id,
  invoice_number: number,
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-11-03',
  gross_amount: 1200,
  net_revenue: 1000,
  commission_amount: 50,
  commission_rate: 0.05,
  status,
  payment_date: null,
  notes: null,
});
outside.rows = [row('9', 'INV-1042', 'paid'), row('10', 'INV-2000', 'due')];

type Chosen = { month: string; status: string; search: string; sort: 'none' | 'ascending' | 'descending'; over: string | null };
const atFirst: Chosen = { month: '2026-11', status: '', search: '', sort: 'none', over: null };
const periodIs = (start_date: string, end_date: string) => ({ snapshot: { context: { period: { mode: 'month', start_date, end_date } } } });
const november = ['2026-11-01', '2026-11-30'] as const;
const october = ['2026-10-01', '2026-10-31'] as const;
/** What the gestures of a path lead to, written from the specification. */
let chosen = atFirst;
const isAtFirst = ({ status, search, sort }: { status: string; search: string; sort: unknown }) => status === '' && search === '' && !sort;

const sales = () => within(screen.getByRole('region', { name: 'Commissionable Sales' }));
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const dates = { '2026-11': { start_date: '2026-11-01' }, '2026-10': { start_date: '2026-10-01', end_date: '2026-10-31' } } as const;

describeScreen({
  of: {
    ...commissions,
    inputs: [{ today: '2026-11-21', userId: '7', pageSize: 10 }],
    cases: {
      ...commissions.cases,
      // What stands over the page changes nothing of these, and a select tells of a change only: the walk of the actor has the rest.
      'status.choose': ({ context, value }) => (value === 'browsing' ? [{ status: context.status === '' ? 'due' : '' }] : []),
      'details.open': ({ context, value }) => {
        if (!isAtFirst(context)) return [];
        return [{ opened: { id: value === 'detailed' ? '10' : '9', front: 'why' } }];
      },
      'dialog.open': ({ context }) => (isAtFirst(context) ? [{ dialog: 'statement' }] : []),
      // A step back in the address and a chip cause them: tests/screens/address has both.
      'search.set': [],
      'sort.set': [],
      'search.type': ({ context, value }) =>
        value === 'browsing' && context.status === '' && !context.sort ? [{ text: context.search === '' ? '1042' : '' }] : [],
      'sort.toggle': ({ context, value }) => (value === 'browsing' && context.status === '' ? [{ key: 'status' }] : []),
      'xstate.snapshot.period': ({ context, value }) =>
        value === 'browsing' && context.status === ''
          ? [context.range.start_date === '2026-11-01' ? periodIs(...october) : periodIs(...november)]
          : [],
    },
    project: ({ range, status, search, sort, opened, dialog }) => [range.start_date, status, search, sort?.direction, opened?.id, dialog],
  },
  mount: async () => {
    chosen = atFirst;
    outside.questions.length = 0;
    // The address keeps what the path before it chose.
    window.history.replaceState(null, '', '/commissions');
    const observer = createObserver(commissions.machine);
    const app = await createStage({ inspect: observer.inspect, features: ['statements'] });
    await act(async () => {
      render(
        <Stage app={app}>
          <CommissionsScreen />
        </Stage>,
      );
    });
    await settle();
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async () => undefined };
  },
  gestures: {
    'xstate.snapshot.period': async () => {
      const isNovember = chosen.month === '2026-11';
      chosen = { ...chosen, month: isNovember ? '2026-10' : '2026-11' };
      await press(isNovember ? 'Previous period' : 'Next period');
    },
    'status.choose': async ({ status }: AnyEventObject) => {
      chosen = { ...chosen, status };
      fireEvent.change(sales().getByLabelText('Status'), { target: { value: status } });
      await settle();
    },
    'search.type': ({ text }) => {
      chosen = { ...chosen, search: text };
      fireEvent.change(sales().getByRole('searchbox'), { target: { value: text } });
    },
    'sort.toggle': async () => {
      chosen = { ...chosen, sort: chosen.sort === 'ascending' ? 'descending' : 'ascending' };
      fireEvent.click(sales().getByRole('columnheader', { name: 'Status' }));
      await settle();
    },
    'details.open': async ({ opened }: AnyEventObject) => {
      const isNext = chosen.over !== null;
      // Who is at the last row stays there.
      chosen = { ...chosen, over: `details of ${opened.id}` };
      await press(isNext ? 'next row' : 'Open details of INV-1042');
    },
    'details.close': async () => {
      chosen = { ...chosen, over: null };
      await press('close details');
    },
    'dialog.open': async () => {
      chosen = { ...chosen, over: 'statement' };
      await press('Generate Commission Statement');
    },
    'dialog.close': async () => {
      chosen = { ...chosen, over: null };
      await press('close statement');
    },
  },
  shows: () => {
    const { month, status, search, sort, over } = chosen;
    expect(document.querySelector('[aria-haspopup="dialog"]')?.textContent).toBe(month);
    expect((sales().getByLabelText('Status') as HTMLSelectElement).value).toBe(status);
    expect((sales().getByRole('searchbox') as HTMLInputElement).value).toBe(search);
    expect(sales().getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort') ?? 'none').toBe(sort);
    // spec 7.20: both dates always, a status only when one is chosen.
    expect(outside.questions.at(-1)).toMatchObject(dates[month as keyof typeof dates]);
    expect((outside.questions.at(-1) as { status?: string }).status ?? '').toBe(status);
    // spec 2.35: the search is of the page that is shown.
    expect(sales().queryByText('INV-2000') !== null).toBe(search === '');
    // spec 2.34: one thing at a time stands over the page.
    const standing = [...document.querySelectorAll('section[aria-label]')].map((each) => each.getAttribute('aria-label') ?? '');
    expect(standing.filter((label) => /^(details|statement)/.test(label))).toEqual(over === null ? [] : [over]);
  },
  unreachable: {
    'commissions --search.set[0]--> stays': 'No step back is taken here.',
    'commissions --sort.set[0]--> stays': 'As above.',
    'commissions.deciding --always[0]--> commissions.detailed': 'The address of this walk names no row.',
    'commissions --person.choose[0]--> stays': 'The server of this walk does not narrow by person, so there is no select.',
    'commissions --search.settled[0]--> stays': 'Nor does it search: the search reads the page that is shown (spec 2.35).',
    'commissions --search.type[0]--> stays': 'As above.',
  },
});
