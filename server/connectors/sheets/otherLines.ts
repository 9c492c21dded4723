import type { OtherLine } from '../../domain/connections/facts.ts';
import type { SheetRow } from './readSheet.ts';
import { digest } from './sheetRows.ts';

const peopleOf = ({ salesperson, salesLead }: Pick<OtherLine, 'salesperson' | 'salesLead'>): string =>
  JSON.stringify([salesperson, salesLead].map((name) => name?.toLowerCase() ?? ''));

/**
 * For each line, the other lines for its invoice that name different people, the first for each combination: a batch would not contain
 * them, but the whole sheet does. The hash of such a line covers the other people, so that it is checked again if they change.
 */
export const createOtherLinesReader = (
  rows: readonly SheetRow[],
): ((row: SheetRow) => Readonly<{ others: readonly OtherLine[]; hash: string }>) => {
  const linesByInvoice = new Map<string, Map<string, OtherLine>>();
  for (const { fact, number } of rows) {
    if (fact?.kind !== 'ledger') continue;
    const { salesperson, salesLead } = fact.row;
    const invoice = fact.row.invoiceNumber.toLowerCase();
    const lines = linesByInvoice.get(invoice) ?? new Map<string, OtherLine>();
    const people = peopleOf(fact.row);
    if (!lines.has(people)) lines.set(people, { row: number, salesperson, salesLead });
    linesByInvoice.set(invoice, lines);
  }
  return ({ fact, hash }) => {
    if (fact?.kind !== 'ledger') return { others: [], hash };
    const ownPeople = peopleOf(fact.row);
    const lines = [...(linesByInvoice.get(fact.row.invoiceNumber.toLowerCase()) ?? [])].filter(([people]) => people !== ownPeople);
    if (lines.length === 0) return { others: [], hash };
    return { others: lines.map(([, line]) => line), hash: digest(JSON.stringify([hash, ...lines.map(([people]) => people)])) };
  };
};
