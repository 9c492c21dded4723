import type { Fact, FactOf } from '../../domain/connections/facts.ts';
import { namesSalesperson } from '../answers.ts';
import { cents, excludedCents, itemLines, nameIn, type QuickbooksLine, type QuickbooksRef } from './netRevenue.ts';

/** The fields of a QuickBooks entity that are read; responses omit empty ones. */
export type QuickbooksEntity = Readonly<{
  Id: string;
  SyncToken?: string;
  status?: string;
  MetaData?: Readonly<{ CreateTime?: string; LastUpdatedTime?: string }>;
  DocNumber?: string;
  TxnDate?: string;
  DueDate?: string;
  TotalAmt?: number;
  UnappliedAmt?: number;
  Deposit?: number;
  Balance?: number;
  CustomerRef?: QuickbooksRef;
  CurrencyRef?: QuickbooksRef;
  ClassRef?: QuickbooksRef;
  PaymentMethodRef?: QuickbooksRef;
  PaymentRefNum?: string;
  PrivateNote?: string;
  CustomerMemo?: Readonly<{ value?: string }>;
  TxnTaxDetail?: Readonly<{ TotalTax?: number }>;
  CustomField?: readonly Readonly<{ Name?: string; StringValue?: string }>[];
  Line?: readonly QuickbooksLine[];
  DisplayName?: string;
  Active?: boolean;
  PrimaryEmailAddr?: Readonly<{ Address?: string }>;
}>;
/** The admin's settings (decisions 2.19, 7.03): non-revenue items, by id or name; whether the class names the salesperson.
 * `isLater`: the seller may be in a newer custom field, which lists omit. */
export type QuickbooksChoices = Readonly<{ notRevenue: readonly string[]; personByClass: boolean; usesNewerFields?: boolean }>;

const commonFields = (entity: QuickbooksEntity) => ({
  external_id: entity.Id,
  external_version: entity.SyncToken ?? null,
  updated_at: entity.MetaData?.LastUpdatedTime ?? null,
});
const stateOf = (entity: QuickbooksEntity): 'voided' | 'deleted' | null => {
  if (entity.status === 'Deleted') return 'deleted';
  return entity.TotalAmt === 0 && /^voided/i.test(entity.PrivateNote ?? '') ? 'voided' : null;
};
const partyOf = (ref: QuickbooksRef) => (ref?.value ? { external_id: ref.value, name: nameIn(ref.name) || `Customer ${ref.value}` } : null);
const moneyFields = (entity: QuickbooksEntity) => ({
  ...commonFields(entity),
  currency: entity.CurrencyRef?.value ?? 'USD',
  outside_state: stateOf(entity),
});

const netOf = (entity: QuickbooksEntity, choices: QuickbooksChoices): number =>
  cents(entity.TotalAmt) - cents(entity.TxnTaxDetail?.TotalTax) - excludedCents(entity.Line, choices);
/** The seller named by a custom field that lists include. */
export const personNamedIn = ({ CustomField }: QuickbooksEntity): string | null =>
  CustomField?.find(({ Name, StringValue }) => namesSalesperson(Name) && StringValue?.trim())?.StringValue?.trim() ?? null;
const salespersonOf = (
  entity: QuickbooksEntity,
  { personByClass, usesNewerFields = false }: QuickbooksChoices,
): string | null | undefined => {
  const salespersonName = personNamedIn(entity);
  if (salespersonName !== null) return salespersonName;
  if (usesNewerFields) return undefined;
  if (!personByClass) return null;
  const classNames = itemLines(entity.Line).map(({ SalesItemLineDetail }) => SalesItemLineDetail?.ClassRef?.name);
  return entity.ClassRef?.name ?? classNames.find(Boolean) ?? null;
};

const customer = (entity: QuickbooksEntity): Fact => ({
  kind: 'customer',
  ...commonFields(entity),
  name: nameIn(entity.DisplayName) || `Customer ${entity.Id}`,
  email: entity.PrimaryEmailAddr?.Address ?? null,
  gone: entity.status === 'Deleted' || entity.Active === false,
});

/** A plain date, without time zone conversion. @throws if it is missing, unless the entity is deleted */
const dayOf = (entity: QuickbooksEntity): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(entity.TxnDate ?? '')) return entity.TxnDate ?? '';
  if (entity.status === 'Deleted') return '1970-01-01';
  throw new Error('no day');
};

const invoiceNumber = (id: string) => ({ external_id: id, fallback_number: `QBO-${id}` });
const billFields = (entity: QuickbooksEntity, choices: QuickbooksChoices) => ({
  ...moneyFields(entity),
  document_number: entity.DocNumber?.trim() || null,
  customer: partyOf(entity.CustomerRef),
  gross_cents: cents(entity.TotalAmt),
  net_cents: netOf(entity, choices),
  booking_date: dayOf(entity),
});

/** JournalEntry is shown as "journal entry". */
const typeText = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
/** Payment lines other than invoices and credit memos: journal entries, deposits, expenses (decisions 2.27). */
const linesOfOtherTypes = ({ Line = [] }: QuickbooksEntity) =>
  Line.flatMap(({ Amount, LinkedTxn = [] }) => {
    const [firstLink] = LinkedTxn;
    const isInvoiceLine = LinkedTxn.some(({ TxnType }) => TxnType === 'Invoice' || TxnType === 'CreditMemo');
    return firstLink && !isInvoiceLine ? [{ means: typeText(firstLink.TxnType), amount_cents: cents(Amount) }] : [];
  });

const payment = (entity: QuickbooksEntity): FactOf<'payment'> => {
  const linkedIds = (type: string) =>
    (entity.Line ?? []).flatMap(({ Amount, LinkedTxn }) => {
      const to = LinkedTxn?.find(({ TxnType }) => TxnType === type);
      return to ? [{ id: to.TxnId, amount_cents: cents(Amount) }] : [];
    });
  const otherApplications = linesOfOtherTypes(entity);
  const isSettled = otherApplications.length > 0;
  return {
    kind: 'payment',
    ...moneyFields(entity),
    customer: partyOf(entity.CustomerRef),
    amount_cents: cents(entity.TotalAmt),
    received_on: dayOf(entity),
    method: entity.PaymentMethodRef?.name ?? '',
    reference: entity.PaymentRefNum ?? null,
    lines: linkedIds('Invoice').map(({ id, amount_cents }) => ({ invoice: id, amount_cents })),
    credits: linkedIds('CreditMemo').map(({ id, amount_cents }) => ({ memo: id, amount_cents })),
    ...(isSettled ? { others: otherApplications, applied_cents: Math.max(0, cents(entity.TotalAmt) - cents(entity.UnappliedAmt)) } : {}),
  };
};

/** Id prefixes that distinguish these entities from invoices and credit memos, which have none. */
export const idPrefixes = { SalesReceipt: 'S', RefundReceipt: 'R' } as const;

/** In import order. */
export const quickbooksEntities = ['Customer', 'Invoice', 'SalesReceipt', 'CreditMemo', 'RefundReceipt', 'Payment'] as const;
export type EntityName = (typeof quickbooksEntities)[number];

/** Converts a QuickBooks entity to a fact. @throws if it is malformed */
export const quickbooksFactOf = (name: EntityName, entity: QuickbooksEntity, choices: QuickbooksChoices): Fact => {
  if (typeof entity.Id !== 'string' || entity.Id === '') throw new Error('no id');
  switch (name) {
    case 'Customer':
      return customer(entity);
    case 'Invoice':
      return {
        kind: 'invoice',
        ...billFields(entity, choices),
        ...invoiceNumber(entity.Id),
        due_date: entity.DueDate ?? null,
        notes: entity.CustomerMemo?.value ?? null,
        salesperson: salespersonOf(entity, choices),
        ...(entity.Deposit ? { deposit_cents: cents(entity.Deposit) } : {}),
        ...(entity.Balance === undefined ? {} : { balance_cents: cents(entity.Balance) }),
      };
    // A sale paid on the spot: an invoice and its payment.
    case 'SalesReceipt':
      return {
        kind: 'invoice',
        ...billFields(entity, choices),
        ...invoiceNumber(`${idPrefixes.SalesReceipt}${entity.Id}`),
        due_date: null,
        notes: entity.CustomerMemo?.value ?? null,
        salesperson: salespersonOf(entity, { ...choices, usesNewerFields: false }),
        deposit_cents: cents(entity.TotalAmt),
      };
    case 'RefundReceipt':
      return {
        kind: 'credit_memo',
        ...billFields(entity, choices),
        external_id: `${idPrefixes.RefundReceipt}${entity.Id}`,
        refunded: true,
      };
    case 'CreditMemo':
      return { kind: 'credit_memo', ...billFields(entity, choices) };
    case 'Payment':
      return payment(entity);
  }
};
