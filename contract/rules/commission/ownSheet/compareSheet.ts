import type { Commission } from '../../../entities/commission.ts';
import type { Explanation } from '../../../entities/explanation.ts';
import { groupBy } from '../../groupBy.ts';
import { type Cents, toCents } from '../../money.ts';
import type { SheetLine, SheetMeaning } from './readSheet.ts';

export const comparedStates = ['differs', 'no_record', 'unreadable', 'not_in_sheet', 'agrees'] as const;
export type ComparedState = (typeof comparedStates)[number];
/**
 * One invoice of the sheet, or a record missing from the sheet. `yours` and `ours` are cents; `lines` has several entries if the sheet
 * lists the invoice more than once; their amounts are added up.
 */
export type ComparedLine = Readonly<{
  key: string;
  state: ComparedState;
  invoice: string;
  lines: readonly SheetLine[];
  records: readonly Commission[];
  yours: Cents | null;
  ours: Cents | null;
}>;

/** The record's amount for the comparison; null if the list response does not contain it, such as the amount paid so far. */
const recordAmountOf = (record: Commission, meaning: SheetMeaning): Cents | null => {
  if (meaning === 'net_revenue') return toCents(record.net_revenue);
  const total = toCents(record.commission_amount) + toCents(record.adjustments_amount ?? 0);
  if (meaning === 'commission') return total;
  if (record.status === 'paid') return total;
  return record.status === 'due' || record.status === 'not_due' ? 0 : null;
};

const sum = (values: readonly (Cents | null)[]): Cents | null =>
  values.reduce<Cents | null>((total, value) => (total === null || value === null ? null : total + value), 0);

/** Upper case, without whitespace, `#` or a leading "INV". */
const normalizeNumber = (number: string): string =>
  number
    .toUpperCase()
    .replaceAll(/[\s#]/g, '')
    .replace(/^INV(?:OICE)?[-.:]?/, '');
const withoutSuffix = (number: string): string => number.replace(/-[A-Z0-9]{1,10}$/, '');

/** Finds records by the number in the sheet; ignores the suffix only if exactly one invoice then matches. */
const createFinder = (records: readonly Commission[]) => {
  const numberOf = (record: Commission): string => normalizeNumber(record.invoice_number ?? record.invoice_id);
  const exact = groupBy(records, numberOf);
  const withoutSuffixMatches = groupBy([...exact.keys()], withoutSuffix);
  return (number: string): readonly Commission[] => {
    const onlyMatch = withoutSuffixMatches.get(number);
    return exact.get(number) ?? (onlyMatch?.length === 1 ? (exact.get(onlyMatch[0] ?? '') ?? []) : []);
  };
};

/** Every line and every record once: differences first, matches last. `paid` for a partly paid record comes from its explanation. */
export const compareSheet = (
  lines: readonly SheetLine[],
  records: readonly Commission[],
  meaning: SheetMeaning,
  paidById: Readonly<Record<string, Cents>> = {},
): ComparedLine[] => {
  const find = createFinder(records);
  const readable = lines.filter(({ problem }) => problem === null);
  const comparedLines = [...groupBy(readable, ({ invoice }) => normalizeNumber(invoice))].map(([number, group]): ComparedLine => {
    const mine = find(number);
    const yours = sum(group.map(({ amount }) => amount));
    const ours = mine.length === 0 ? null : sum(mine.map((record) => recordAmountOf(record, meaning) ?? paidById[record.id] ?? null));
    const state = mine.length === 0 ? 'no_record' : yours === ours ? 'agrees' : 'differs';
    return { key: number, state, invoice: group[0]?.invoice ?? '', lines: group, records: mine, yours, ours };
  });
  const unreadableLines = lines
    .filter(({ problem }) => problem !== null)
    .map((line): ComparedLine => {
      return { key: `line ${line.line}`, state: 'unreadable', invoice: line.invoice, lines: [line], records: [], yours: null, ours: null };
    });
  const matched = new Set(comparedLines.flatMap((line) => line.records.map(({ id }) => id)));
  const missingRecords = records
    .filter(({ id }) => !matched.has(id))
    .map((record): ComparedLine => {
      const { id, invoice_id, invoice_number = invoice_id } = record;
      const ours = recordAmountOf(record, meaning) ?? paidById[id] ?? null;
      return { key: `record ${id}`, state: 'not_in_sheet', invoice: invoice_number, lines: [], records: [record], yours: null, ours };
    });
  const sortOrder = (line: ComparedLine): number => comparedStates.indexOf(line.state);
  return [...comparedLines, ...unreadableLines, ...missingRecords].toSorted((a, b) => sortOrder(a) - sortOrder(b));
};

/** The reason why an amount in a sheet differs from the record's. */
export type DifferenceRule = Readonly<{
  rule: 'without_adjustments' | 'on_gross' | 'not_paid_yet' | 'partly_paid' | 'rounding' | 'sign' | 'other_rate';
  /** The sheet's amount divided by net revenue; null without net revenue. */
  rate: number | null;
}>;

/**
 * The first rule that explains the difference to the cent; `other_rate` if only the formula does. @param yours in cents, of this one record
 */
export const differenceRule = (
  yours: Cents,
  record: Commission,
  { amounts }: Pick<Explanation, 'amounts'>,
  meaning: SheetMeaning,
): DifferenceRule => {
  const [net, gross] = [toCents(record.net_revenue), toCents(record.gross_amount)];
  const [commission, adjustments, total, paid] = [amounts.commission, amounts.adjustments, amounts.total, amounts.paid].map(toCents) as [
    Cents,
    Cents,
    Cents,
    Cents,
  ];
  const rate = net === 0 ? null : yours / net;
  const toRule = (rule: DifferenceRule['rule']): DifferenceRule => ({ rule, rate });
  const ours = meaning === 'commission' ? total : meaning === 'paid' ? paid : net;
  if (yours === -ours) return toRule('sign');
  if (meaning === 'net_revenue') return toRule(yours === gross ? 'on_gross' : 'other_rate');
  if (meaning === 'paid' && yours === total) return toRule(paid === 0 ? 'not_paid_yet' : 'partly_paid');
  if (adjustments !== 0 && yours === commission) return toRule('without_adjustments');
  if (net !== 0 && gross !== net && Math.abs(yours - Math.round((commission * gross) / net)) <= 1) return toRule('on_gross');
  if (Math.abs(yours - ours) <= 1) return toRule('rounding');
  return toRule('other_rate');
};
