import type { ImportKind } from '../fields.ts';
import { normalizeHeader } from '../fields.ts';
import { type DocumentRole, type KindLayout, type StateMeaning, stateMeanings } from './layout.ts';

const meaningEntries = <V extends string>(meaning: V, words: readonly string[]): [string, V][] => words.map((word) => [word, meaning]);

const invoiceStates: Readonly<Record<string, StateMeaning>> = Object.fromEntries([
  ...meaningEntries('counts', [
    'paid',
    'open',
    'sent',
    'unpaid',
    'due',
    'past due',
    'overdue',
    'partially paid',
    'approved',
    'authorised',
    'authorized',
    'awaiting payment',
  ]),
  ...meaningEntries('unpaid', ['uncollectible', 'written off']),
  ...meaningEntries('invalid', [
    'void',
    'voided',
    'draft',
    'deleted',
    'cancelled',
    'canceled',
    'submitted',
    'awaiting approval',
    'pending approval',
    'rejected',
  ]),
]);
const receiptStates: Readonly<Record<string, StateMeaning>> = Object.fromEntries([
  ...meaningEntries('counts', [
    'paid',
    'succeeded',
    'completed',
    'cleared',
    'deposited',
    'received',
    'partially paid',
    'open',
    'awaiting payment',
  ]),
  ...meaningEntries('counts', ['uncollectible', 'written off']),
  ...meaningEntries('invalid', [
    'failed',
    'void',
    'voided',
    'draft',
    'deleted',
    'cancelled',
    'canceled',
    'declined',
    'blocked',
    'bounced',
    'incomplete',
    'requires payment method',
  ]),
]);

const sharedRoles: Readonly<Record<string, DocumentRole>> = {
  invoice: 'invoice',
  'sales invoice': 'invoice',
  accrec: 'invoice',
  'credit memo': 'memo',
  'credit note': 'memo',
  'sales credit note': 'memo',
  accreccredit: 'memo',
  payment: 'payment',
  'receive payment': 'payment',
  refund: 'refund',
  'refund receipt': 'refund',
  'sales overpayment': 'other',
  'sales prepayment': 'other',
  'journal entry': 'other',
  deposit: 'other',
  estimate: 'other',
  check: 'other',
  expense: 'other',
  bill: 'other',
  charge: 'other',
  'statement charge': 'other',
  'time charge': 'other',
};
/** A sales receipt is both a sale and its payment. */
const rolesOf: Readonly<Record<ImportKind, Readonly<Record<string, DocumentRole>>>> = {
  invoices: { ...sharedRoles, 'sales receipt': 'invoice' },
  sales: { ...sharedRoles, 'sales receipt': 'invoice' },
  receipts: { ...sharedRoles, 'sales receipt': 'payment' },
  paid_before: {},
};
/** The documents imported by each kind of import; all other rows are skipped. */
const importedRoles: Readonly<Record<ImportKind, readonly DocumentRole[]>> = {
  invoices: ['invoice', 'memo', 'refund'],
  sales: ['invoice', 'memo'],
  receipts: ['payment', 'applied', 'refund'],
  paid_before: [],
};

/** The user's answers about a file, one per text. */
export type DocumentAnswers = Readonly<{ states?: Readonly<Record<string, StateMeaning>>; types?: Readonly<Record<string, DocumentRole>> }>;

/** The meaning of a state; null if unknown. An empty text is a state too. */
export const stateMeaning = (
  kind: ImportKind,
  layout: KindLayout | undefined,
  answers: DocumentAnswers,
  text: string,
): StateMeaning | null => {
  const key = normalizeHeader(text);
  const shared = kind === 'receipts' ? receiptStates : invoiceStates;
  return answers.states?.[key] ?? layout?.states?.[key] ?? (Object.hasOwn(shared, key) ? shared[key] : undefined) ?? null;
};

/** The role of a document by its type; null if unknown, `other` if this kind of import skips it. */
export const documentRole = (
  kind: ImportKind,
  layout: KindLayout | undefined,
  answers: DocumentAnswers,
  text: string,
): DocumentRole | null => {
  const key = normalizeHeader(text);
  const shared = rolesOf[kind];
  const role = answers.types?.[key] ?? layout?.roles?.[key] ?? (Object.hasOwn(shared, key) ? shared[key] : undefined) ?? null;
  return role === null || importedRoles[kind].includes(role) ? role : 'other';
};

/** The answers available for a kind of import. */
export const stateAnswers = (kind: ImportKind): readonly StateMeaning[] =>
  kind === 'receipts' ? stateMeanings.filter((meaning) => meaning !== 'unpaid') : stateMeanings;
export const typeAnswers = (kind: ImportKind): readonly DocumentRole[] =>
  kind === 'receipts' ? ['payment', 'refund', 'other'] : ['invoice', 'memo', 'other'];
