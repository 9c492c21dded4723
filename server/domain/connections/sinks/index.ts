import { cancelRemovedBankTransactions, importBankTransactions } from './bankTransactions.ts';
import { endDeletedDeals, importCrmStages, importDeals } from './crmDeals.ts';
import { importCustomers } from './customers.ts';
import { importInvoices } from './invoices.ts';
import { importLedgerLines } from './ledgerLines.ts';
import { importMemos } from './memos.ts';
import { importPayments } from './payments.ts';
import { importEvents } from './sheetEvents.ts';
import { importSheetRows } from './sheetRows.ts';
import { applyShiftReviews, importShifts, reconcileShiftWindows } from './shifts.ts';
import type { Sinks } from './sink.ts';
import { deleteOrHoldVanished } from './vanished.ts';

export type { HeldFact, ImportContext, SinkResult } from './sink.ts';

/** The importer for each kind of fact. */
export const sinks: Sinks = {
  customer: importCustomers,
  event: importEvents,
  ledgerLine: importLedgerLines,
  sheetRows: importSheetRows,
  shift: importShifts,
  shiftSpan: reconcileShiftWindows,
  shiftReview: applyShiftReviews,
  crmStages: importCrmStages,
  deal: importDeals,
  dealGone: endDeletedDeals,
  bankTransaction: importBankTransactions,
  bankTransactionGone: cancelRemovedBankTransactions,
  invoice: importInvoices,
  credit_memo: importMemos,
  payment: importPayments,
  vanished: deleteOrHoldVanished,
};
