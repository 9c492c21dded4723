import { checklistItems, type PeriodReview } from '../../../contract/entities/periodReview.ts';
import { closingMachine } from '../../../src/machines/payPeriods/closing.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const at = '2026-11-21T12:00:00Z';
export const open: PeriodReview = {
  period: {
    id: '2026-10',
    label: '2026-10',
    start_date: '2026-10-01',
    end_date: '2026-10-31',
    state: 'open',
    records: 2,
    total_commission: 3200,
    blockers: [],
    actions: ['review'],
    closed_at: null,
    closed_by: null,
    reason: null,
    hash: null,
    root: null,
  },
  people: [
    {
      user_id: '7',
      user_name: 'Sam Seller',
      records: 2,
      commission: 3000,
      adjustments: 200,
      total: 3200,
      before: 1000,
      outliers: [{ rule: 'jump', percent: 220 }],
      largest_id: '9',
      due: 3200,
      under_way: 0,
    },
  ],
  adjustments: [],
  questions: [],
  unassigned: [{ id: '4', invoice_number: 'N-1', customer_name: 'Acme', net_revenue: 900, booking_date: '2026-10-09' }],
  own_benefits: [],
  looks: [{ user_name: 'Fay Finch', at }],
  signatures: [],
  signers_needed: 2,
  may_sign: false,
  statements: [],
  run: null,
};
export const inReview: PeriodReview = { ...open, period: { ...open.period, state: 'review', actions: ['back'] }, may_sign: true };
export const signed: PeriodReview = {
  ...inReview,
  period: { ...inReview.period, actions: ['back', 'close'] },
  signatures: [
    { user_name: 'Fay Finch', at, stands: true },
    { user_name: 'Finn Ferro', at, stands: true },
  ],
  may_sign: false,
};
export const closed: PeriodReview = {
  ...signed,
  period: { ...signed.period, state: 'closed', actions: [], closed_at: at, closed_by: 'Finn Ferro', hash: 'a1b2c3d4' },
  statements: [
    {
      id: '3',
      month: '2026-10',
      user_id: '7',
      user_name: 'Sam Seller',
      state: 'waiting',
      file_name: null,
      issued_at: at,
      confirmed_at: null,
    },
  ],
};
export const written: PeriodReview = {
  ...closed,
  statements: closed.statements.map((statement) => ({ ...statement, state: 'written' as const, file_name: 'statement.pdf' })),
};
export const refused = { status: 409, data: { message: 'October 2026 is already closed.' } };

export const closing: MachineCases<typeof closingMachine> = {
  machine: closingMachine,
  inputs: [{ id: '2026-10' }],
  cases: {
    'review.retry': [{}],
    'item.toggle': checklistItems.map((item) => ({ item })),
    'step.take': [{ step: 'review' }, { step: 'sign' }, { step: 'close' }],
    'error.dismiss': [{}],
    'xstate.done.actor.loadReview': [open, inReview, signed, closed, written].map((output) => ({ output })),
    'xstate.error.actor.loadReview': [{ error: {} }],
    'xstate.done.actor.askClose': [{ output: true }, { output: false }],
    'xstate.error.actor.askClose': [{ error: {} }],
    'xstate.done.actor.saveStep': [{}],
    'xstate.after.nextLook.closing.shown.writing.waiting': [{}],
    'xstate.error.actor.saveStep': [{ error: refused }],
  },
  // Only the number of checked items matters.
  project: ({ review, ticked, error }) => [
    review?.period.state,
    review?.may_sign,
    review?.period.actions.length,
    review?.statements[0]?.state,
    ticked.length,
    error !== null,
  ],
};
