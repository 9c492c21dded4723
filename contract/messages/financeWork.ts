// Finance's open tasks, shown on Approvals.
export const financeWork = {
  title: 'Waiting for finance',
  failed: 'The open work could not be loaded.',
  approvals: 'To approve',
  payments: 'Pending payments',
  bank: 'Unmatched bank transactions',
  bankHint: '{proposed} with a suggestion',
  unassigned: 'Invoices without a person',
  month: 'Next month to close',
  monthNone: 'None',
  blocked: '{count} {count|blocker|blockers}',
  ready: 'ready to close',
} as const;
