import { takeBankTransactions, takeBankTransactionsGone } from './bankTransactions.ts';
import { takeCrmStages, takeDeals, takeGoneDeals } from './crmDeals.ts';
import { takeCustomers } from './customers.ts';
import { takeInvoices } from './invoices.ts';
import { takeLedgerLines } from './ledgerLines.ts';
import { takeMemos } from './memos.ts';
import { takePayments } from './payments.ts';
import { takeEvents } from './sheetEvents.ts';
import { takeSheetRows } from './sheetRows.ts';
import { takeShiftReviews, takeShiftSpans, takeShifts } from './shifts.ts';
import type { Sinks } from './sink.ts';
import { takeVanished } from './vanished.ts';

export type { HeldFact, SinkResult, Taking } from './sink.ts';

/** The importer for each kind of fact. */
export const sinks: Sinks = {
  customer: takeCustomers,
  event: takeEvents,
  ledgerLine: takeLedgerLines,
  sheetRows: takeSheetRows,
  shift: takeShifts,
  shiftSpan: takeShiftSpans,
  shiftReview: takeShiftReviews,
  crmStages: takeCrmStages,
  deal: takeDeals,
  dealGone: takeGoneDeals,
  bankTransaction: takeBankTransactions,
  bankTransactionGone: takeBankTransactionsGone,
  invoice: takeInvoices,
  credit_memo: takeMemos,
  payment: takePayments,
  vanished: takeVanished,
};
