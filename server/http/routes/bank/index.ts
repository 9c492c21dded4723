import type { Route } from '../../app.types.ts';
import { bankRulesRoute } from './bankRules.ts';
import { decideBankTransactionRoute } from './decideBankTransaction.ts';
import { getBankTransactionRoute } from './getBankTransaction.ts';
import { listBankTransactionsRoute } from './listBankTransactions.ts';

export const bankRoutes: readonly Route[] = [
  bankRulesRoute,
  decideBankTransactionRoute,
  getBankTransactionRoute,
  listBankTransactionsRoute,
];
