import { fullName } from '../../../contract/entities/user.ts';
import { nameKey } from '../../../contract/rules/imports/names.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PartCredit } from '../../db/repositories/connections/outsideMemos.ts';
import type { KnownInvoice, Settled, Taken } from '../../db/repositories/imports/importedFacts.ts';
import type { FirstRow } from '../../db/repositories/imports/importRows.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { isBeforeBooks } from '../plans/books.ts';
import { currentConfig } from '../plans/config.ts';
import { type MayBeCredited, mayBeCredited } from '../shared/mayBeCredited.ts';
import type { ReadRow } from './readRow.ts';

/** Who a name or an address can mean, and on which days they may be credited; before the books begin that makes no commission, so anybody may. */
export type Directory = Readonly<{
  byEmail: ReadonlyMap<string, number>;
  /** By `fullNameKey`. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** By `nameKey`, what somebody said that a text means. */
  byText: ReadonlyMap<string, number>;
  mayBeCredited: MayBeCredited;
}>;
/** The importer of a file. `isPaidFor`: a sale of this person on a day pays them too, as the seller or as the manager. */
export type ImportAuthor = Readonly<{ id: number; hasTeams: boolean; isPaidFor: MayBeCredited }>;

/** What is there already that decides about some rows. */
export type Known = Readonly<{
  invoices: ReadonlyMap<string, KnownInvoice>;
  first: ReadonlyMap<string, FirstRow>;
  /** By id, of those that these rows take something from: originals of memos, and what would become less. */
  settled: ReadonlyMap<number, Settled>;
  /** What settles memos that are here, by their id. */
  credits: ReadonlyMap<number, PartCredit>;
  /** What memos before this one in the file take back more than is written, by the id of their original. */
  taken: ReadonlyMap<number, Taken>;
  /** Originals that the file tells of, as they will be, by number: where a preview asks. */
  arriving: ReadonlyMap<string, KnownInvoice>;
  people: Directory;
  /** Rows that credit whoever imports the file wait for another person (decisions 3.06). */
  author: ImportAuthor | null;
  /** Invoices that are here and credit whoever imports the file. */
  own: ReadonlySet<number>;
  connectionId: number;
  closedMonths: ReadonlySet<Day>;
  /** The first day of the books; null: from the beginning (decisions 2.12). */
  booksBegin: Day | null;
  /** The company's day. */
  today: Day;
}>;

export const readDirectory = async (within: Pick<Repositories, 'config' | 'users' | 'importNames'>): Promise<Directory> => {
  const everybody = await within.users.known();
  const byName = new Map<string, number[]>();
  for (const user of everybody) {
    const name = nameKey(fullName(user));
    byName.set(name, [...(byName.get(name) ?? []), user.id]);
  }
  const current = await currentConfig(within);
  const maySell = await mayBeCredited(within);
  return {
    byEmail: new Map(everybody.map(({ email_key, id }) => [email_key, id])),
    byName,
    byText: new Map((await within.importNames.all()).map(({ text_key, user_id }) => [text_key, user_id])),
    mayBeCredited: (userId, day) => isBeforeBooks(current, day) || maySell(userId, day),
  };
};

const numbersIn = (rows: readonly ReadRow[]): string[] => [
  ...new Set(rows.flatMap(({ number, original }) => [number, original]).filter((one): one is string => one !== null)),
];

/** Those of which it matters what they received, and what was credited of them. */
const lessened = (rows: readonly ReadRow[], invoices: ReadonlyMap<string, KnownInvoice>): number[] => [
  ...new Set(
    rows.flatMap(({ number, original, gross, meaning }) => {
      const [own, credited] = [invoices.get(number ?? ''), invoices.get(original ?? '')];
      const isLess = meaning === 'invalid' || (gross !== null && gross < (own?.gross_cents ?? 0));
      return [...(own && isLess ? [own.id] : []), ...(credited ? [credited.id] : [])];
    }),
  ),
];

/** Reads what decides about these rows, in a few statements whatever their number. */
export const readKnown = async (
  within: Pick<Repositories, 'importRows' | 'importedFacts' | 'outsideMemos'>,
  runId: number,
  rows: readonly ReadRow[],
  constant: Pick<Known, 'author' | 'people' | 'connectionId' | 'closedMonths' | 'booksBegin' | 'today'>,
  locks: boolean,
): Promise<Known> => {
  const numbers = numbersIn(rows);
  // Credits before invoices, as a person's step of a payment locks them.
  const memos = await within.importedFacts.memosNumbered(rows.flatMap(({ number }) => number ?? []));
  const credits = await within.outsideMemos.credits(memos, locks);
  const [found, first] = [await within.importedFacts.invoices(numbers, locks), await within.importRows.firstOf(runId, numbers)];
  const invoices = new Map(found.map((row) => [row.invoice_number, row]));
  const settled = await within.importedFacts.settled(lessened(rows, invoices));
  const { author } = constant;
  const ids = found.map(({ id }) => id);
  const own = author === null ? [] : await within.importedFacts.creditedTo(author.id, ids, author.hasTeams);
  return {
    ...constant,
    own: new Set(own),
    invoices,
    settled: new Map(settled.map((row) => [row.id, row])),
    credits: new Map(credits.map((row) => [row.memo_id, row])),
    taken: new Map(),
    first: new Map(first.map((row) => [row.key, row])),
    arriving: new Map(),
  };
};
