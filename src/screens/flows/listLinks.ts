import type { FlowName } from '../../../contract/entities/flow.ts';
import { messages } from '../../../contract/messages.ts';
import { type Day, yearOf } from '../../../contract/rules/time/period.ts';
import { toStateLabel } from './flowWords.ts';

type ListLink = Readonly<{ label: string; href: string }>;

const COMMISSION_YEARS = 10;
const { statuses } = messages.invoices;
const toAddress = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query)}`;

/** Links to the recent years of Commissions, whose lists are limited to a period. */
const toCommissions = (query: Readonly<Record<string, string>>, today: Day): string =>
  toAddress('/commissions', {
    period: 'custom',
    start: `${yearOf(today) - COMMISSION_YEARS}-01-01`,
    end: `${yearOf(today)}-12-31`,
    ...query,
  });

/** Statuses of the invoice list by state: an overdue invoice is a sent one. */
const invoiceStatuses: Readonly<Record<string, readonly (keyof typeof statuses)[]>> = { sent: ['sent', 'overdue'] };

type ToLinks = (state: string, today: Day) => readonly ListLink[];
/** One list, with the state's own label. */
const list =
  (flow: FlowName, toHref: (state: string, today: Day) => string): ToLinks =>
  (state, today) => [{ label: toStateLabel(flow, state), href: toHref(state, today) }];

/** The lists that show the records of a state. The lists of runs and months have no filter by state, and questions and holds have no list. */
const lists: Readonly<Record<FlowName, ToLinks>> = {
  commission: (state, today) =>
    state === 'computed' ? [] : list('commission', (status, day) => toCommissions({ status }, day))(state, today),
  hold: () => [],
  adjustment: (state, today) =>
    state === 'submitted' ? [] : list('adjustment', (adjustments, day) => toCommissions({ adjustments }, day))(state, today),
  dispute: () => [],
  payout: list('payout', (status) => toAddress('/payments', { type: 'commission_payment', status })),
  payoutRun: list('payoutRun', () => toAddress('/payments', { run: 'all' })),
  payPeriod: list('payPeriod', () => '/periods'),
  invoice: (state) =>
    (invoiceStatuses[state] ?? [state as keyof typeof statuses]).map((status) => ({
      label: statuses[status],
      href: toAddress('/invoices', { status }),
    })),
  receipt: list('receipt', (status) => toAddress('/payments', { type: 'customer_payment', status })),
  bankTransaction: list('bankTransaction', (state) => toAddress('/payments', { view: 'bank', state })),
  deal: list('deal', (state) => (state === 'open' ? '/deals' : toAddress('/deals', { state }))),
};

export const getListLinks = (flow: FlowName, state: string, today: Day): readonly ListLink[] => lists[flow](state, today);
