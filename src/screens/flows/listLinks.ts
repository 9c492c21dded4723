import type { FlowName } from '../../../contract/entities/flow.ts';
import { messages } from '../../../contract/messages.ts';
import { type Day, yearOf } from '../../../contract/rules/time/period.ts';
import { toStateLabel } from './flowWords.ts';

type ListLink = Readonly<{ label: string; href: string }>;

const ADJUSTMENT_YEARS = 10;
const { statuses } = messages.invoices;
const toAddress = (path: string, query: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(query)}`;

/** Links to the adjustments of recent years in Commissions, whose list is limited to a period. */
const toAdjustments = (state: string, today: Day): string =>
  toAddress('/commissions', {
    period: 'custom',
    start: `${yearOf(today) - ADJUSTMENT_YEARS}-01-01`,
    end: `${yearOf(today)}-12-31`,
    adjustments: state,
  });

const addressOf = (flow: FlowName, state: string, today: Day): string | null => {
  if (flow === 'adjustment') return state === 'submitted' ? null : toAdjustments(state, today);
  if (flow === 'payout') return toAddress('/payments', { type: 'commission_payment', status: state });
  if (flow === 'receipt') return toAddress('/payments', { type: 'customer_payment', status: state });
  if (flow === 'payoutRun') return toAddress('/payments', { run: 'all' });
  if (flow === 'bankTransaction') return toAddress('/payments', { view: 'bank', state });
  if (flow === 'payPeriod') return '/periods';
  if (flow === 'deal') return state === 'open' ? '/deals' : toAddress('/deals', { state });
  return null;
};

/** The lists that show the records of a state; questions have no list. */
export const getListLinks = (flow: FlowName, state: string, today: Day): readonly ListLink[] => {
  if (flow === 'invoice')
    return (state === 'sent' ? (['sent', 'overdue'] as const) : [state as 'draft' | 'cancelled']).map((status) => ({
      label: statuses[status],
      href: toAddress('/invoices', { status }),
    }));
  const href = addressOf(flow, state, today);
  return href === null ? [] : [{ label: toStateLabel(state), href }];
};
