import { fill, messages } from '../../../contract/messages.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { formProblem } from '../shared/problem.ts';

const PREFIX = 'INV-';
const MEMO_PREFIX = 'CM-';
const UNIQUE_VIOLATION = '23505';
type Repos = Pick<Repositories, 'invoiceRows'>;

/** The next free number, without reserving it. */
export const readNextNumber = async ({ invoiceRows }: Repos): Promise<string> => `${PREFIX}${await invoiceRows.nextNumber(PREFIX, false)}`;

/** Reserves the next number for a new invoice; concurrent ones wait. */
const reserveNumber = async ({ invoiceRows }: Repos): Promise<string> => {
  const number = await invoiceRows.nextNumber(PREFIX, true);
  await invoiceRows.takeNumber(number);
  return `${PREFIX}${number}`;
};

const createNumberTakenProblem = async (tx: Repos) =>
  formProblem({ invoice_number: fill(messages.invoiceFormText.numberTaken, { next: await readNextNumber(tx) }) });

/** @param ownId the invoice whose own number is allowed @throws Problem 422 naming invoice_number */
export const checkNumber = async (tx: Repos, number: string, ownId: number): Promise<void> => {
  if (await tx.invoiceRows.isTaken(number, ownId)) throw await createNumberTakenProblem(tx);
};

/** The entered number, or else the next free one. @throws Problem 422 naming invoice_number */
export const chooseInvoiceNumber = async (tx: Repos, requested: string | null): Promise<string> => {
  if (requested === null) return reserveNumber(tx);
  if (await tx.invoiceRows.isTaken(requested, null)) throw await createNumberTakenProblem(tx);
  return requested;
};

/** `CM-` and the invoice number, with a counter from the second memo on. */
export const nextMemoNumber = async ({ invoiceRows }: Repos, original: string): Promise<string> => {
  const base = `${MEMO_PREFIX}${original}`;
  for (let count = 1; ; count += 1) {
    const number = count === 1 ? base : `${base}-${count}`;
    if (!(await invoiceRows.isTaken(number, null))) return number;
  }
};

/** If two users take the same number at once, the second gets the same error as for a number already in use. */
export const withNumber = <T>(tx: Repos, work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
    throw code === UNIQUE_VIOLATION && (constraint ?? '').includes('invoice_number') ? await createNumberTakenProblem(tx) : error;
  });
