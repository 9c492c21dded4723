import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Commission } from '../../../contract/entities/commission.ts';
import { listMachine } from '../../../src/machines/lists/list.machine.ts';
import CommissionsScreen from '../../../src/screens/commissions/index.tsx';
import { list } from '../list/cases.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { commissions } from './cases.ts';

beforeAll(async () => void (await import('../../../src/screens/commissions/parts/RecordPanel.tsx')));

const stub = vi.hoisted(() => ({ questions: [] as object[], rows: [] as unknown[] }));
vi.mock('../../../src/services/commissions.ts', () => ({
  createCommissions: () => ({
    page: async ({ question }: { question: object }) => {
      stub.questions.push(question);
      return { data: stub.rows, pagination: { cursor: null, limit: 10, total: 2 } };
    },
    forget: () => {},
  }),
}));
vi.mock('../../../src/services/adjustments.ts', () => ({
  createAdjustments: () => ({ page: () => new Promise(() => {}), forget: () => {} }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
// The dialogs of the page have their own walks.
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
stub.rows = [row('9', 'INV-1042', 'paid'), row('10', 'INV-2000', 'due')];

type Choices = { month: string; status: string; search: string; sort: 'none' | 'ascending' | 'descending'; over: string | null };
const initialChoices: Choices = { month: '2026-11', status: '', search: '', sort: 'none', over: null };
/** The state a path's gestures lead to, written from the specification. */
let choices = initialChoices;

const sales = () => within(screen.getByRole('region', { name: 'Commissionable Sales' }));
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (name: string, role = 'button'): Promise<void> => {
  fireEvent.click(screen.getByRole(role, { name }));
  await settle();
};
const dates = { '2026-11': { start_date: '2026-11-01' }, '2026-10': { start_date: '2026-10-01', end_date: '2026-10-31' } } as const;

const october = { start_date: '2026-10-01', end_date: '2026-10-31', user_id: '7' };
const november = { start_date: '2026-11-01', end_date: '2026-11-30', user_id: '7' };

const mountFor = (machine: AnyStateMachine, parent?: string) => async () => {
  choices = initialChoices;
  stub.questions.length = 0;
  // The URL still contains the previous path's choices.
  window.history.replaceState(null, '', '/commissions');
  const observer = createObserver(machine, undefined, parent);
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
};
const otherMonth = async (): Promise<void> => {
  const isNovember = choices.month === '2026-11';
  choices = { ...choices, month: isNovember ? '2026-10' : '2026-11' };
  await press(isNovember ? 'Previous period' : 'Next period');
};
const openRow = async (id: string): Promise<void> => {
  const isNext = choices.over?.startsWith('details') ?? false;
  // At the last row, Next does nothing.
  choices = { ...choices, over: `details of ${id}` };
  await (isNext ? press('next row') : press('Open details of INV-1042', 'link'));
};
const shows = (): void => {
  const { month, status, search, sort, over } = choices;
  expect(document.querySelector('[aria-haspopup="dialog"]')?.textContent).toBe(month);
  expect((sales().getByLabelText('Status') as HTMLSelectElement).value).toBe(status);
  expect((sales().getByRole('searchbox') as HTMLInputElement).value).toBe(search);
  expect(sales().getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort') ?? 'none').toBe(sort);
  // spec 7.20: always both dates, a status only if chosen.
  expect(stub.questions.at(-1)).toMatchObject(dates[month as keyof typeof dates]);
  expect((stub.questions.at(-1) as { status?: string }).status ?? '').toBe(status);
  // spec 2.35: searches the current page.
  expect(sales().queryByText('INV-2000') !== null).toBe(search === '');
  // spec 2.34: at most one dialog is open over the page.
  const standing = [...document.querySelectorAll('section[aria-label]')].map((item) => item.getAttribute('aria-label') ?? '');
  expect(standing.filter((label) => /^(details|statement)/.test(label))).toEqual(over === null ? [] : [over]);
};

const noAction = 'Nothing is done with a record here: the walk of a row’s action has it.';
const noSearch = 'The server of this walk does not search: the search reads the page that is shown (spec 2.35).';
const noSort = 'The server does not sort.';

describeScreen({
  of: {
    ...commissions,
    inputs: [{ today: '2026-11-21', userId: '7', list: { pageSize: 10 } }],
    cases: {
      ...commissions.cases,
      'dialog.open': ({ value }) => (value === 'browsing' ? [{ dialog: 'statement' }] : []),
      'xstate.snapshot.list': ({ value }) => (value === 'browsing' ? [{ snapshot: { context: { opened: { id: '9', pane: '' } } } }] : []),
      'xstate.snapshot.period': ({ value }) => (value === 'browsing' ? [{ snapshot: { context: { period: october } } }] : []),
    },
  },
  mount: mountFor(commissions.machine),
  gestures: {
    'xstate.snapshot.list': () => openRow('9'),
    'xstate.snapshot.period': otherMonth,
    'dialog.open': async () => {
      choices = { ...choices, over: 'statement' };
      await press('Generate Commission Statement');
    },
    'dialog.close': async () => {
      choices = { ...choices, over: null };
      await press('close statement');
    },
  },
  shows,
  unreachable: {
    'commissions.deciding --always[0]--> commissions.covered':
      'The address of this walk has nothing over the page: tests/screens/address has it.',
    'commissions.covered --dialog.open[0]--> stays': 'A reason leads to another one: tests/screens/figureDialog has it.',
  },
});

/** This page's list, which the server neither searches nor sorts. */
describeScreen({
  of: {
    machine: listMachine,
    inputs: [
      { pageSize: 10, fallback: 'Failed to load commissions', filters: { status: '' }, part: november, searches: 'page', sorts: 'page' },
    ],
    cases: {
      ...list.cases,
      'part.changed': ({ context }) => (context.opened ? [] : [{ part: context.part.start_date === '2026-11-01' ? october : november }]),
      'filter.choose': ({ context: { filters, opened } }) => (opened ? [] : [{ key: 'status', value: filters.status === '' ? 'due' : '' }]),
      'search.type': ({ context: { filters, opened, search, sort } }) =>
        opened || filters.status !== '' || sort ? [] : [{ text: search === '' ? '1042' : '' }],
      'search.set': ({ context: { filters, opened, search, sort } }) =>
        opened || filters.status !== '' || sort || search === '' ? [] : [{ text: '' }],
      'sort.toggle': ({ context: { filters, opened } }) => (opened || filters.status !== '' ? [] : [{ key: 'status' }]),
      'sort.set': [],
      'row.open': ({ context: { filters, opened, search, sort } }) =>
        filters.status !== '' || search !== '' || sort ? [] : [{ opened: { id: opened ? '10' : '9', pane: '' } }],
      'action.choose': [],
      'action.settled': [],
      'error.dismiss': [],
      'list.reload': [],
    },
    project: ({ filters, part, search, sort, opened }) => [filters.status, part.start_date, search, sort?.direction, opened?.id],
  },
  mount: mountFor(listMachine, 'commissions'),
  gestures: {
    'part.changed': otherMonth,
    'filter.choose': async ({ value }: AnyEventObject) => {
      choices = { ...choices, status: value };
      fireEvent.change(sales().getByLabelText('Status'), { target: { value } });
      await settle();
    },
    'search.type': ({ text }) => {
      choices = { ...choices, search: text };
      fireEvent.change(sales().getByRole('searchbox'), { target: { value: text } });
    },
    'search.set': async () => {
      choices = { ...choices, search: '' };
      await press('Only “1042” on this page: show all');
    },
    'sort.toggle': async () => {
      choices = { ...choices, sort: choices.sort === 'ascending' ? 'descending' : 'ascending' };
      fireEvent.click(sales().getByRole('columnheader', { name: 'Status' }));
      await settle();
    },
    'row.open': ({ opened }: AnyEventObject) => openRow(opened.id),
    'row.close': async () => {
      choices = { ...choices, over: null };
      await press('close details');
    },
  },
  shows,
  unreachable: {
    'list --action.choose[0]--> stays': noAction,
    'list --action.settled[0]--> stays': noAction,
    'list --action.settled[1]--> stays': noAction,
    'list --error.dismiss[0]--> stays': noAction,
    'list --list.reload[0]--> stays': 'Nothing is changed here.',
    'list.question --search.set[0]--> list.question.still': noSearch,
    'list.question --sort.set[0]--> list.question.still': noSort,
    'list.question --sort.set[1]--> stays': 'No step back is taken here: tests/screens/address has it.',
    'list.question --sort.toggle[0]--> list.question.still': noSort,
    'list.question.still --search.type[0]--> list.question.typing': noSearch,
    'list.question.typing --search.type[0]--> list.question.typing (reenter)': noSearch,
    'list.question.typing --xstate.after.searchDebounce.list.question.typing[0]--> list.question.still': noSearch,
    'list.row.deciding --always[0]--> list.row.opened': 'The address of this walk names no row.',
  },
});
