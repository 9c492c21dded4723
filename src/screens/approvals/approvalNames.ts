import { adjustmentKindLabels } from '../../../contract/entities/adjustment.ts';
import { type Approval, approvalGroupBadges, approvalGroups } from '../../../contract/entities/approval.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatMoney } from '../../ui/display/format.ts';

const text = messages.approvals;

export const approvalNames: ListNames = {
  filters: { group: { name: 'type', accepts: (value) => approvalGroups.some((group) => group === value) } },
  page: 'page',
  rows: { '': 'open' },
};
export const groupOptions = [
  { value: '', label: text.allGroups },
  ...approvalGroups.map((value) => ({ value: value as string, label: approvalGroupBadges[value].label as string })),
];
export const money = (amount: number): string => formatMoney(toCents(amount));
export const monthOf = ({ day }: Approval): string => monthText(`${day.slice(0, 7)}-01`);
/** The label of an approval: its kind for an adjustment to a person, otherwise its group. */
export const labelOf = ({ group, kind }: Approval): string => (kind ? adjustmentKindLabels[kind].label : approvalGroupBadges[group].label);
/** "Late fact of -$120.00 for Sam Seller" */
export const nameOf = (approval: Approval): string => {
  const { group, amount, user_name } = approval;
  if (group === 'run') return fill(text.runName, { month: monthOf(approval), amount: money(amount) });
  return fill(text.name, { group: labelOf(approval), amount: money(amount), person: user_name ?? '' });
};
export const whoOf = ({ user_name, people }: Approval): string => user_name ?? fill(text.people, { count: people ?? 0 });
export const effectOf = ({ before, after }: Approval): string => fill(text.details.change, { before: money(before), after: money(after) });
