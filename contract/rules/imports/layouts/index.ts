import { type ImportField, type ImportKind, importKinds, normalizeHeader, recognizeColumns } from '../fields.ts';
import { type KindLayout, type Layout, type LayoutId, layoutIds } from './layout.ts';
import { quickbooksInvoices } from './quickbooksInvoices.ts';
import { quickbooksReceived } from './quickbooksReceived.ts';
import { quickbooksSales } from './quickbooksSales.ts';
import { quickbooksTransactions } from './quickbooksTransactions.ts';
import { stripeInvoices } from './stripeInvoices.ts';
import { stripePayments } from './stripePayments.ts';
import { xeroInvoices } from './xeroInvoices.ts';

/** Exports of other products, by name; `generic` relies on common column names. */
export const layouts: Readonly<Record<Exclude<LayoutId, 'generic'>, Layout>> = {
  qbo_invoices: quickbooksInvoices,
  qbo_transactions: quickbooksTransactions,
  qbo_received: quickbooksReceived,
  qbo_sales: quickbooksSales,
  xero_invoices: xeroInvoices,
  stripe_invoices: stripeInvoices,
  stripe_payments: stripePayments,
};

/** The share of a layout's headers that a file must have; users may have renamed some columns. */
const MIN_SHARE = 0.7;

export const kindLayout = (layout: LayoutId, kind: ImportKind): KindLayout | undefined =>
  layout === 'generic' ? undefined : layouts[layout].kinds[kind];
/** Layouts that contain the data for this kind of import. */
export const layoutsFor = (kind: ImportKind): readonly LayoutId[] =>
  layoutIds.filter((id) => id === 'generic' || kindLayout(id, kind) !== undefined);
export const kindsOfLayout = (layout: LayoutId): readonly ImportKind[] =>
  importKinds.filter((kind) => layout === 'generic' || kindLayout(layout, kind) !== undefined);

/** The layout with the most of its headers in the file, and its missing headers; `generic` if no layout has enough. */
export const detectLayout = (names: readonly string[]): Readonly<{ layout: LayoutId; missing: readonly string[] }> => {
  const keys = new Set(names.map(normalizeHeader));
  const scored = (Object.keys(layouts) as Exclude<LayoutId, 'generic'>[]).map((layout) => {
    const { headers } = layouts[layout];
    const missing = headers
      .map((header) => [header].flat())
      .filter((names) => !names.some((name) => keys.has(name)))
      .map(([usualName = '']) => usualName);
    const matches = headers.length - missing.length;
    return { layout, missing, matches, share: matches / headers.length };
  });
  const [best] = scored.filter(({ share }) => share >= MIN_SHARE).sort((a, b) => b.matches - a.matches || b.share - a.share);
  return best ? { layout: best.layout, missing: best.missing } : { layout: 'generic', missing: [] };
};

/** Column index of each field: by the layout's own headers, or by common column names. */
export const columnsOf = (kind: ImportKind, layout: LayoutId, names: readonly string[]): Partial<Record<ImportField, number>> => {
  const own = kindLayout(layout, kind);
  if (!own) return recognizeColumns(kind, names);
  const keys = names.map(normalizeHeader);
  const columnByField: Partial<Record<ImportField, number>> = {};
  for (const [field, headers] of Object.entries(own.columns) as [ImportField, readonly string[]][]) {
    const column = headers.map((header) => keys.indexOf(header)).find((index) => index >= 0);
    if (column !== undefined && !Object.values(columnByField).includes(column)) columnByField[field] = column;
  }
  return columnByField;
};
