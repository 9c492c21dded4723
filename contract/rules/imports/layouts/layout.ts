import type { ImportField, ImportKind } from '../fields.ts';

export const layoutIds = [
  'generic',
  'qbo_invoices',
  'qbo_transactions',
  'qbo_received',
  'qbo_sales',
  'xero_invoices',
  'stripe_invoices',
  'stripe_payments',
] as const;
export type LayoutId = (typeof layoutIds)[number];

/**
 * The document type of a row. `applied`: an invoice paid by the payment above it. `refund`: money returned to the customer.
 * `other`: not imported from a file of this kind.
 */
export const documentRoles = ['invoice', 'memo', 'payment', 'applied', 'refund', 'other'] as const;
export type DocumentRole = (typeof documentRoles)[number];

/** The meaning of a state (decisions 2.26). `unpaid`: booked, but it will not be paid. `invalid`: it makes no record. */
export const stateMeanings = ['counts', 'unpaid', 'invalid'] as const;
export type StateMeaning = (typeof stateMeanings)[number];

/** Rules by which one kind of import reads a layout. Headers, types and states are normalized (`normalizeHeader`). */
export type KindLayout = Readonly<{
  columns: Readonly<Partial<Record<ImportField, readonly string[]>>>;
  /** By document type; takes precedence over the shared roles. */
  roles?: Readonly<Record<string, DocumentRole>>;
  /** By state; takes precedence over the shared states. */
  states?: Readonly<Record<string, StateMeaning>>;
  /** Set if a document has one row per line: the rows add up to its total, or each repeats the total. */
  lines?: 'sum' | 'repeat';
  /** A row with nothing received is an unpaid invoice, so it is skipped. */
  skipsZero?: boolean;
}>;

export type Layout = Readonly<{
  /** Headers that identify the layout; a list names one column's alternatives, the usual one first. */
  headers: readonly (string | readonly [string, ...string[]])[];
  kinds: Readonly<Partial<Record<ImportKind, KindLayout>>>;
}>;
