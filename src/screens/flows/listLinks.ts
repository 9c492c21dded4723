import type { FlowName } from '../../../contract/entities/flow.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { toRecentYearsQuery } from '../../shared/period/periodInUrl.ts';
import { toStateLabel } from './flowWords.ts';

type ListLink = Readonly<{ label: string; href: string }>;

const toUrl = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query)}`;
const toCommissions = (today: Day, query: Readonly<Record<string, string>>): string => `/commissions?${toRecentYearsQuery(today, query)}`;

/**
 * The URL of the list of records in a state; null if there is none. Runs and months cannot be filtered by state, and questions and holds
 * have no list.
 */
const listUrls: Readonly<Record<FlowName, (state: string, today: Day) => string | null>> = {
  commission: (status, today) => (status === 'computed' ? null : toCommissions(today, { status })),
  hold: () => null,
  adjustment: (adjustments, today) => (adjustments === 'submitted' ? null : toCommissions(today, { adjustments })),
  dispute: () => null,
  payout: (status) => toUrl('/payments', { type: 'commission_payment', status }),
  payoutRun: () => toUrl('/payments', { run: 'all' }),
  payPeriod: () => '/periods',
  invoice: (status) => toUrl('/invoices', { status }),
  receipt: (status) => toUrl('/payments', { type: 'customer_payment', status }),
  bankTransaction: (state) => toUrl('/payments', { view: 'bank', state }),
  deal: (state) => (state === 'open' ? '/deals' : toUrl('/deals', { state })),
};

/** Links to the list of a state. Sent invoices get a second link to the overdue ones among them. */
export const getListLinks = (flow: FlowName, state: string, today: Day): readonly ListLink[] => {
  const names = flow === 'invoice' && state === 'sent' ? ['sent', 'overdue'] : [state];
  return names.flatMap((name) => {
    const href = listUrls[flow](name, today);
    return href === null ? [] : [{ label: toStateLabel(flow, name), href }];
  });
};
