import type { FlowName } from '../../../contract/entities/flow.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { toRecentYearsQuery } from '../../shared/period/periodInUrl.ts';
import { toStateLabel } from './flowWords.ts';

type ListLink = Readonly<{ label: string; href: string }>;

const toAddress = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query)}`;
const toCommissions = (today: Day, query: Readonly<Record<string, string>>): string => `/commissions?${toRecentYearsQuery(today, query)}`;

/**
 * The address of the list that shows the records of a state; null without one. The lists of runs and months have no filter by state, and
 * questions and holds have no list.
 */
const addresses: Readonly<Record<FlowName, (state: string, today: Day) => string | null>> = {
  commission: (status, today) => (status === 'computed' ? null : toCommissions(today, { status })),
  hold: () => null,
  adjustment: (adjustments, today) => (adjustments === 'submitted' ? null : toCommissions(today, { adjustments })),
  dispute: () => null,
  payout: (status) => toAddress('/payments', { type: 'commission_payment', status }),
  payoutRun: () => toAddress('/payments', { run: 'all' }),
  payPeriod: () => '/periods',
  invoice: (status) => toAddress('/invoices', { status }),
  receipt: (status) => toAddress('/payments', { type: 'customer_payment', status }),
  bankTransaction: (state) => toAddress('/payments', { view: 'bank', state }),
  deal: (state) => (state === 'open' ? '/deals' : toAddress('/deals', { state })),
};

/** The list of a state, and of overdue invoices, which are sent ones. */
export const getListLinks = (flow: FlowName, state: string, today: Day): readonly ListLink[] => {
  const names = flow === 'invoice' && state === 'sent' ? ['sent', 'overdue'] : [state];
  return names.flatMap((name) => {
    const href = addresses[flow](name, today);
    return href === null ? [] : [{ label: toStateLabel(flow, name), href }];
  });
};
