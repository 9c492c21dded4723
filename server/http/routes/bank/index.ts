import type { Route } from '../../app.types.ts';
import { bankRules } from './bankRules.ts';
import { decideBankTransaction } from './decideBankTransaction.ts';
import { getBankTransaction } from './getBankTransaction.ts';
import { listBankTransactions } from './listBankTransactions.ts';

export const bankRoutes: readonly Route[] = [bankRules, decideBankTransaction, getBankTransaction, listBankTransactions];
