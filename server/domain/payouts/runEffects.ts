import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';

export type RunVerb =
  | 'proposed'
  | 'changed'
  | 'approved'
  | 'undone'
  | 'cancelled'
  | 'completed'
  | 'closed'
  | 'reopened'
  | 'payroll_downloaded'
  | 'statement_downloaded';
type RunTransition = Readonly<{ deed: RunVerb; id: number; before?: object; after?: object; cause?: string }>;

export const runEntry = ({ deed, id, ...auditFields }: RunTransition, { principal }: PaymentBy): AuditWrite => ({
  actorId: principal.userId,
  action: `payout_run.${deed}`,
  entity: 'payout_run',
  entityId: String(id),
  ...auditFields,
});

/** Writes the audit entry of an action; the last write of a transaction. */
export const auditRun = (tx: Pick<Repositories, 'audit'>, transition: RunTransition, by: PaymentBy): Promise<void> =>
  tx.audit.write(runEntry(transition, by), by.origin, by.at);
