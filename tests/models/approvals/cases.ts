import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { approvalsMachine } from '../../../src/machines/approvals/approvals.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const late: Approval = {
  id: 'adjustment-9',
  group: 'late_fact',
  version: 1,
  user_id: '7',
  user_name: 'Sam Seller',
  people: null,
  invoice_number: '1042-A',
  reason: 'Late change of invoice 1042-A in October 2026, which is closed',
  created_by: 'Ada Adams',
  created_at: '2026-11-20T12:00:00Z',
  day: '2026-11-20',
  amount: 120,
  before: 300,
  after: 420,
  attainment: { before: 0.842, after: 0.842 },
  earlier: { count: 2, amount: 50 },
  calculation: { before: '$300.00 on net revenue of $6,000.00', after: '$420.00 on net revenue of $8,400.00' },
  own: false,
  link: '/commissions?adjustment=9',
};
export const run: Approval = {
  ...late,
  id: 'run-3',
  group: 'run',
  user_id: null,
  user_name: null,
  people: 4,
  invoice_number: null,
  reason: 'PAY-2026-10-20261130',
  amount: 7000,
  before: 7000,
  after: 0,
  attainment: null,
  earlier: null,
  calculation: null,
  link: '/payments?run=3',
};
const until = '2026-11-21T12:00:10Z';
const clean = { code: null, message: null, by: null };
export const decided: ApprovalResult = { id: late.id, outcome: 'decided', version: 2, undo_until: until, ...clean };
export const final: ApprovalResult = { ...decided, undo_until: null };
export const faster: ApprovalResult = {
  id: run.id,
  outcome: 'refused',
  version: null,
  undo_until: null,
  code: 'stale_version',
  message: 'Fay Finch approved this first.',
  by: 'Fay Finch',
};
export const noReason = {
  status: 422,
  data: { message: 'Reason is required', errors: { note: 'Reason is required' } },
};

export const approvals: MachineCases<typeof approvalsMachine> = {
  machine: approvalsMachine,
  inputs: [{ list: { pageSize: 25 } }],
  cases: {
    'rows.select': [{ approvals: [late, run] }],
    'decision.ask': [
      { decision: 'approve', approvals: [late, run] },
      { decision: 'reject', approvals: [late, run] },
      { decision: 'reject', approvals: [] },
    ],
    'decision.reopen': [
      { decision: 'approve', approvals: [late] },
      { decision: 'approve', approvals: [] },
    ],
    'decision.answer': [{ note: 'Agreed' }],
    'decision.close': [{}],
    'undo.offer': [
      { offer: { asked: { decision: 'approve', approvals: [late] }, items: [{ id: late.id, version: 2 }], refused: 0 } },
      { offer: { asked: { decision: 'approve', approvals: [late] }, items: [], refused: 1 } },
    ],
    'undo.ask': [{}],
    'undo.note': [{}],
    'undo.dismiss': [{}],
    'messages.dismiss': [{}],
    'xstate.after.undoWindow.approvals.undo.offered': [{}],
    'xstate.done.actor.decideApprovals': [{ output: [decided, faster] }, { output: [final, faster] }],
    'xstate.error.actor.decideApprovals': [{ error: noReason }],
    'xstate.done.actor.undoApprovals': [{ output: [{ ...decided, version: 3, undo_until: null }] }],
    'xstate.error.actor.undoApprovals': [{ error: {} }],
    'xstate.error.actor.list': [{ error: new Error('broken') }],
  },
  project: ({ asked: decision, offered, refused, error }) => [decision !== null, offered !== null, refused.length, error !== null],
  rig: { children: { list: () => ({}) } },
};
