import type { SheetType } from '../../../contract/rules/connections/sheetColumns.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { BankFact } from '../bank/importTransactions.ts';
import type { SourceEvent } from '../events/eventSource.ts';

/** A stage of a CRM pipeline; `closed` null: open. */
export type CrmStage = Readonly<{
  external_id: string;
  pipeline: string;
  name: string;
  position: number;
  probability: number | null;
  closed: 'won' | 'lost' | null;
}>;
/** A deal from the CRM; unknown values are null. */
export type CrmDeal = Readonly<{
  external_id: string;
  external_version: string | null;
  updated_at: string;
  name: string;
  customer: string | null;
  owner_email: string | null;
  owner_name: string | null;
  stage: string;
  pipeline: string;
  probability: number | null;
  state: 'open' | 'won' | 'lost';
  amount_cents: Cents | null;
  currency: string | null;
  expected_close_date: Day | null;
  closed_on: Day | null;
  lost_reason: string | null;
  created_at: string;
  entered_at: string | null;
  /** Ids of deals merged into this one. */
  merged: readonly string[];
}>;

/** Settings of a sheet connection. `tab_id` and `time_zone` come from the spreadsheet, after the first call. */
export type SheetSettings = Readonly<{
  spreadsheet_id: string;
  sheet_name: string;
  type: SheetType;
  start_date: Day;
  end_date: Day;
  client_email: string;
  tab_id?: number;
  title?: string;
}>;
/** The reason why a row could not be imported; the messages are in contract/messages/sheets.ts. */
export type RowProblem = Readonly<{
  code: 'formula' | 'required' | 'day' | 'time' | 'amount' | 'doubled_id';
  column: string;
  shown: string;
}>;
/** A row's event, without its id and without its shift, which comes from another source (decisions 7.06); `day` null: undecided. */
export type ScheduleRow = Readonly<{ day: Day | null; event: Omit<SourceEvent, 'src_id' | 'shift'> }>;
/** A ledger line assigns an invoice to people, but creates no money (decisions 7.05). */
export type LedgerRow = Readonly<{
  invoiceNumber: string;
  salesperson: string | null;
  salesLead: string | null;
  customer: string | null;
  amountCents: Cents | null;
  paidOn: Day | null;
}>;
/** Another ledger line for the same invoice that names different people. */
export type OtherLine = Readonly<{ row: number; salesperson: string | null; salesLead: string | null }>;

/** The fields of a shift that are used here; `day` and `offset` are in its own time zone. */
export type SlingFact = Readonly<{
  external_id: string;
  starts_at: string;
  ends_at: string;
  day: Day;
  offset: number;
  first_name: string | null;
  last_name: string | null;
  status: string | null;
  type: string;
  location: string | null;
  position: string | null;
  summary: string | null;
}>;

/** Fields of every fact: its external id, and its external version if the system reports one. */
type ExternalFact = Readonly<{
  external_id: string;
  external_version?: string | null;
  updated_at?: string | null;
  /** A person's decision on a held fact. */
  answer?: string;
}>;
/** A state or type that the source's documentation does not define. */
export type PlacementQuestion = Readonly<{ field: 'state' | 'type'; value: string }>;
/**
 * Fields of money facts. `outside_state`: why it no longer counts; for a deleted one only the id is known. `unplaced`: a person decides
 * whether it counts (decisions 2.26).
 */
type OutsideMoney = ExternalFact &
  Readonly<{ currency: string; outside_state: 'voided' | 'deleted' | null; unplaced?: readonly PlacementQuestion[] }>;
export type OutsideParty = Readonly<{ external_id: string; name: string }>;

/** A customer with invoices. `gone`: deleted or merged in the external system. */
export type OutsideCustomer = ExternalFact & Readonly<{ name: string; email: string | null; gone: boolean }>;

/** The reason why a sheet row could not be parsed; the row becomes a held record. */
type RowFault = Readonly<{ code: `sheet_${RowProblem['code']}`; column: string; shown: string }>;
type RowFact = ExternalFact & Readonly<{ external_version: string; row: number; problem: RowFault | null; answer?: string }>;

/** Row keys of a sheet, sent before and after the import. `isWhole`: every row was readable; `columns`: the columns read, in order. */
export type SheetLedgerRows = ExternalFact &
  Readonly<{ keys: readonly string[]; columns: readonly string[]; phase: 'before' | 'after'; isWhole: boolean; answer?: string }>;
/** A fully read window of days; `ids` are its shifts, null if shifts are only matched again. */
export type ShiftSpan = ExternalFact & Readonly<{ from: Day; until: Day; ids: readonly string[] | null }>;
/** A shift that may belong to one of several events. */
export type ShiftReview = ExternalFact &
  Readonly<{ shift_id: number; choices: readonly Readonly<{ value: string; label: string }>[]; answer?: string }>;
/** A transaction of a bank account; `read` is null if it has no amount or no day. */
export type OutsideBankTransaction = ExternalFact & Readonly<{ read: BankFact | null }>;
/** decisions 2.19, 7.02, 7.03. `salesperson`: an email address or a name as written in the source; undefined: sent later. */
export type OutsideInvoice = OutsideMoney &
  Readonly<{
    document_number: string | null;
    /** Its number here if the document has none, such as QBO-17. */
    fallback_number: string;
    customer: OutsideParty | null;
    gross_cents: Cents;
    net_cents: Cents;
    booking_date: Day;
    due_date: Day | null;
    notes: string | null;
    salesperson: string | null | undefined;
    /** Money received with the invoice that the source does not report as a payment. */
    deposit_cents?: Cents;
    /** The open balance reported by the source. */
    balance_cents?: Cents;
  }>;
/** decisions 2.20: amounts are positive. */
export type OutsideMemo = OutsideMoney &
  Readonly<{
    document_number: string | null;
    customer: OutsideParty | null;
    gross_cents: Cents;
    net_cents: Cents;
    booking_date: Day;
    /** The money was refunded with the memo. */
    refunded?: true;
  }>;
/**
 * decisions 2.15, 2.27. `lines`: the amounts that settle each invoice; `credits`: the credit memos it applies to them; `others`: everything
 * else it applies to. `applied_cents`: the applied part of the money, if the lines include more than money. A negative amount, with
 * negative lines, is money refunded without a credit memo, such as a lost dispute.
 */
export type OutsidePayment = OutsideMoney &
  Readonly<{
    customer: OutsideParty | null;
    amount_cents: Cents;
    received_on: Day;
    method: string;
    reference: string | null;
    lines: readonly Readonly<{ invoice: string; amount_cents: Cents }>[];
    credits: readonly Readonly<{ memo: string; amount_cents: Cents }>[];
    others?: readonly Readonly<{ means: string; amount_cents: Cents }>[];
    applied_cents?: Cents;
  }>;

/** Each kind is compared, and accepted as deleted, separately. */
export type VanishedKind = 'invoice' | 'sales_receipt' | 'credit_memo' | 'refund' | 'payment';
/** Records missing in their source. `missing` of `known`: counts that look like an accident; 0 if they do not. */
export type Vanished = ExternalFact & Readonly<{ of: VanishedKind; missing: number; known: number }>;

/** Facts that connectors send, by kind; each kind has its sink in sinks/. */
export type FactsByKind = {
  customer: OutsideCustomer;
  event: RowFact & Readonly<{ event: ScheduleRow['event'] | null }>;
  ledgerLine: RowFact & Readonly<{ line: LedgerRow | null; others?: readonly OtherLine[] }>;
  sheetRows: SheetLedgerRows;
  shift: ExternalFact & SlingFact;
  shiftSpan: ShiftSpan;
  shiftReview: ShiftReview;
  crmStages: ExternalFact & Readonly<{ stages: readonly CrmStage[] }>;
  deal: CrmDeal;
  dealGone: ExternalFact;
  bankTransaction: OutsideBankTransaction;
  /** The bank no longer reports it. */
  bankTransactionGone: ExternalFact;
  invoice: OutsideInvoice;
  credit_memo: OutsideMemo;
  payment: OutsidePayment;
  vanished: Vanished;
};
export type FactKind = keyof FactsByKind;
export type FactOf<Kind extends FactKind> = Readonly<{ kind: Kind }> & FactsByKind[Kind];
/** One fact from an external system, in the domain's terms. */
export type Fact = { [Kind in FactKind]: FactOf<Kind> }[FactKind];
