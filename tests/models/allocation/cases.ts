import type { OpenItems } from '../../../contract/entities/payment.ts';
import { allocationMachine } from '../../../src/machines/payments/allocation.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const item = (id: string, day: string, open: number) => ({
  kind: 'invoice' as const,
  id,
  label: `F-${id}`,
  customer_name: 'Acme',
  day,
  open,
});
export const items: OpenItems = { data: [item('1', '2026-10-01', 100), item('2', '2026-11-01', 250)], unapplied: 0 };
export const customer = { kind: 'customer' as const, id: '3', first: null };
export const nobody = { payer: null, amount: 0, lines: {} };
export const payerInput = { payer: customer, amount: 100_00, lines: { 'invoice-2': '100.00' } };

export const allocation: MachineCases<typeof allocationMachine> = {
  machine: allocationMachine,
  inputs: [nobody, payerInput],
  cases: {
    'payer.choose': [{ payer: customer }, { payer: null }, { payer: customer, lines: payerInput.lines }],
    'amount.change': [{ amount: 120_00 }],
    'line.type': [{ key: 'invoice-1', text: '50' }],
    'proposal.take': [{}],
    'items.retry': [{}],
    'xstate.done.actor.loadItems': [{ output: items }],
    'xstate.error.actor.loadItems': [{ error: {} }],
  },
  project: ({ payer, amount, lines, items: open, error }) => [
    payer?.id,
    amount,
    Object.keys(lines).length > 0,
    open.length,
    error !== null,
  ],
};
