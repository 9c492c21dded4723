import type { ApprovalKey, ApprovalSubject } from '../../db/repositories/approvals/approvals.ts';
import { isRowId } from '../shared/cursor.ts';

export type ApprovalId = Readonly<{ subject: ApprovalSubject; id: number }>;
export const approvalSubjects = ['adjustment', 'proposal', 'payout', 'run'] as const satisfies readonly ApprovalSubject[];
const ID_PATTERN = new RegExp(`^(${approvalSubjects.join('|')})-([1-9]\\d{0,15})$`);

export const toApprovalId = ({ subject, id }: Pick<ApprovalKey, 'subject' | 'id'>): string => `${subject}-${id}`;
/** @returns null for a malformed id */
export const readApprovalId = (text: string): ApprovalId | null => {
  const [, subject, digits] = ID_PATTERN.exec(text) ?? [];
  const id = Number(digits);
  return subject && isRowId(id) ? { subject: subject as ApprovalSubject, id } : null;
};
