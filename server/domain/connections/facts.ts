import type { Day } from '../../../contract/rules/time/period.ts';
import type { CrmDeal, CrmStage } from '../../connectors/hubspot/hubspotDeals.ts';
import type { LedgerRow } from '../../connectors/sheets/ledgerRow.ts';
import type { ScheduleRow } from '../../connectors/sheets/scheduleRow.ts';
import type { SlingFact } from '../../connectors/sling/slingShifts.ts';
import type { BankFact } from '../bank/takeTransactions.ts';

/** Of every fact: its id there, and which version of it this is, where the system says. */
type Outside = Readonly<{ external_id: string; external_version?: string | null; updated_at?: string | null }>;

/** Somebody that invoices are for. `gone`: deleted there, or merged into another. */
export type OutsideCustomer = Outside & Readonly<{ name: string; email: string | null; gone: boolean }>;

/** What a row of a sheet could not be read by; the row waits. */
type UnreadRow = Readonly<{ code: string; column: string; shown: string }>;
type OfRow = Outside & Readonly<{ external_version: string; row: number; problem: UnreadRow | null; answer?: string }>;

/** Which rows a sheet has, told before they are taken over and after. `isWhole`: every row could be read. */
export type SheetRows = Outside & Readonly<{ keys: readonly string[]; phase: 'before' | 'after'; isWhole: boolean; answer?: string }>;
/** A window of days that was read whole; `ids` are its shifts, null where shifts are only matched again. */
export type ShiftSpan = Outside & Readonly<{ from: Day; until: Day; ids: readonly string[] | null }>;
/** A shift that may be of one of several events. */
export type ShiftReview = Outside &
  Readonly<{ shift_id: number; choices: readonly Readonly<{ value: string; label: string }>[]; answer?: string }>;
/** A transaction of a bank account; `read` is null where it has no amount or no day. */
export type OutsideBankTransaction = Outside & Readonly<{ read: BankFact | null }>;

/** What connectors tell, by kind of fact; each kind has its sink in sinks/. */
export type FactsByKind = {
  customer: OutsideCustomer;
  event: OfRow & Readonly<{ event: ScheduleRow['event'] | null }>;
  ledgerLine: OfRow & Readonly<{ line: LedgerRow | null }>;
  sheetRows: SheetRows;
  shift: Outside & SlingFact;
  shiftSpan: ShiftSpan;
  shiftReview: ShiftReview;
  crmStages: Outside & Readonly<{ stages: readonly CrmStage[] }>;
  deal: CrmDeal;
  dealGone: Outside;
  bankTransaction: OutsideBankTransaction;
  /** The bank knows it no longer. */
  bankTransactionGone: Outside;
};
export type FactKind = keyof FactsByKind;
export type FactOf<Kind extends FactKind> = Readonly<{ kind: Kind }> & FactsByKind[Kind];
/** One thing that an outside system told, in our words. */
export type Fact = { [Kind in FactKind]: FactOf<Kind> }[FactKind];
