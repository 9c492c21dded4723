import { adjustmentKindLabels } from '../../../contract/entities/adjustment.ts';
import { type Approval, approvalGroupBadges, approvalGroups } from '../../../contract/entities/approval.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatMoney } from '../../ui/display/format.ts';

const t = messages.approvals;

export const approvalNames: ListNames = {
  filters: { group: { name: 'type', accepts: (value) => approvalGroups.some((group) => group === value) } },
  page: 'page',
  rows: { '': 'open' },
};
export const groupOptions = [
  { value: '', label: t.allGroups },
  ...approvalGroups.map((value) => ({ value: value as string, label: approvalGroupBadges[value].label as string })),
];
export const money = (amount: number): string => formatMoney(toCents(amount));
export const getApprovalMonth = ({ day }: Approval): string => monthText(`${day.slice(0, 7)}-01`);
/** The label of an approval: its kind for an adjustment to a person, otherwise its group. */
export const getApprovalLabel = ({ group, kind }: Approval): string =>
  kind ? adjustmentKindLabels[kind].label : approvalGroupBadges[group].label;
/** "Late fact of -$120.00 for Sam Seller" */
export const getApprovalName = (approval: Approval): string => {
  const { group, amount, user_name } = approval;
  if (group === 'run') return fill(t.runName, { month: getApprovalMonth(approval), amount: money(amount) });
  return fill(t.name, { group: getApprovalLabel(approval), amount: money(amount), person: user_name ?? '' });
};
export const getPersonText = ({ user_name, people }: Approval): string => user_name ?? fill(t.people, { count: people ?? 0 });
export const describeEffect = ({ before, after }: Approval): string =>
  fill(t.details.change, { before: money(before), after: money(after) });
