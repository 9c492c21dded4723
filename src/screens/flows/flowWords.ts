import { adjustmentStateBadges } from '../../../contract/entities/adjustment.ts';
import { bankStateBadges } from '../../../contract/entities/bank.ts';
import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { dealStateBadges } from '../../../contract/entities/deal.ts';
import { disputeBadges } from '../../../contract/entities/dispute.ts';
import type { FlowName } from '../../../contract/entities/flow.ts';
import { invoiceStatusBadges } from '../../../contract/entities/invoice.ts';
import { paymentStateBadges } from '../../../contract/entities/payment.ts';
import { payoutRunStateBadges } from '../../../contract/entities/payoutRun.ts';
import { payPeriodBadges } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { humanize } from '../../../contract/rules/text.ts';
import { formatMoney } from '../../ui/display/format.ts';

const t = messages.flows;

/** The badges that the lists show for each state. */
const badges: Readonly<Record<FlowName, Readonly<Record<string, Readonly<{ label: string }>>>>> = {
  commission: commissionStatusBadges,
  // Holds appear in no list.
  hold: {},
  adjustment: adjustmentStateBadges,
  dispute: disputeBadges,
  payout: paymentStateBadges,
  payoutRun: payoutRunStateBadges,
  payPeriod: payPeriodBadges,
  invoice: invoiceStatusBadges,
  receipt: paymentStateBadges,
  bankTransaction: bankStateBadges,
  deal: dealStateBadges,
};
/** The label that the lists use; a passing state, which no list shows, gets its humanized name. */
export const toStateLabel = (flow: FlowName, state: string): string => badges[flow][state]?.label ?? humanize(state);
/** A transition without an event happens at once. */
export const toEventLabel = (event: string): string => (event === '' ? t.atOnce : humanize(event));
export const toAmountLabel = (amount: number): string => formatMoney(toCents(amount));
/** A record as it appears in the URL: `payout-12`. */
export const toRecordKey = (flow: string, id: string): string => `${flow}-${id}`;
export const parseRecordKey = (key: string): readonly [flow: string, id: string] => {
  const [flow = '', ...id] = key.split('-');
  return [flow, id.join('-')];
};
export const describeDays = ({ oldest_days, median_days }: Readonly<{ oldest_days: number | null; median_days: number | null }>): string =>
  oldest_days === null ? t.noDays : fill(t.days, { oldest: oldest_days, median: median_days ?? oldest_days });
