import { fill, messages } from '../../../../contract/messages.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { RecordOwner } from '../../../db/repositories/commissions/invoices.ts';
import { canAccessInvoice } from '../../shared/invoiceScope.ts';
import { withRole } from '../../shared/personOn.ts';
import { asRecorded, expectedRecords, personPeriodOf, readFamilies, teamReachOf } from '../recompute/index.ts';
import { sourceOf } from './sources.ts';
import type { ChangedFigure, FoundWake, WakeContext } from './wakeOfFacts.ts';

const t = messages.wake;

/**
 * The effect of an invoice on one person's records: computes the quota period with and without it, under the current rules. Records of
 * closed months do not change, so `after` is always the stored amount.
 */
const figuresOf = async ({ tx, current }: WakeContext, owner: RecordOwner, extraInvoiceId: number | null): Promise<ChangedFigure[]> => {
  const { config } = current;
  const [person] = await tx.facts.people([owner.user_id]);
  const record = await tx.factsOfRecord.record(owner.id);
  if (!person || !record) return [];
  const personThen = withRole(person, record.role, record.booking_date);
  const days: DateRange = personPeriodOf(config, personThen, owner.booking_date);
  const ranges = [{ user_id: person.id, from: days.start_date, to: days.end_date }];
  const facts = await tx.facts.credited(ranges, teamReachOf(config));
  const families = await readFamilies(tx, facts, person.id);
  const computed = (without: number | null) =>
    expectedRecords(
      config,
      personThen,
      facts.filter(({ id }) => id !== without),
      days,
      asRecorded(families, without),
    );
  const [withInvoice, withoutInvoice] = [computed(null), computed(owner.invoice_id)];
  const stored = await tx.records.stored(ranges);
  return stored.flatMap((row): ChangedFigure[] => {
    const after = withInvoice.get(row.invoice_id)?.computed.amount ?? row.amount_cents;
    const before = withoutInvoice.get(row.invoice_id)?.computed.amount ?? 0;
    const isOwn = row.invoice_id === owner.invoice_id;
    if (!isOwn && after === before && row.invoice_id !== extraInvoiceId) return [];
    return [
      {
        ref: { kind: 'record', id: String(row.id) },
        label: fill(t.record, { number: row.invoice_number }),
        owner,
        booking_date: row.booking_date,
        before: isOwn ? null : row.amount_cents - (after - before),
        after: row.amount_cents,
        status: null,
      },
    ];
  });
};

const notes = { sent: null, draft: t.notes.draft, cancelled: t.notes.cancelled } as const;

/** The earnings of an invoice or credit memo, and its effect on later records and on the records it reverses. */
export const wakeOfInvoice = async (context: WakeContext, id: number): Promise<FoundWake | null> => {
  const { tx, actor, sees, dayOf } = context;
  const row = await tx.wake.invoice(id);
  const visibleRecords = row ? (await tx.invoices.recordsOf(id)).filter(({ user_id }) => sees(user_id)) : [];
  if (!row || (visibleRecords.length === 0 && !canAccessInvoice(actor, 'invoice:read', row))) return null;
  const figures: ChangedFigure[] = [];
  for (const owner of visibleRecords) figures.push(...(await figuresOf(context, owner, row.credit_of_id)));
  return {
    subject: {
      title: fill(row.credit_of_id === null ? t.invoice : t.memo, { number: row.invoice_number, customer: row.customer_name }),
      date: row.booking_date,
      amount: row.net_cents,
      source: sourceOf(row, dayOf(row.created_at)),
      note: notes[row.state],
      measure: 'commission',
    },
    figures,
  };
};
