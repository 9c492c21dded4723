import { useState } from 'react';
import type { Adjustment, PersonOutlook } from '../../../../contract/entities/adjustment.ts';
import type { InvoiceLookup } from '../../../../contract/entities/invoice.ts';
import { parseCents } from '../../../../contract/forms/amount.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Cents, toCents } from '../../../../contract/rules/money.ts';
import { type Day, isUsableDay, periodAt } from '../../../../contract/rules/time/period.ts';
import { useAnswer, useAnswerTo } from '../../../shared/useAnswer.ts';
import { formatMoney } from '../../../ui/display/format.ts';

const t = messages.adjustmentFormText;
type AdjustableRecords = NonNullable<InvoiceLookup['adjustable']>;
/** `month`: set for an adjustment to a person, which changes the person's total for that month. */
export type AdjustedMonth = Readonly<{ person: string; month: Day | null; now: Cents; after: Cents; approval: string | null }>;

const getApproval = (limitCents: Cents, amountCents: Cents): string | null => {
  if (Math.abs(amountCents) <= limitCents) return null;
  return limitCents === 0 ? t.secondPerson : fill(t.secondPersonAbove, { amount: formatMoney(limitCents) });
};

type Options = Readonly<{
  adjustment: Adjustment | null;
  /** The invoice number the form opens with; null if none is chosen yet. */
  number: string | null;
  lookUp: (text: string, signal: AbortSignal) => Promise<readonly InvoiceLookup[]>;
}>;

/** The adjusted record: person, amount before and after the adjustment, and the second approver if required (decisions 2.10). */
export const useAdjustedRecord = ({ adjustment, number, lookUp }: Options) => {
  const [lookedUpRecords, setLookedUp] = useState<AdjustableRecords | null>(null);
  // Without this answer, or if the provider omits these facts, the form stays as it is.
  const { answer } = useAnswer<AdjustableRecords>(
    async () => {
      if (number === null) return [];
      const matches = await lookUp(number, new AbortController().signal);
      return matches.find(({ invoice_number }) => invoice_number === number)?.adjustable ?? [];
    },
    {},
    '',
  );
  const records = lookedUpRecords ?? answer ?? [];
  return {
    choose: (invoice: InvoiceLookup | null) => setLookedUp(invoice?.adjustable ?? []),
    /** @param id the chosen record; null for an invoice with a single one */
    previewOf: (id: string | null, amount: string): AdjustedMonth | null => {
      const record = id === null ? (records.length === 1 ? records[0] : undefined) : records.find((candidate) => candidate.id === id);
      if (!record) return null;
      const amountCents = parseCents(amount) ?? 0;
      const [currentCents, limitCents] = [toCents(record.now), toCents(record.at_once)];
      const adjustsRecord = adjustment?.commission_id === record.id;
      const countedCents = adjustsRecord && adjustment.state === 'approved' ? toCents(adjustment.adjustment_amount) : 0;
      // Only the server knows the result of editing the user's own adjustment.
      return {
        person: record.salesperson,
        month: null,
        now: currentCents,
        after: currentCents - countedCents + amountCents,
        approval: adjustsRecord ? null : getApproval(limitCents, amountCents),
      };
    },
  };
};

type MonthOptions = Readonly<{
  adjustment: Adjustment | null;
  /** Empty until a person is chosen. */
  userId: string;
  day: string;
  outlook: (userId: string, day: string) => Promise<PersonOutlook>;
}>;

/** The amounts of an adjustment to a person's month (decisions 2.25). */
export const useAdjustedMonth = ({ adjustment, userId, day, outlook }: MonthOptions) => {
  const isComplete = userId !== '' && isUsableDay(day);
  const question: Record<string, string> = isComplete ? { user_id: userId, effective_date: day } : {};
  const load = async ({ user_id, effective_date }: typeof question): Promise<PersonOutlook | null> =>
    user_id && effective_date ? outlook(user_id, effective_date) : null;
  const { answer, stale } = useAnswerTo<PersonOutlook | null>(load, question, '');
  const adjustedMonthWith = (amount: string): AdjustedMonth | null => {
    if (!isComplete || !answer || stale) return null;
    const month = periodAt('month', day).start_date;
    const [typedCents, currentCents] = [parseCents(amount) ?? 0, toCents(answer.now)];
    const isCounted =
      adjustment?.state === 'approved' &&
      adjustment.user_id === userId &&
      adjustment.effective_date !== undefined &&
      periodAt('month', adjustment.effective_date).start_date === month;
    const countedCents = isCounted ? toCents(adjustment.adjustment_amount) : 0;
    const approval = adjustment ? null : getApproval(toCents(answer.at_once), typedCents);
    return { person: answer.person, month, now: currentCents, after: currentCents - countedCents + typedCents, approval };
  };
  return { adjustedMonthWith, objectives: isComplete && !stale ? (answer?.objectives ?? []) : [] };
};
