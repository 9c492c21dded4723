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
 * The document that a row is. `applied`: an invoice that the payment above it pays. `refund`: money that went back.
 * `other`: nothing that a file of this kind brings.
 */
export const documentRoles = ['invoice', 'memo', 'payment', 'applied', 'refund', 'other'] as const;
export type DocumentRole = (typeof documentRoles)[number];

/** The meaning of a state (decisions 2.26). `unpaid`: booked, and it will not be paid. `invalid`: it makes no record. */
export const stateMeanings = ['counts', 'unpaid', 'invalid'] as const;
export type StateMeaning = (typeof stateMeanings)[number];

/** How one kind of import reads a layout. Headers, types and states are normalised (`normalisedHeader`). */
export type KindLayout = Readonly<{
  columns: Readonly<Partial<Record<ImportField, readonly string[]>>>;
  /** By type of document, over those of every layout. */
  roles?: Readonly<Record<string, DocumentRole>>;
  /** By state, over those of every layout. */
  states?: Readonly<Record<string, StateMeaning>>;
  /** A document has a row for each of its lines: their amounts add up to it, or each repeats its totals. */
  lines?: 'sum' | 'repeat';
  /** A row of nothing received is an unpaid invoice. */
  skipsZero?: boolean;
}>;

export type Layout = Readonly<{
  /** Headers by which it is known. */
  headers: readonly string[];
  kinds: Readonly<Partial<Record<ImportKind, KindLayout>>>;
}>;
