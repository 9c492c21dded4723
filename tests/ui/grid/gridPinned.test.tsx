import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Grid } from '../../../src/ui/grid/Grid.tsx';
import type { GridColumn } from '../../../src/ui/grid/types.ts';

afterEach(cleanup);
type Row = { id: string };
const column = (key: string, pinned?: 'end'): GridColumn<Row> => ({
  key,
  header: key,
  width: 120,
  cell: (row) => row.id,
  text: (row) => row.id,
  ...(pinned ? { pinned } : {}),
});

it('spec 2.37: the action column announces in head and body that it is pinned', () => {
  render(
    <Grid
      label="Adjustments"
      columns={[column('amount'), column('actions', 'end')]}
      rows={[{ id: '9' }]}
      rowKey={(row) => row.id}
      layout={{ order: [], hidden: [], widths: {} }}
      onLayoutChange={() => {}}
      sort={null}
      onSort={() => {}}
      state="ready"
      empty="none"
    />,
  );
  expect(screen.getByRole('columnheader', { name: 'actions' }).dataset.pinned).toBe('end');
  expect(screen.getByRole('columnheader', { name: 'amount' }).dataset.pinned).toBeUndefined();
  expect([...document.querySelectorAll<HTMLElement>('tr[data-row] td:not(.grid-rest)')].map(({ dataset }) => dataset.pinned)).toEqual([
    undefined,
    'end',
  ]);
});
