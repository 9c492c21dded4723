import type { InvoiceSplit } from '../../../contract/entities/split.ts';
import { splitMachine } from '../../../src/machines/splits/split.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const byPlan: InvoiceSplit = {
  invoice_id: '7',
  invoice_number: '1042-A',
  net_revenue: 1000,
  by_hand: false,
  shares: [{ user_id: '1', name: 'Sam Seller', share: 1, net_revenue: 1000 }],
  reason: null,
  by: null,
  since: null,
  version: 0,
};
export const byHand: InvoiceSplit = {
  ...byPlan,
  by_hand: true,
  reason: 'Together',
  by: 'Vic Boss',
  since: '2026-05-20T18:00:00Z',
  version: 4,
};
export const people = [
  { value: '1', label: 'Sam Seller' },
  { value: '2', label: 'Kim Other' },
] as const;
export const values = {
  shares: [
    { user_id: '1', share: 0.6 },
    { user_id: '2', share: 0.4 },
  ],
  reason: 'Worked on it together',
} as const;
export const stale = { status: 409, data: { code: 'stale_version', message: 'Somebody else changed the split.', current: byHand } };

export const splitCases = deskCasesOf<typeof splitMachine>({
  parts: ['newest'],
  machine: splitMachine,
  inputs: [undefined],
  cases: {
    'step.submit': ({ context }) => (context.saved > 0 ? [] : [{ step: { kind: 'share', values } }, { step: { kind: 'remove' } }]),
    'xstate.done.actor.load': [{ output: { split: byPlan, people } }, { output: { split: byHand, people } }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': ({ context }) => [{ output: context.step?.kind === 'remove' ? byPlan : byHand }],
    'xstate.error.actor.save': [{ error: stale }, { error: { status: 422, data: { message: 'A reason is required' } } }],
  },
  // The walk ends with the save, because the dialog closes.
  project: ({ content, step, saved, error }) => [content?.split.by_hand ?? null, step?.kind, saved, error !== null],
});
