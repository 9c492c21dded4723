import { adjustmentKindLabels } from '../../contract/entities/adjustment.ts';
import { fill, messages } from '../../contract/messages.ts';
import { percent, plainDollars, share } from '../../contract/rules/commission/explain/wording.ts';
import { leaveSentence } from '../../contract/rules/commission/leave.ts';
import type { Cents } from '../../contract/rules/money.ts';
import { dayText, monthText, periodText } from '../../contract/rules/time/dayText.ts';
import type { ReadProof } from '../domain/statements/readProof.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';

const t = messages.statementFile;

/** A figure without currency, with a true minus sign if negative. */
export const figure = (cents: Cents): string => (cents < 0 ? `−${plainDollars(-cents)}` : plainDollars(cents));

/** A dollar amount, with a true minus sign if negative. */
export const dollarsText = (cents: Cents): string => (cents < 0 ? `−$${figure(-cents)}` : `$${figure(cents)}`);

type Draft = Pick<StatementContent, 'openMonths' | 'earlierOpen' | 'pending'>;

/**
 * decisions 2.13: DRAFT while the period or an earlier month in its opening balance is open, or figures are being computed; '' if
 * everything is closed and computed.
 */
export const draftText = (content: Draft): string => {
  const { pending } = content;
  const computing = pending === 0 ? '' : fill(pending === 1 ? t.draftComputingOne : t.draftComputing, { count: pending });
  const open = openText(content);
  if (open === '') return computing === '' ? '' : `${t.draft}: ${computing}`;
  return computing === '' ? open : `${open} ${computing}`;
};

const openText = ({ openMonths, earlierOpen }: Draft): string => {
  const [firstMonth, ...otherMonths] = openMonths;
  if (firstMonth !== undefined) {
    const lastMonth = otherMonths.at(-1);
    return lastMonth === undefined
      ? fill(t.draftMonth, { month: monthText(firstMonth) })
      : fill(t.draftMonths, { first: monthText(firstMonth), last: monthText(lastMonth) });
  }
  const earliestOpen = earlierOpen[0];
  if (earliestOpen === undefined) return '';
  return fill(earlierOpen.length === 1 ? t.draftEarlier : t.draftEarlierMonths, {
    count: earlierOpen.length,
    month: monthText(earliestOpen),
  });
};

/** The date of data that payments or renames may change after the closing; the hash does not cover it. */
export const asOfText = ({ writtenOn }: Pick<StatementContent, 'writtenOn'>): string => fill(t.asOf, { day: dayText(writtenOn) });

/** The root that covers a statement, or why it has none. */
export const rootText = ({ start_date }: Pick<StatementContent, 'start_date'>, proof: ReadProof): string => {
  if ('why' in proof) return t.unproved[proof.why];
  return fill(t.root, { month: monthText(start_date), root: proof.proof.root });
};

/** A name shortened to fit on one line. */
export const shorten = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;

/** The customer; for a credit memo, with the invoice it reverses. */
export const customerText = ({ customer, memoOf }: Pick<StatementContent['lines'][number], 'customer' | 'memoOf'>): string =>
  memoOf === null ? customer : fill(t.memoOf, { customer, invoice: memoOf });
/** The label of an adjustment: its kind, a bonus, or its invoice number. */
export const adjustmentText = ({ origin, kind, invoice_number }: StatementContent['adjustments'][number]): string => {
  if (kind !== null) return adjustmentKindLabels[kind].label;
  return origin === 'bonus' ? t.bonus : invoice_number;
};
export const expectedText = ({ expected }: StatementContent['waiting'][number]): string =>
  expected === null ? t.unknownDay : dayText(expected);
/** "7.5% after 20,000.00 more" */
export const nextRateOf = ({ rate, next }: StatementContent['quotas'][number]): string =>
  rate === null ? t.gated : next === null ? t.lastTier : fill(t.nextTier, { rate: percent(next.rate), missing: figure(next.missing) });
export const rateText = ({ rate }: StatementContent['quotas'][number]): string => (rate === null ? '—' : percent(rate));
/** The quota period and, if leave lowered its quota, the days and the amounts as a sentence. */
export const quotaTitle = ({ period, leave }: StatementContent['quotas'][number]): string =>
  leave ? leaveSentence(leave) : periodText(period);
export const attainmentText = ({ attainment }: StatementContent['quotas'][number]): string =>
  attainment === null ? '—' : share(attainment);

type Draw = StatementContent['draws'][number];
/** The month of a draw line, and whether it was paid. */
export const drawTitle = ({ draw, month, settled }: Draw): string =>
  fill(settled ? t.drawMonth : t.drawNext, { draw: figure(draw), month: monthText(month) });
/** The calculation of the amount paid. */
export const drawDetails = ({ due, recovered, drawn, balance }: Draw): string =>
  fill(t.drawDetails, { due: figure(due), recovered: figure(recovered), drawn: figure(drawn), balance: figure(balance) });
