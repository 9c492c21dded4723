import type { Dispute } from '../../../contract/entities/dispute.ts';
import { disputeMachine } from '../../../src/machines/disputes/dispute.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const dispute = (state: Dispute['state'], actions: Dispute['actions']): Dispute => ({
  id: '41',
  commission_id: '9',
  invoice_number: '1042-A',
  state,
  opened_by: 'Sam Sales',
  opened_at: '2026-11-20T09:00:00Z',
  resolution: null,
  adjustment_id: null,
  adjustment_amount: null,
  messages: [{ id: '1', author: 'Sam Sales', text: 'I expected more.', at: '2026-11-20T09:00:00Z' }],
  actions,
});
export const words = 'The credit memo was meant for 1043-A.';

export const disputes = deskCasesOf<typeof disputeMachine>({
  parts: ['again'],
  machine: disputeMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [
      { step: { kind: 'open', text: words } },
      { step: { kind: 'reply', id: '41', text: words } },
      { step: { kind: 'take', id: '41' } },
      { step: { kind: 'resolve', id: '41', text: words } },
      { step: { kind: 'withdraw', id: '41' } },
    ],
    'xstate.done.actor.load': [{ output: [] }, { output: [dispute('open', ['reply', 'take', 'resolve', 'withdraw'])] }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: undefined }],
    'xstate.error.actor.save': [
      { error: { status: 409, data: { message: 'Somebody else took it on.' } } },
      { error: { status: 422, data: { message: 'Say more.' } } },
    ],
  },
  project: ({ content, step, error }) => [content?.map(({ actions }) => actions), step?.kind, error],
});
