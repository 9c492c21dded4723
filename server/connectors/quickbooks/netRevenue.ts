import { type Cents, roundRatio, toCents } from '../../../contract/rules/money.ts';

export type QuickbooksRef = Readonly<{ value?: string; name?: string }> | undefined;
export type QuickbooksLine = Readonly<{
  Amount?: number;
  DetailType?: string;
  SalesItemLineDetail?: Readonly<{ ItemRef?: QuickbooksRef; ClassRef?: QuickbooksRef }>;
  DiscountLineDetail?: Readonly<{ PercentBased?: boolean; DiscountPercent?: number }>;
  GroupLineDetail?: Readonly<{ GroupItemRef?: QuickbooksRef; Line?: readonly QuickbooksLine[] }>;
  LinkedTxn?: readonly Readonly<{ TxnId: string; TxnType: string }>[];
}>;
/** Items that are not revenue, by id or name (decisions 2.19). */
type Choices = Readonly<{ notRevenue: readonly string[] }>;

const SHIPPING = 'SHIPPING_ITEM_ID';

export const cents = (amount: number | undefined): Cents => toCents(amount ?? 0);
const sumOf = (lines: readonly QuickbooksLine[]): Cents => lines.reduce((total, { Amount }) => total + cents(Amount), 0);
/** Inactive customers and items are named "… (deleted)" there; rates by customer and the non-revenue list use the name without it. */
export const nameIn = (name: string | undefined): string => name?.replace(/ \(deleted\)$/i, '').trim() ?? '';

const isListed = ({ value = '', name = '' }: NonNullable<QuickbooksRef>, { notRevenue }: Choices): boolean =>
  notRevenue.some((item) => item === value || item.toLowerCase() === nameIn(name).toLowerCase());
const isShipping = ({ SalesItemLineDetail }: QuickbooksLine): boolean => SalesItemLineDetail?.ItemRef?.value === SHIPPING;
/** Shipping and reimbursed expenses are not revenue unless an admin chose otherwise (decisions 2.19). */
const isNotRevenue = (line: QuickbooksLine, choices: Choices): boolean => {
  const { DetailType, SalesItemLineDetail, LinkedTxn } = line;
  if (LinkedTxn?.some(({ TxnType }) => /Reimburse|ExpenseCharge/i.test(TxnType)) || /Reimburse/i.test(DetailType ?? '')) return true;
  return isShipping(line) || isListed(SalesItemLineDetail?.ItemRef ?? {}, choices);
};

/** The lines of a document, with the items of a bundle in its place. */
export const itemLines = (lines: readonly QuickbooksLine[] = []): readonly QuickbooksLine[] =>
  lines.flatMap((line) => (line.GroupLineDetail ? (line.GroupLineDetail.Line ?? []) : [line]));
/** A listed bundle excludes all of its items. */
const linesWithoutRevenue = (lines: readonly QuickbooksLine[], choices: Choices): readonly QuickbooksLine[] =>
  lines.flatMap((line) => {
    const items = itemLines([line]);
    const isWhole = isListed(line.GroupLineDetail?.GroupItemRef ?? {}, choices);
    return isWhole ? items : items.filter((item) => isNotRevenue(item, choices));
  });

/**
 * True if a percentage discount was applied to shipping too. QuickBooks adds shipping after the discount, but other programs write invoices
 * whose discount includes it.
 */
const includesShipping = (discounts: readonly QuickbooksLine[], discount: Cents, items: Cents, shipping: Cents): boolean => {
  const percent = discounts.reduce((sum, { DiscountLineDetail }) => sum + (DiscountLineDetail?.DiscountPercent ?? 0), 0);
  const missedBy = (base: Cents): number => Math.abs((base * percent) / 100 - discount);
  return percent > 0 && missedBy(items + shipping) < missedBy(items);
};

/** The part of a document's total that is not revenue: those lines less their share of its discount. */
export const excludedCents = (lines: readonly QuickbooksLine[] = [], choices: Choices): Cents => {
  const excludedLines = linesWithoutRevenue(lines, choices);
  const discounts = lines.filter(({ DetailType }) => DetailType === 'DiscountLineDetail');
  const discount = sumOf(discounts);
  const soldLines = itemLines(lines).filter(({ DetailType }) => DetailType === 'SalesItemLineDetail');
  const shipping = sumOf(soldLines.filter(isShipping));
  const items = sumOf(soldLines) - shipping;
  const isShippingIn = includesShipping(discounts, discount, items, shipping);
  const base = items + (isShippingIn ? shipping : 0);
  const part = sumOf(excludedLines.filter((line) => soldLines.includes(line) && (isShippingIn || !isShipping(line))));
  const share = base > 0 ? roundRatio(BigInt(discount) * BigInt(part), BigInt(base)) : 0;
  return sumOf(excludedLines) - share;
};
