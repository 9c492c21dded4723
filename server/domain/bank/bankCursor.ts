import { bankDirections, bankStates } from '../../../contract/entities/bank.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { BankFilter, BankKey } from '../../db/repositories/bank/transactionsPage.ts';
import { cursorOf, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';

export const bankCursor = cursorOf<BankFilter, BankKey>('bank-1', {
  question: {
    state: nullOr(isOneOf(['open', ...bankStates])),
    direction: nullOr(isOneOf(bankDirections)),
    from: nullOr(isDay),
    to: nullOr(isDay),
    search: nullOr(isText),
  },
  after: { day: isDay, id: isRowId },
});
