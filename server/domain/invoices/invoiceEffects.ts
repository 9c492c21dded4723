import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { AuditEntry, Origin } from '../../db/repositories/audit/audit.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { follow, type Touched } from '../commissions/recompute/index.ts';
import { sellerName } from './invoiceView.ts';

export type InvoiceDeed = 'created' | 'edited' | 'sent' | 'assigned' | 'cancelled' | 'credited';
type CauseDeed = Extract<AuditCause, { kind: 'invoice' }>['deed'];
const causeDeeds: Readonly<Record<InvoiceDeed, CauseDeed>> = {
  created: 'changed',
  edited: 'changed',
  sent: 'sent',
  assigned: 'assigned',
  cancelled: 'cancelled',
  credited: 'credited',
};

export type Done = Readonly<{ deed: InvoiceDeed; before: InvoiceRow | null; after: InvoiceRow }>;
export type By = Readonly<{ actorId: number; origin: Origin; at: Date }>;

const keptOf = (row: InvoiceRow) => ({
  invoice_number: row.invoice_number,
  customer_name: row.customer_name,
  state: row.state,
  gross_cents: row.gross_cents,
  net_cents: row.net_cents,
  booking_date: row.booking_date,
  due_date: row.due_date,
  salesperson: sellerName(row),
  deal: row.deal_name,
  rate_override: row.rate_override === null ? null : String(Number(row.rate_override)),
  notes: row.notes,
  sent_to: row.sent_to,
});

const entryOf = ({ deed, before, after }: Done, actorId: number): AuditEntry => ({
  actorId,
  action: `invoice.${deed}`,
  entity: 'invoice',
  entityId: String(after.id),
  ...(before ? { before: keptOf(before) } : {}),
  after: keptOf(after),
});

/**
 * What follows a change, in its transaction: the figures of everybody whose money it is, and last the audit rows.
 * @param touched what `touchedBy` answered before and after the change
 * @param named the number that the cause of the figures names: the credit memo's, not its invoice's
 */
export const afterInvoice = async (
  within: Repositories,
  done: readonly [Done, ...Done[]],
  touched: readonly Touched[],
  { actorId, origin, at }: By,
  named: string = done[0].after.invoice_number,
): Promise<void> => {
  const why = { kind: 'invoice', number: named, deed: causeDeeds[done[0].deed] } as const;
  await follow(within, touched, { actorId, at, origin, why });
  await within.audit.writeAll(
    done.map((one) => entryOf(one, actorId)),
    origin,
    at,
  );
};
