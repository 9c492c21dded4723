import { fill, messages } from '../../../contract/messages.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { refusedForm } from '../shared/problem.ts';

const PREFIX = 'INV-';
const MEMO_PREFIX = 'CM-';
const UNIQUE = '23505';
type Within = Pick<Repositories, 'invoiceRows'>;

/** The number that comes next; nobody holds it. */
export const nextNumber = async ({ invoiceRows }: Within): Promise<string> => `${PREFIX}${await invoiceRows.nextNumber(PREFIX, false)}`;

/** The next number for the invoice that is being made: whoever makes another one waits. */
const takeNext = async ({ invoiceRows }: Within): Promise<string> => {
  const number = await invoiceRows.nextNumber(PREFIX, true);
  await invoiceRows.takeNumber(number);
  return `${PREFIX}${number}`;
};

const taken = async (within: Within) =>
  refusedForm({ invoice_number: fill(messages.invoiceForm.numberTaken, { next: await nextNumber(within) }) });

/** @param besides the invoice that may keep its own @throws Problem 422 naming invoice_number */
export const checkNumber = async (within: Within, wanted: string, besides: number): Promise<void> => {
  if (await within.invoiceRows.isTaken(wanted, besides)) throw await taken(within);
};

/** The number that was typed, else the next free one. @throws Problem 422 naming invoice_number */
export const numberFor = async (within: Within, wanted: string | null): Promise<string> => {
  if (wanted === null) return takeNext(within);
  if (await within.invoiceRows.isTaken(wanted, null)) throw await taken(within);
  return wanted;
};

/** `CM-` and the number of the invoice; of the second one with a number of its own. */
export const memoNumber = async ({ invoiceRows }: Within, original: string): Promise<string> => {
  const stem = `${MEMO_PREFIX}${original}`;
  for (let count = 1; ; count += 1) {
    const number = count === 1 ? stem : `${stem}-${count}`;
    if (!(await invoiceRows.isTaken(number, null))) return number;
  }
};

/** When two people take the same number at once, the second is refused as if the number had been taken before. */
export const withNumber = <T>(within: Within, work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
    throw code === UNIQUE && (constraint ?? '').includes('invoice_number') ? await taken(within) : error;
  });
