import type { OpeningPosition } from '../../../contract/entities/openingPosition.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { booksBegin } from '../plans/books.ts';
import { currentConfig } from '../plans/config.ts';
import type { Services } from '../shared/services.ts';

/** Commission paid before Quotaboard, and older invoices whose money may still arrive (decisions 2.31). */
export const readOpeningPosition = async ({ store }: Pick<Services, 'store'>): Promise<OpeningPosition> => {
  const first = booksBegin(await currentConfig(store));
  const older = first === null ? { invoices: 0, open: 0 } : await store.openingPosition.olderInvoices(first);
  const paid = await store.openingPosition.paid();
  return {
    books_begin_on: first,
    older: { invoices: older.invoices, open: fromCents(older.open) },
    paid: { people: paid.people, amount: fromCents(paid.amount), above: fromCents(paid.above) },
    draws: { people: paid.draw_people, amount: fromCents(paid.draws) },
  };
};
