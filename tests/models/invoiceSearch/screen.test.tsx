import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { InvoiceSearch } from '../../../src/screens/commissions/adjustments/InvoiceSearch.tsx';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { invoiceSearch, type invoices } from './cases.ts';

const field = () => screen.getByRole('combobox', { name: 'Invoice' }) as HTMLInputElement;
const press = (key: string) => () => void fireEvent.keyDown(field(), { key });
let reported: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // spec 8.15: a failed search is only logged.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describeScreen({
  of: {
    ...invoiceSearch,
    // A field reports only changes.
    cases: {
      ...invoiceSearch.cases,
      // The same gesture triggers different transitions depending on the text; separate cases drive both.
      'field.leave': ({ context }) => [{ text: context.text }],
      'text.type': ({ context }) => ['1042-a', '10', ' '].filter((text) => text !== context.text).map((text) => ({ text })),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    reported = [];
    const observer = createObserver(invoiceSearch.machine);
    const app = await createStage({ inspect: observer.inspect });
    const lookUp = (text: string) => jobs.start<readonly (typeof invoices)[number][]>('searchInvoices', { text });
    await act(async () => {
      render(
        <Stage app={app}>
          <InvoiceSearch
            text=""
            lookUp={lookUp}
            onChosen={(invoice) => reported.push(invoice?.id ?? null)}
            field={{ 'aria-label': 'Invoice' }}
          />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.settle(event))) await vi.advanceTimersByTimeAsync(300);
      },
    };
  },
  gestures: {
    'text.type': ({ text }) => void fireEvent.change(field(), { target: { value: text } }),
    'list.open': press('ArrowDown'),
    'list.close': press('Escape'),
    'field.leave': () => void fireEvent.blur(field()),
    'option.move': (event) => press(event.delta === 1 ? 'ArrowDown' : 'ArrowUp')(),
    'option.choose': ({ invoice }) => void fireEvent.click(screen.getByRole('option', { name: new RegExp(`^${invoice.invoice_number}`) })),
  },
  shows: (model) => {
    const { text, results, activeIndex } = model.context;
    const open = model.hasTag('listed');
    expect(field().value).toBe(text);
    expect(field().getAttribute('aria-expanded')).toBe(String(open));
    const options = screen.queryAllByRole('option', { hidden: true });
    expect(options.map((item) => item.querySelector('strong')?.textContent)).toEqual(
      results.map((invoice: { invoice_number: string }) => invoice.invoice_number),
    );
    // The arrow keys select one option, and the field refers to it.
    expect(field().getAttribute('aria-activedescendant')).toBe(model.matches('found') ? (options[activeIndex]?.id ?? '') : null);
    // spec 5.03, 8.15: an empty result and a failed search look the same.
    const isEmpty = open && results.length === 0;
    expect(screen.queryByText(`No invoices found matching "${text.trim()}"`) !== null).toBe(isEmpty);
    if (model.matches('idle') && text === '1043') expect(reported.at(-1)).toBe('32');
    if (model.matches('waiting')) expect(reported.at(-1)).toBeNull();
  },
});
