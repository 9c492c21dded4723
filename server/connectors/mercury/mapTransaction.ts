import type { BankStatus } from '../../../contract/entities/bank.ts';
import { toCents } from '../../../contract/rules/money.ts';
import type { BankFact } from '../../domain/bank/importTransactions.ts';

/** An account as shown with a transaction: at most its last four digits. */
export type BankAccountName = Readonly<{ id: string; name: string; last4: string }>;
type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const MAX_LENGTH = 1000;
/** Masks account and card numbers in memos down to their last four digits. */
const maskNumbers = (text: string): string => text.replace(/\d{9,}/g, (digits) => `••${digits.slice(-4)}`);
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? maskNumbers(value.replaceAll('\u0000', '').trim()).slice(0, MAX_LENGTH) : null;

/** Another Mercury client library calls `sent` `settled`; unknown statuses count as pending. */
const statuses: Readonly<Record<string, BankStatus>> = {
  sent: 'settled',
  settled: 'settled',
  pending: 'pending',
  cancelled: 'cancelled',
  failed: 'failed',
  reversed: 'reversed',
  blocked: 'blocked',
};

/** @throws if it is not a Mercury account */
export const readAccount = (value: unknown, fallbackName = 'Account'): BankAccountName => {
  if (!isRow(value) || typeof value.id !== 'string') throw new TypeError('no account');
  const number = typeof value.accountNumber === 'string' ? value.accountNumber.replace(/\D/g, '') : '';
  return { id: value.id, name: textOf(value.nickname) ?? textOf(value.name) ?? fallbackName, last4: number.slice(-4) };
};

/** A deposit that was returned; the bank books the return as a separate transaction. */
const RETURNED_DEPOSIT = 'OriginalTransactionToReturn';
/** The return of a deposit, which is not a payment. */
const DEPOSIT_RETURN = 'ReturnToOriginalTransaction';
const isRelated = ({ relatedTransactions }: Row, kind: string): boolean =>
  Array.isArray(relatedTransactions) &&
  relatedTransactions.some((relatedTransaction) => isRow(relatedTransaction) && relatedTransaction.relationKind === kind);

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/**
 * Converts a Mercury transaction to a fact.
 * @returns `fact` null if only the id is readable (no amount or no day); `isZero`: it moved no money
 * @throws if it has no id
 */
export const mapTransaction = (
  value: unknown,
  accounts: ReadonlyMap<string, BankAccountName>,
): Readonly<{ id: string; fact: BankFact | null; isZero?: true }> => {
  if (!isRow(value) || typeof value.id !== 'string' || value.id === '') throw new TypeError('no transaction');
  const { id } = value;
  const occurredAt = [value.postedAt, value.createdAt].find(isInstant);
  if (typeof value.amount !== 'number' || !Number.isFinite(value.amount) || occurredAt === undefined) return { id, fact: null };
  const account = accounts.get(String(value.accountId));
  const cents = toCents(value.amount);
  if (cents === 0) return { id, fact: null, isZero: true };
  const kind = textOf(value.kind) ?? 'other';
  const fact: BankFact = {
    external_id: id,
    account_name: account?.name ?? 'Account',
    account_last4: account?.last4 ?? '',
    amount_cents: cents,
    occurred_at: new Date(occurredAt).toISOString(),
    kind,
    internal: kind === 'internalTransfer' || isRelated(value, DEPOSIT_RETURN),
    counterparty: textOf(value.counterpartyNickname) ?? textOf(value.counterpartyName) ?? '',
    description: textOf(value.bankDescription),
    memo: textOf(value.externalMemo),
    note: textOf(value.note),
    dashboard_link: typeof value.dashboardLink === 'string' && value.dashboardLink.startsWith('https://') ? value.dashboardLink : null,
    bank_status: isRelated(value, RETURNED_DEPOSIT) ? 'reversed' : (statuses[String(value.status)] ?? 'pending'),
    failure: textOf(value.reasonForFailure),
  };
  return { id, fact };
};
