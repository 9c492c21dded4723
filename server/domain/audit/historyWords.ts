import { adjustmentKindLabels, adjustmentStateBadges } from '../../../contract/entities/adjustment.ts';
import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { disputeBadges } from '../../../contract/entities/dispute.ts';
import { paymentStateBadges } from '../../../contract/entities/payment.ts';
import { payoutRunStateBadges } from '../../../contract/entities/payoutRun.ts';
import { type Leave, roleLabels, roles } from '../../../contract/entities/user.ts';
import { auditActions, auditFields } from '../../../contract/messages/audit.ts';
import { dayText, periodText } from '../../../contract/rules/time/dayText.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import { dollars } from '../shared/moneyText.ts';

type Labels = Readonly<Record<string, Readonly<{ label: string }>>>;

const CENTS = /_cents$/;
const actions: Readonly<Record<string, string>> = auditActions;
const fields: Readonly<Record<string, string>> = auditFields;
/** spec 4.03, and the screens' labels for the states of adjustments and questions. */
const labels: Readonly<Record<string, Labels>> = {
  'commission.status': commissionStatusBadges,
  'adjustment.state': adjustmentStateBadges,
  'adjustment.kind': adjustmentKindLabels,
  'dispute.question_state': disputeBadges,
  'receipt.state': paymentStateBadges,
  'payout.state': paymentStateBadges,
  'payout_run.state': payoutRunStateBadges,
  'user.role': Object.fromEntries(roles.map((role) => [role, { label: roleLabels[role] }])),
};

const humanize = (key: string): string => {
  const words = key.replace(CENTS, '').replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `dispute.taken` becomes "Question taken on", `adjustment.approved` becomes "Adjustment approved". */
export const actionText = (action: string): string => actions[action] ?? humanize(action);
export const fieldText = (entity: string, key: string): string => fields[`${entity}.${key}`] ?? humanize(key);

const leavesText = (leaves: readonly Leave[]): string | null =>
  leaves.map(({ from, to }) => periodText({ mode: 'custom', start_date: from, end_date: to })).join(', ') || null;

export const historyValueText = (entity: string, key: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (entity === 'user' && key === 'leaves' && Array.isArray(value)) return leavesText(value);
  if (typeof value === 'number') return CENTS.test(key) ? dollars(value) : String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return canonicalJson(value);
  return labels[`${entity}.${key}`]?.[value]?.label ?? (isDay(value) ? dayText(value) : value);
};
