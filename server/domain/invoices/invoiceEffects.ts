import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { sellerNameOf } from './invoiceView.ts';
import { pickTextFields } from './textFields.ts';

export type InvoiceVerb = 'created' | 'edited' | 'sent' | 'assigned' | 'cancelled' | 'credited';
type InvoiceCauseAction = Extract<AuditCause, { kind: 'invoice' }>['deed'];
const causeByVerb: Readonly<Record<InvoiceVerb, InvoiceCauseAction>> = {
  created: 'changed',
  edited: 'changed',
  sent: 'sent',
  assigned: 'assigned',
  cancelled: 'cancelled',
  credited: 'credited',
};

export type InvoiceTransition = Readonly<{ verb: InvoiceVerb; before: InvoiceRow | null; after: InvoiceRow }>;

const saleFactColumns = ['sale_kind', 'term_months', 'cost_cents', 'list_cents', 'units'] as const;
/** The known facts on which a plan may base its pay, except text fields. */
const saleFactsOf = (row: InvoiceRow) =>
  Object.fromEntries(saleFactColumns.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])));

const auditedFieldsOf = (row: InvoiceRow) => ({
  ...pickTextFields(row),
  state: row.state,
  gross_cents: row.gross_cents,
  net_cents: row.net_cents,
  salesperson: sellerNameOf(row),
  deal: row.deal_name,
  rate_override: row.rate_override === null ? null : String(Number(row.rate_override)),
  sent_to: row.sent_to,
  ...saleFactsOf(row),
});

const entryOf = ({ verb, before, after }: InvoiceTransition, actorId: number): AuditWrite => ({
  actorId,
  action: `invoice.${verb}`,
  entity: 'invoice',
  entityId: String(after.id),
  ...(before ? { before: auditedFieldsOf(before) } : {}),
  after: auditedFieldsOf(after),
});

export const entriesOf = (transitions: readonly InvoiceTransition[], actorId: number): AuditWrite[] =>
  transitions.map((change) => entryOf(change, actorId));

/** @param number the number to show as the cause of changed figures: the credit memo's, not its invoice's */
export const invoiceCauseOf = (verb: InvoiceVerb, number: string): AuditCause => ({ kind: 'invoice', number, deed: causeByVerb[verb] });
