import type { Insertable } from 'kysely';
import { defaultRates, dueOf } from '../../../contract/rules/commission/commission.ts';
import type { RecordPart } from '../../db/repositories/commissions/records.ts';
import type {
  AdjustmentsTable,
  CommissionRecordsTable,
  CustomerPaymentsTable,
  InvoicesTable,
  PayoutLinesTable,
  PayoutsTable,
  ReceiptsTable,
} from '../../db/schema/index.ts';
import { demoDayText, hoursAfter, instantOn } from '../calendar.ts';
import type { DemoPeople, DemoSeller } from '../people/people.ts';
import type { DemoAdjustment } from './adjustments.ts';
import type { DemoReceipt } from './payments.ts';
import { type Account, type DemoPayout, standingOn } from './payouts.ts';
import type { DemoSale } from './sales.ts';

const latestTime = (a: string, b: string): string => (a > b ? a : b);

const paymentReference = (method: DemoReceipt['method'], id: number): string => {
  if (method === 'check') return `Check ${20_000 + (id % 70_000)}`;
  return `${method === 'ACH' ? 'ACH' : 'REF'}-${400_000 + id}`;
};

/** Every ninth seller is paid by check. */
const payoutMethod = (seller: DemoSeller, paid: DemoPayout) => {
  const isCheck = seller.id % 9 === 4;
  return {
    method: isCheck ? 'check' : 'direct deposit',
    reference: paid.state === 'pending' ? null : `${isCheck ? 'CK' : 'DD'}-${demoDayText(paid.day).slice(0, 7)}-${seller.id}`,
  };
};

const payoutTimes = (paid: DemoPayout, id: number) => {
  const createdAt = instantOn(paid.createdOn, id);
  const endedAt = latestTime(instantOn(paid.day, id + 3), hoursAfter(createdAt, 2));
  const changedAt = { pending: createdAt, processing: hoursAfter(createdAt, 1), completed: endedAt, failed: endedAt };
  return { created_at: createdAt, updated_at: changedAt[paid.state] };
};

/** The times of an adjustment, and who decided it. */
const decisionOf = ({ day, decidedOn, state }: DemoAdjustment, id: number, author: number, secondApprover: number) => {
  const createdAt = instantOn(day, id);
  const decidedAt = decidedOn === null ? createdAt : latestTime(instantOn(decidedOn, id + 5), hoursAfter(createdAt, 1));
  const decision =
    state === 'pending'
      ? { decided_by: null, decided_at: null }
      : { decided_by: decidedOn === null ? author : secondApprover, decided_at: decidedAt };
  return { ...decision, created_at: createdAt, updated_at: state === 'void' ? hoursAfter(decidedAt, 2) : decidedAt };
};

/** Converts the generated activity to rows. Ids are assigned in creation order. */
export const createLedger = (people: DemoPeople, today: number) => {
  const ids = { customer_payments: 0, commission_records: 0, payouts: 0, adjustments: 0 };
  const [maker, approver] = people.finance;
  if (!maker || !approver) throw new RangeError('payouts need two of finance');

  return {
    ids,
    /** The finance user who enters payments and creates payouts. */
    bookkeeper: maker.id,
    invoice: (sale: DemoSale, sellerId: number | null, dealId: number | null, creditOfId: number | null) => {
      const { booking } = sale;
      const terms = booking.customer.type === 'District' ? 45 : 30;
      return {
        id: sale.id,
        invoice_number: sale.invoice_number,
        customer_name: booking.customer.name,
        deal_id: dealId,
        salesperson_id: sellerId,
        source: 'local',
        credit_of_id: creditOfId,
        gross_cents: booking.gross,
        net_cents: booking.net,
        booking_date: sale.booking_date,
        due_date: booking.creditOf ? null : demoDayText(booking.day + terms),
        state: booking.state,
        notes: booking.notes,
        customer_type: booking.customer.type,
        created_at: instantOn(booking.day, sale.id),
        updated_at: instantOn(booking.day, sale.id),
      } satisfies Insertable<InvoicesTable>;
    },

    payments: (sale: DemoSale, payments: readonly DemoReceipt[]) => {
      const firstId = ids.customer_payments + 1;
      ids.customer_payments += payments.length;
      return payments.map(
        ({ day, amount, state, method, notes, reverses }, index) =>
          ({
            id: firstId + index,
            receipt_id: firstId + index,
            invoice_id: sale.id,
            amount_cents: amount,
            payment_date: demoDayText(day),
            method,
            reference: paymentReference(method, firstId + index),
            state,
            reversal_of_id: reverses === null ? null : firstId + reverses,
            notes,
            created_at: instantOn(day, firstId + index),
          }) satisfies Insertable<CustomerPaymentsTable>,
      );
    },

    /** In the demo company each receipt pays one invoice. */
    receipts: (payments: readonly Insertable<CustomerPaymentsTable>[], customerId: number) =>
      payments.map(
        ({ receipt_id, amount_cents, payment_date, method, reference, state, notes, created_at }) =>
          ({
            id: receipt_id,
            customer_id: customerId,
            amount_cents,
            received_on: payment_date,
            method,
            reference: reference ?? null,
            state,
            notes: notes ?? null,
            created_by: maker.id,
            created_at,
            updated_at: created_at,
          }) satisfies Insertable<ReceiptsTable> & { id: number },
      ),

    record: (account: Account, seller: DemoSeller) => {
      const { sale, paid, paidOn } = account;
      const { adjustments, earned, released, status } = standingOn(account, today);
      ids.commission_records += 1;
      return {
        id: ids.commission_records,
        invoice_id: sale.id,
        invoice_number: sale.invoice_number,
        user_id: seller.id,
        booking_date: sale.booking_date,
        gross_cents: sale.booking.gross,
        net_cents: sale.booking.net,
        commissionable_cents: sale.booking.net,
        base_cents: sale.parts.base,
        over_cents: sale.parts.over,
        amount_cents: sale.parts.amount,
        adjustments_cents: adjustments,
        released_cents: released,
        paid_cents: paid,
        due_cents: dueOf(earned, released, paid),
        status,
        payment_date: paid === 0 || paidOn === null ? null : demoDayText(paidOn),
        notes: sale.booking.creditOf ? 'Credit memo' : sale.booking.notes,
        cum_cents: sale.cum,
        quota_cents: defaultRates.quota,
        parts: sale.reasons,
        computed_at: instantOn(sale.booking.day, sale.id),
      } satisfies Omit<Insertable<CommissionRecordsTable>, 'parts'> & { parts: readonly RecordPart[] };
    },

    payouts: (payouts: readonly DemoPayout[], seller: DemoSeller, recordIds: ReadonlyMap<Account, number>) => {
      const givenCents = new Map<DemoPayout, number>();
      const lines: Insertable<PayoutLinesTable>[] = [];
      const rows = payouts.map((paid) => {
        ids.payouts += 1;
        givenCents.set(paid, ids.payouts);
        let amount = 0;
        for (const line of paid.lines) {
          amount += line.amount;
          lines.push({ payout_id: ids.payouts, commission_id: recordIds.get(line.account) ?? 0, amount_cents: line.amount });
        }
        return {
          id: ids.payouts,
          user_id: seller.id,
          amount_cents: amount,
          paid_on: demoDayText(paid.day),
          ...payoutMethod(seller, paid),
          state: paid.state,
          reversal_of_id: paid.reverses ? (givenCents.get(paid.reverses) ?? null) : null,
          // Gives both finance users some pending work.
          created_by: paid.state === 'pending' && ids.payouts % 3 === 0 ? approver.id : maker.id,
          approved_by: paid.state === 'pending' ? null : approver.id,
          ...payoutTimes(paid, ids.payouts),
        } satisfies Insertable<PayoutsTable>;
      });
      return { rows, lines };
    },

    adjustments: (adjusted: readonly DemoAdjustment[], seller: DemoSeller, recordIds: ReadonlyMap<DemoSale, number>) =>
      adjusted.map((adjustment) => {
        ids.adjustments += 1;
        const author = ids.adjustments % 9 === 0 ? people.vp.id : (seller.manager_id ?? people.vp.id);
        const secondApprover = author === people.vp.id ? people.admin.id : people.vp.id;
        return {
          id: ids.adjustments,
          commission_id: adjustment.isOfRecord ? (recordIds.get(adjustment.sale) ?? null) : null,
          related_invoice_id: adjustment.sale.id,
          user_id: seller.id,
          amount_cents: adjustment.amount,
          reason: adjustment.reason,
          state: adjustment.state,
          effective_date: demoDayText(adjustment.decidedOn ?? adjustment.day),
          created_by: author,
          ...decisionOf(adjustment, ids.adjustments, author, secondApprover),
        } satisfies Insertable<AdjustmentsTable>;
      }),
  };
};
export type DemoLedger = ReturnType<typeof createLedger>;
