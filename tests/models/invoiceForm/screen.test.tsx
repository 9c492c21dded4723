import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Invoice } from '../../../contract/entities/invoice.ts';
import { InvoiceForm } from '../../../src/screens/invoices/parts/InvoiceDialog.tsx';
import type { Invoices } from '../../../src/screens/invoices/useInvoices.ts';
import { user } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { closed, creating, invoice, invoiceForm, newest, refused, stale } from './cases.ts';

const answer = vi.hoisted(() => ({ yes: false }));
vi.mock('../../../src/services/browser.ts', async (load) => ({
  ...(await load<object>()),
  confirmWithUser: () => answer.yes,
  saveFile: () => {},
}));

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });
const press = async (...names: readonly string[]): Promise<void> => {
  fireEvent.click(names.map(button).find((candidate) => candidate !== null) as HTMLElement);
  // Validation is loaded first, so the machine receives the event a moment later.
  await settle();
  await settle();
};
const asksBeforeClosing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const prefill = { invoice_number: 'INV-1001', booking_date: '2026-11-10', due_date: '2026-12-10', deal: null };

let jobs = createJobs();
let outcomes: string[] = [];
/** The customer the form started with. */
let first = '';

const fillIn = (customer: string): void => {
  type('Customer', customer);
  type('Gross amount', '1080.00');
  type('Net revenue', '1000.00');
};

describeScreen({
  of: {
    ...invoiceForm,
    cases: {
      ...invoiceForm.cases,
      // A new invoice can't have been changed by someone else.
      'xstate.error.actor.saveInvoice': ({ context }) => [{ error: refused }, ...(context.edited ? [{ error: stale }] : [])],
      'xstate.error.actor.sendInvoice': [{ error: closed }],
    },
    project: ({ edited, saved, error }) => [edited === null, saved !== null, error],
  },
  mount: async (input) => {
    jobs = createJobs();
    outcomes = [];
    const edited = (input ?? creating).edited ? { ...invoice, version: 3 } : null;
    first = edited?.customer_name ?? '';
    const observer = createObserver(invoiceForm.machine);
    const app = await createStage({ inspect: observer.inspect, user: { ...user, role: 'salesperson' } });
    const invoices = {
      isLive: true,
      service: {
        create: (...args: unknown[]) => jobs.start('saveInvoice', args),
        edit: (...args: unknown[]) => jobs.start('saveInvoice', args),
        send: (...args: unknown[]) => jobs.start('sendInvoice', args),
        file: async () => new Blob(),
        customers: async () => [],
      },
      act: { close: () => void outcomes.push('closed'), reload: () => void outcomes.push('read again') },
      show: (id: string) => void outcomes.push(`shows ${id}`),
    } as unknown as Invoices;
    await act(async () => {
      render(
        <Stage app={app}>
          <InvoiceForm invoices={invoices} invoice={edited} prefill={edited ? null : prefill} pane={edited ? 'edit' : 'create'} />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        await jobs.settle(event);
        await settle();
        const { saved } = observer.snapshot().context as { saved: Invoice | null };
        if (saved) first = saved.customer_name;
      },
    };
  },
  gestures: {
    'form.submit': async ({ sends }) => {
      fillIn('Flagstaff Academy');
      await (sends ? press('Create and Send', 'Send') : press('Save as Draft'));
    },
    'close.ask': async ({ dirty }) => {
      if (dirty) fillIn('Somebody else');
      else if (first === '') for (const name of ['Customer', 'Gross amount', 'Net revenue']) type(name, '');
      else fillIn(first);
      await settle();
      answer.yes = false;
      await press('Cancel');
    },
    'close.confirmed': async () => {
      fillIn('Somebody else');
      await settle();
      answer.yes = true;
      await press('Cancel');
    },
    'newest.take': async () => {
      await press('Use the saved version');
      first = newest.customer_name;
    },
  },
  shows: (model) => {
    const { error, fields, saved, edited } = model.context;
    const isBusy = model.matches('saving') || model.matches('sending');
    expect(button('Saving…') !== null).toBe(isBusy);
    expect(field('Customer').disabled).toBe(isBusy);
    expect(button('Use the saved version') !== null).toBe(model.matches({ open: 'conflicted' }));
    const pageText = document.body.textContent ?? '';
    if ((model.matches({ open: 'unsent' }) || model.matches({ open: 'conflicted' })) && error !== null) expect(pageText).toContain(error);
    if (model.matches('saving')) {
      const [about, body] = (jobs.calls.at(-1)?.input ?? []) as unknown[];
      const values = { customer_name: 'Flagstaff Academy', gross_amount: '1080.00', commission_rate: '10.0', override_rate: false };
      // One idempotency key per form: submitting twice creates one invoice. An edit sends the version that was seen.
      if (edited) expect([about, body]).toMatchObject([{ id: edited.id }, values]);
      else expect([about, body]).toMatchObject([{ ...values, invoice_number: 'INV-1001' }, expect.any(String)]);
    }
    // A field's error is shown below it.
    if (model.matches({ open: 'failed' })) expect(Object.values(fields)).toEqual(['Customer is required']);
    const differs = field('Customer').value !== first;
    expect(asksBeforeClosing()).toBe(differs && (model.matches('open') || model.matches('saving')));
    if (model.matches('saved')) expect(outcomes).toEqual(['read again', 'shows 7']);
    else if (!model.matches('closed')) expect(outcomes).toEqual([]);
    else if (saved) expect(outcomes).toEqual(['read again', 'shows 7']);
    else expect(outcomes).toHaveLength(1);
  },
});
