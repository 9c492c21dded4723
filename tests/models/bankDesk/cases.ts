import type { BankDetail } from '../../../contract/entities/bank.ts';
import { bankDeskMachine, toDeskProposal } from '../../../src/machines/bank/bankDesk.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

const line = { kind: 'invoice', id: '31', label: '1042-A', name: 'Mesa Library', day: '2026-11-20', amount: 1000 } as const;
export const candidate = { score: 85, reasons: ['The amount is exact'], lines: [line] };
export const proposed: BankDetail = {
  id: '7',
  direction: 'in',
  amount: 1000,
  date: '2026-11-10',
  counterparty: 'MESA LIBRARY',
  memo: 'Invoice 1042',
  method: 'ACH',
  account: 'Operating ••4417',
  source: 'Acme Bank',
  bank_status: 'settled',
  state: 'proposed',
  returned: false,
  why: null,
  proposal: candidate,
  matched: [],
  version: 2,
  actions: ['match', 'receipt', 'ignore'],
  candidates: [candidate],
  description: null,
  dashboard_link: null,
  failure: null,
  history: [],
};
export const waiting: BankDetail = {
  ...proposed,
  state: 'waiting',
  why: 'Nothing fits well enough to propose.',
  proposal: null,
  candidates: [],
};
export const matched: BankDetail = {
  ...proposed,
  state: 'matched',
  proposal: null,
  candidates: [],
  matched: [line],
  version: 3,
  actions: ['undo'],
};
export const ignoring = { kind: 'ignore', reason: 'Bank fee', remember: false } as const;
export const refused = { status: 422, data: { message: 'A reason is required', errors: { reason: 'A reason is required' } } };
export const stale = { status: 409, data: { code: 'stale_version', message: 'Somebody else has changed this transaction.' } };

export const bankDesk = deskCasesOf<typeof bankDeskMachine>({
  parts: ['form', 'newest', 'dismiss', 'reload'],
  machine: bankDeskMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: 'ignore' }, { form: 'split' }, { form: 'receipt' }],
    'form.close': [{}],
    'step.submit': ({ context: { content, form } }) =>
      form ? [{ step: ignoring }] : [{ step: { kind: 'undo' } }, ...(content?.proposal ? [{ step: toDeskProposal(content) }] : [])],
    'xstate.done.actor.load': [{ output: proposed }, { output: waiting }, { output: matched }],
    'xstate.error.actor.load': [{ error: {} }],
    'xstate.done.actor.save': [{ output: matched }],
    'xstate.error.actor.save': [{ error: refused }, { error: stale }],
  },
  project: ({ content, form, error }) => [content?.state, form, error !== null],
});
