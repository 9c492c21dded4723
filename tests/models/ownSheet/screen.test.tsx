import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import OwnSheetDialog from '../../../src/screens/commissions/ownSheet/OwnSheetDialog.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { explanation, record } from './cases.ts';

const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
const page = {
  data: [record, { ...record, id: '32', invoice_number: '10999' }],
  summary: null,
  pagination: { has_more: false, next_cursor: null, limit: 100 },
};

it('decisions 2.13: compares pasted rows in the page; a difference names both numbers and the rule, and Q asks about it', async () => {
  const sent: unknown[] = [];
  const answers: Readonly<Record<string, unknown>> = { '/api/v1/commissions': page, '/api/v1/commissions/31/explain': explanation };
  const http = vi.fn(async (path: string, options?: { method?: string; body?: unknown }) => {
    if (options?.method === 'POST') return void sent.push([path, options.body]);
    if (!(path in answers)) throw new Error(`no call was expected, got ${path}`);
    return answers[path];
  });
  const stage = await createStage({ features: ['disputes', 'explain'] });
  const app = { ...stage, http, getService: (create: (own: unknown) => unknown) => create(http) } as unknown as App;
  const requested = vi.fn();
  render(
    <Stage app={app}>
      <OwnSheetDialog range={range} userId="7" onWhyNot={requested} onClose={() => undefined} />
    </Stage>,
  );
  const text = 'Invoice\tCommission\n10234\t55.00\n10777\t12\n10888\t€ 5';
  fireEvent.change(await screen.findByLabelText('Paste your rows'), { target: { value: text } });
  fireEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  const row = (
    await screen.findByText('Your amount is based on the gross amount of $1,100.00. The plan pays on net revenue of $1,000.00.')
  ).closest('tr');
  expect([...(row?.cells ?? [])].slice(3, 6).map((cell) => cell.textContent)).toEqual(['$55.00', '$50.00', '-$5.00']);
  expect(screen.getByText('“€ 5” is in another currency. Commissions are in US dollars and nothing is converted.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
  expect(requested).toHaveBeenCalledWith('10777');
  if (row) fireEvent.keyDown(row, { key: 'q' });
  fireEvent.keyDown(await screen.findByLabelText('Your question'), { key: 'Enter' });
  await waitFor(() =>
    expect(sent).toEqual([
      [
        '/api/v1/commissions/31/disputes',
        { message: 'My spreadsheet says $55.00 for invoice 10234; here it is $50.00, a difference of -$5.00. Why?' },
      ],
    ]),
  );
  expect(await screen.findByText('Asked')).toBeTruthy();
});
