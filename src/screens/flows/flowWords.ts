import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney } from '../../ui/display/format.ts';

const t = messages.flows;

/** `in_review` becomes "In review". */
export const toStateLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
/** A transition without an event happens at once. */
export const toEventLabel = (event: string): string => (event === '' ? t.atOnce : toStateLabel(event));
export const toAmountLabel = (amount: number): string => formatMoney(toCents(amount));
/** A record in the address: `payout-12`. */
export const toRecordKey = (flow: string, id: string): string => `${flow}-${id}`;
export const parseRecordKey = (key: string): readonly [flow: string, id: string] => {
  const [flow = '', ...id] = key.split('-');
  return [flow, id.join('-')];
};
export const describeDays = ({ oldest_days, median_days }: Readonly<{ oldest_days: number | null; median_days: number | null }>): string =>
  oldest_days === null ? t.noDays : fill(t.days, { oldest: oldest_days, median: median_days ?? oldest_days });
