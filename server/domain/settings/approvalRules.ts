import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import { noticeParts } from '../../../contract/messages/notifications.ts';
import { fill } from '../../../contract/messages.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { dollars } from '../shared/moneyText.ts';

type Saved = Readonly<{ version: number; userId: number; at: Date }>;

const thresholdOf = ({ secondApprovalOver }: CommissionsConfig): string => dollars(secondApprovalOver);
const approversOf = ({ payout }: CommissionsConfig): string =>
  payout.approvers
    .map((role) => roleLabels[role])
    .toSorted()
    .join(', ');
const rules = [
  [noticeParts.secondApprovalOver, thresholdOf],
  [noticeParts.payoutApprovers, approversOf],
] as const;

/** Notifies admins and finance of changed approvers or a changed threshold (decisions 4.06). */
export const notifyApprovalRules = async (
  tx: Repositories,
  before: CommissionsConfig,
  after: CommissionsConfig,
  { version, userId, at }: Saved,
): Promise<void> => {
  const changes = rules.flatMap(([text, label]) =>
    label(before) === label(after) ? [] : [fill(text, { before: label(before), after: label(after) })],
  );
  if (changes.length === 0) return;
  const author = await tx.users.byId(userId);
  const words = { author: author ? fullName(author) : '', version, changes: changes.join('; ') };
  const to = await tx.periods.peopleOf(['admin', 'finance']);
  const subject = { kind: 'companyRules', id: version } as const;
  await notify(tx, 'approvalRulesChanged', { subject, occurrence: 'approvers', words }, { to, by: userId, at });
};
