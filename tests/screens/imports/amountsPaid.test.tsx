import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { FileColumn, ImportDetail } from '../../../contract/entities/import.ts';
import { suggestedMapping } from '../../../contract/rules/imports/mapping.ts';
import { MappingForm } from '../../../src/screens/imports/parts/MappingForm.tsx';
import type { ImportRunBinding } from '../../../src/screens/imports/useRun.ts';
import { run } from '../../models/importRun/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);
const column = (name: string, overrides: Partial<FileColumn> = {}): FileColumn => ({
  name,
  samples: [],
  dates: [],
  amounts: [],
  ...overrides,
});
const amounts = { amounts: ['point'] };
const columns = [
  column('ContactName'),
  column('InvoiceNumber'),
  column('InvoiceDate', { dates: ['ymd'] }),
  column('Total', amounts),
  column('InvoiceAmountPaid', amounts),
];
const xero: ImportDetail = {
  ...run('previewed'),
  state: 'mapping',
  layout: 'xero_invoices',
  columns,
  mapping: suggestedMapping('invoices', 'xero_invoices', columns),
};
const show = async (detail: ImportDetail) => {
  const steps: unknown[] = [];
  const app = await createStage({});
  const binding = { stepping: false, step: (step: unknown) => steps.push(step) } as unknown as ImportRunBinding;
  await act(async () => {
    render(
      <Stage app={app}>
        <MappingForm run={detail} binding={binding} />
      </Stage>,
    );
  });
  return steps;
};
const box = () => screen.getByRole('checkbox', { name: 'Also record amounts paid' }) as HTMLInputElement;
const submit = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Preview' })));

it('records amounts paid by default if the layout has their column, on a named day (issue 47)', async () => {
  const steps = await show(xero);
  expect(box().checked).toBe(true);
  await submit();
  expect(steps).toEqual([]);
  fireEvent.change(screen.getByLabelText('Received on'), { target: { value: '2026-11-20' } });
  await submit();
  expect(steps).toMatchObject([
    { kind: 'map', body: { mapping: { paid: { column: 4, format: 'point' } }, choices: { day: '2026-11-20' } } },
  ]);
});

it('leaves them out if the choice is cleared', async () => {
  const steps = await show(xero);
  fireEvent.click(box());
  expect(screen.queryByLabelText('Received on')).toBeNull();
  await submit();
  expect(steps).toHaveLength(1);
  expect(JSON.stringify(steps)).not.toContain('paid');
});

it('is off for other tables, whose columns are suggested once it is chosen', async () => {
  const generic = [column('Number'), column('Customer'), column('Date', { dates: ['ymd'] }), column('Total', amounts)];
  const paid = [...generic, column('Amount paid', amounts), column('Paid on', { dates: ['ymd'] })];
  const steps = await show({ ...xero, layout: 'generic', columns: paid, mapping: suggestedMapping('invoices', 'generic', paid) });
  expect(box().checked).toBe(false);
  fireEvent.click(box());
  await submit();
  expect(steps).toMatchObject([{ body: { mapping: { paid: { column: 4 }, paid_on: { column: 5, format: 'ymd' } } } }]);
});

it('asks for the column if none is found', async () => {
  const generic = [column('Number'), column('Customer'), column('Date', { dates: ['ymd'] }), column('Total', amounts)];
  const steps = await show({ ...xero, layout: 'generic', columns: generic, mapping: suggestedMapping('invoices', 'generic', generic) });
  fireEvent.click(box());
  await submit();
  expect([steps, screen.getAllByText('Amount paid is needed: choose its column.').length > 0]).toEqual([[], true]);
});

it('moves to the first unanswered field, which may be far above the button', async () => {
  const asking = columns.map((one) => (one.name === 'InvoiceDate' ? column('InvoiceDate', { dates: ['mdy', 'dmy'] }) : one));
  const steps = await show({ ...xero, columns: asking, mapping: suggestedMapping('invoices', 'xero_invoices', asking) });
  await submit();
  expect(steps).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('Date *'));
});
