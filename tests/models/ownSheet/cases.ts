import type { Commission } from '../../../contract/entities/commission.ts';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import { ownSheetMachine } from '../../../src/machines/commissions/ownSheet.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const named = [
  ['Invoice', 'Commission'],
  ['10234', '55.00'],
];
export const unnamed = [['10234', '55.00']];
export const record: Commission = {
  id: '31',
  invoice_id: '12',
  invoice_number: '10234',
  customer_name: 'Acme School',
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-10-05',
  gross_amount: 1_100,
  net_revenue: 1_000,
  commission_amount: 50,
  adjustments_amount: 0,
  commission_rate: 0.05,
  status: 'due',
  payment_date: null,
  notes: null,
};
export const explanation: Explanation = {
  commission_id: '31',
  as_of: '2026-11-23',
  status: 'due',
  sentence: 'Due: invoice 10234 is paid in full.',
  formula: [{ label: 'Up to quota', text: '1,000.00 × 5.0% = 50.00', amount: 50 }],
  rows: [],
  blocks: [],
  plan: { id: 'default', name: 'Standard', version: 1 },
  amounts: { commission: 50, adjustments: 0, total: 50, released: 50, paid: 0, due: 50 },
};
export const question = { recordId: '31', text: 'Why 50.00?' };
export const chosen = { header: -1, invoice: 0, amount: 1, meaning: 'commission' } as const;

export const ownSheetCases: MachineCases<typeof ownSheetMachine> = {
  machine: ownSheetMachine,
  inputs: [undefined],
  cases: {
    'text.paste': [{ text: 'Invoice\tCommission\n10234\t55.00' }],
    'file.choose': [{ file: new Blob(['Invoice,Commission\n10234,55.00']) }],
    'columns.choose': [{ columns: chosen }],
    'sheet.compare': [{}],
    'sheet.clear': [{}],
    'question.begin': [question],
    'question.type': [{ text: 'Why is it 50.00?' }, { text: ' ' }],
    'question.send': [{}],
    'question.cancel': [{}],
    'xstate.done.actor.readSheet': [{ output: named }, { output: unnamed }],
    'xstate.error.actor.readSheet': [{ error: { data: { message: 'This is a workbook.' } } }],
    'xstate.done.actor.loadRecords': [{ output: [record] }],
    'xstate.error.actor.loadRecords': [{ error: { status: 500 } }],
    'xstate.done.actor.explainRecords': [{ output: { 31: explanation } }],
    'xstate.error.actor.explainRecords': [{ error: { status: 500 } }],
    'xstate.done.actor.sendQuestion': [{ output: undefined }],
    'xstate.error.actor.sendQuestion': [{ error: { status: 409, data: { message: 'This amount is already being questioned.' } } }],
  },
  project: ({ columns, question: written, asked: requestedNumbers, records }) => [
    columns.invoice !== null,
    records.length,
    written?.text.trim() === '',
    requestedNumbers.length,
  ],
};
