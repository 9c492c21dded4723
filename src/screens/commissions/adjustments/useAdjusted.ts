import { useState } from 'react';
import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import type { InvoiceLookup } from '../../../../contract/entities/invoice.ts';
import { centsOfTyped } from '../../../../contract/forms/amount.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Cents, toCents } from '../../../../contract/rules/money.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { formatMoney } from '../../../ui/display/format.ts';

const text = messages.adjustmentForm;
type Records = NonNullable<InvoiceLookup['adjustable']>;
export type Adjusted = Readonly<{ person: string; now: Cents; after: Cents; approval: string | null }>;

const approvalOf = (atOnce: Cents, typed: Cents): string | null => {
  if (Math.abs(typed) <= atOnce) return null;
  return atOnce === 0 ? text.secondPerson : fill(text.secondPersonAbove, { amount: formatMoney(atOnce) });
};

type Options = Readonly<{
  adjustment: Adjustment | null;
  /** Of the invoice with which the form opens; null: none is chosen yet. */
  number: string | null;
  lookUp: (text: string, signal: AbortSignal) => Promise<readonly InvoiceLookup[]>;
}>;

/** Which record is adjusted: whose it is, what it is now and with what is typed, and whether a second person must approve (decisions 2.10). */
export const useAdjusted = ({ adjustment, number, lookUp }: Options) => {
  const [chosen, choose] = useState<Records | null>(null);
  // A provider that does not say it, or an answer that does not come, leaves the form as it is.
  const { answer } = useAnswer<Records>(
    async () => {
      if (number === null) return [];
      const found = await lookUp(number, new AbortController().signal);
      return found.find(({ invoice_number }) => invoice_number === number)?.adjustable ?? [];
    },
    {},
    '',
  );
  const records = chosen ?? answer ?? [];
  return {
    choose: (invoice: InvoiceLookup | null) => choose(invoice?.adjustable ?? []),
    /** @param id of the record that is chosen; null: the invoice's only one */
    of: (id: string | null, amount: string): Adjusted | null => {
      const record = id === null ? (records.length === 1 ? records[0] : undefined) : records.find((one) => one.id === id);
      if (!record) return null;
      const typed = centsOfTyped(amount) ?? 0;
      const [now, atOnce] = [toCents(record.now), toCents(record.at_once)];
      const isIts = adjustment?.commission_id === record.id;
      const counted = isIts && adjustment.state === 'approved' ? toCents(adjustment.adjustment_amount) : 0;
      // What an edit of one's own leaves is known to the server only.
      return { person: record.salesperson, now, after: now - counted + typed, approval: isIts ? null : approvalOf(atOnce, typed) };
    },
  };
};
