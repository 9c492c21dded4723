import { invoiceSearchMachine } from '../../../src/machines/adjustments/invoiceSearch.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const invoices = [
  { id: '31', invoice_number: '1042-A', customer: { name: 'Lincoln High' } },
  { id: '32', invoice_number: '1043', customer: { name: 'Mesa Library' } },
] as const;

export const invoiceSearch: MachineCases<typeof invoiceSearchMachine> = {
  machine: invoiceSearchMachine,
  inputs: [{ text: '' }],
  cases: {
    // The first is a complete number in lower case.
    'text.type': [{ text: '1042-a' }, { text: '10' }, { text: ' ' }],
    'list.open': [{}],
    'list.close': [{}],
    'field.leave': [{}],
    'option.move': [{ delta: 1 }, { delta: -1 }],
    'option.choose': [{ invoice: invoices[1] }],
    'xstate.after.lastLetter.invoiceSearch.waiting': [{}],
    'xstate.done.actor.searchInvoices': [{ output: invoices }, { output: [] }],
    'xstate.error.actor.searchInvoices': [{ error: { status: 500 } }],
  },
  project: ({ text, results, activeIndex }) => [text, results.length, activeIndex],
};
