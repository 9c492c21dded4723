import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { fill, messages } from '../../../contract/messages.ts';
import { useColumnLayout } from '../../../src/shared/lists/useColumnLayout.ts';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import { GridToolbar } from '../../../src/ui/grid/toolbar/GridToolbar.tsx';
import { fetchMenu } from '../../../src/ui/menu/Menu.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { columnLayout, keys } from './cases.ts';

beforeAll(fetchMenu);

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/preferences.ts', () => ({
  createPreferences: () => ({
    saveColumns: (_user: string, table: string, order: unknown, widths: unknown) =>
      jobs.current.start('saveLayout', { table, order, widths }),
  }),
}));

const headers = { invoice: 'Invoice', amount: 'Amount', status: 'Status' } as const;
const columns = keys.map((key) => ({
  key,
  header: headers[key as keyof typeof headers],
  width: 150,
  cell: (row: { id: string }) => row.id,
  text: (row: { id: string }) => row.id,
}));

/** A product table with a signed-in person's columns. */
function Table() {
  const { layout, onLayoutChange } = useColumnLayout('commissions', keys);
  const common = { columns, rows: [{ id: '1' }], layout, onLayoutChange };
  return (
    <>
      <GridToolbar {...common} fileName="rows.csv" />
      <Grid {...common} columnMenu label="Rows" rowKey={(row) => row.id} sort={null} onSort={() => {}} state="ready" empty="none" />
    </>
  );
}

type Order = Readonly<{ order: readonly string[]; hidden: readonly string[] }>;
const shownOf = ({ order, hidden }: Order) => order.filter((key) => !hidden.includes(key));
/** The index of a column after moving one visible column to the left; empty for the first. */
const previousIndex = (context: Order, key: string): number[] => {
  const previousKey = shownOf(context)[shownOf(context).indexOf(key) - 1];
  return previousKey === undefined ? [] : [context.order.indexOf(previousKey)];
};

/** Opens the menu of all columns; a single column's menu closes it. */
const inMenu = () => {
  if (!screen.queryByRole('dialog', { name: 'Columns' })) fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return within(screen.getByRole('dialog', { name: 'Columns' }));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // spec 8.15: a failed save is only logged.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describeScreen({
  of: {
    ...columnLayout,
    cases: {
      ...columnLayout.cases,
      'layout.apply': [],
      'column.move': ({ context }) => previousIndex(context, 'status').map((to) => ({ key: 'status', to })),
      'column.resize': ({ context }) =>
        context.hidden.includes('amount') ? [] : [{ key: 'amount', width: context.widths.amount === 166 ? 150 : 166 }],
      'column.resetWidth': ({ context }) => (context.hidden.includes('amount') ? [] : [{ key: 'amount' }]),
    },
    project: ({ hidden, order, widths }) => [hidden, order, widths],
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(columnLayout.machine);
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <Table />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.current.settle(event))) await vi.advanceTimersByTimeAsync(400);
      },
    };
  },
  gestures: {
    'column.move': () => void fireEvent.click(inMenu().getByRole('button', { name: 'Move left: Status' })),
    'column.resize': ({ width }) =>
      void fireEvent.click(inMenu().getByRole('button', { name: `${width === 166 ? 'Wider' : 'Narrower'}: Amount` })),
    'column.resetWidth': async () => {
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: fill(messages.grid.menu, { column: 'Amount' }) })));
      // The menu is loaded lazily the first time.
      await act(async () => void (await import('../../../src/ui/grid/columns/ColumnMenu.tsx')));
      fireEvent.click(screen.getByRole('menuitem', { name: 'Reset width' }));
    },
    'column.hide': (event) => void fireEvent.click(inMenu().getByRole('checkbox', { name: headers[event.key as keyof typeof headers] })),
    'column.show': (event) => void fireEvent.click(inMenu().getByRole('checkbox', { name: headers[event.key as keyof typeof headers] })),
    'layout.reset': () => void fireEvent.click(inMenu().getByRole('button', { name: 'Reset columns' })),
  },
  shows: ({ context }) => {
    const visibleKeys = shownOf(context);
    expect(screen.getAllByRole('columnheader').map((item) => item.textContent)).toEqual(
      visibleKeys.map((key) => headers[key as keyof typeof headers]),
    );
    expect(screen.getAllByRole('columnheader').map((item) => item.style.width)).toEqual(
      visibleKeys.map((key) => `${context.widths[key] ?? 150}px`),
    );
  },
  unreachable: {
    'columnLayout --layout.apply[0]--> stays': 'A saved view applies its layout; this table has none.',
  },
});
