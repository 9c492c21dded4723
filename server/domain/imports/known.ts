import { fullName } from '../../../contract/entities/user.ts';
import { personNameKey } from '../../../contract/rules/imports/names.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { TeamReach } from '../../db/repositories/commissions/teamReach.ts';
import type { PartCredit } from '../../db/repositories/connections/outsideMemos.ts';
import type { CreditedCents, KnownInvoice, SettledCents } from '../../db/repositories/imports/importedFacts.ts';
import type { FirstRow } from '../../db/repositories/imports/importRows.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { isBeforeBooks } from '../plans/books.ts';
import { currentConfig } from '../plans/config.ts';
import { createCreditCheck, type MayBeCredited } from '../shared/mayBeCredited.ts';
import type { ReadRow } from './readRow.ts';
import { documentKey } from './rowKeys.ts';

/**
 * Maps names and addresses to people, with the days on which they may be credited. Before the books begin anyone may be credited, because
 * that creates no commission.
 */
export type Directory = Readonly<{
  byEmail: ReadonlyMap<string, number>;
  /** Keyed by `fullNameKey`. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** Keyed by `personNameKey`: people that users assigned to a text. */
  byText: ReadonlyMap<string, number>;
  mayBeCredited: MayBeCredited;
}>;
/** The importer of a file. `isPaidFor`: true if a sale of this person on a day pays the importer, as the seller or manager. */
export type ImportAuthor = Readonly<{ id: number; reach: TeamReach; isPaidFor: MayBeCredited }>;

/** Existing data that affects the decisions on some rows. */
export type KnownRows = Readonly<{
  invoices: ReadonlyMap<string, KnownInvoice>;
  first: ReadonlyMap<string, FirstRow>;
  /** By invoice id, for invoices these rows reduce: originals of memos, and invoices that would become smaller. */
  settled: ReadonlyMap<number, SettledCents>;
  /** Settlements of existing memos, by memo id. */
  credits: ReadonlyMap<number, PartCredit>;
  /** Additional amounts reversed by earlier memos in the file and not yet written, by original id. */
  taken: ReadonlyMap<number, CreditedCents>;
  /** Ids of documents written by this run that an answer now excludes: receipts for a receipts file, otherwise invoices. */
  written: ReadonlySet<number>;
  /** In a preview: originals in the file as they would be written, by number. */
  arriving: ReadonlyMap<string, KnownInvoice>;
  people: Directory;
  /** Rows that credit the importer wait for another person (decisions 3.06). */
  author: ImportAuthor | null;
  /** Existing invoices that credit the importer. */
  ownInvoiceIds: ReadonlySet<number>;
  /** The user who runs or retries somebody else's import; rows that credit them are refused (decisions 3.06). */
  asker: ImportAuthor | null;
  /** Existing invoices that credit the asker. */
  askerInvoiceIds: ReadonlySet<number>;
  /**
   * True if the company is not live and nobody but the asker may import; then the asker may import payments to themselves from before
   * (decisions 2.31).
   */
  isSoleImporter: boolean;
  connectionId: number;
  closedMonths: ReadonlySet<Day>;
  /** The first day of the books; null if they have no start (decisions 2.12). */
  booksBegin: Day | null;
  /** Today in the company's time zone. */
  today: Day;
}>;

export const readDirectory = async (tx: Pick<Repositories, 'config' | 'users' | 'importNames'>): Promise<Directory> => {
  const everybody = await tx.users.known();
  const byName = new Map<string, number[]>();
  for (const user of everybody) {
    const name = personNameKey(fullName(user));
    byName.set(name, [...(byName.get(name) ?? []), user.id]);
  }
  const current = await currentConfig(tx);
  const maySell = await createCreditCheck(tx);
  return {
    byEmail: new Map(everybody.map(({ email_key, id }) => [email_key, id])),
    byName,
    byText: new Map((await tx.importNames.all()).map(({ text_key, user_id }) => [text_key, user_id])),
    mayBeCredited: (userId, day) => isBeforeBooks(current, day) || maySell(userId, day),
  };
};

const numbersIn = (rows: readonly ReadRow[]): string[] => [
  ...new Set(rows.flatMap(({ number, original }) => [number, original]).filter((one): one is string => one !== null)),
];

/** Ids of the invoices that these rows reduce: deciding them requires their receipts and credits. */
const reducedIds = (rows: readonly ReadRow[], invoices: ReadonlyMap<string, KnownInvoice>): number[] => [
  ...new Set(
    rows.flatMap(({ number, original, gross, meaning }) => {
      const [own, credited] = [invoices.get(number ?? ''), invoices.get(original ?? '')];
      const isReduced = meaning === 'invalid' || (gross !== null && gross < (own?.gross_cents ?? 0));
      return [...(own && isReduced ? [own.id] : []), ...(credited ? [credited.id] : [])];
    }),
  ),
];

/** Reads the data needed to decide these rows, in a constant number of queries. */
export const readKnown = async (
  tx: Pick<Repositories, 'importRows' | 'importedFacts' | 'outsideMemos'>,
  runId: number,
  rows: readonly ReadRow[],
  constant: Pick<KnownRows, 'author' | 'asker' | 'isSoleImporter' | 'people' | 'connectionId' | 'closedMonths' | 'booksBegin' | 'today'>,
  locks: boolean,
): Promise<KnownRows> => {
  const numbers = numbersIn(rows);
  // Credits before invoices, the same lock order as for a manual payment step.
  const memos = await tx.importedFacts.memosNumbered(rows.flatMap(({ number }) => number ?? []));
  const credits = await tx.outsideMemos.credits(memos, locks);
  const keys = [...new Set([...numbers, ...rows.flatMap((row) => documentKey(row) ?? [])])];
  const [foundInvoices, first] = [await tx.importedFacts.invoices(numbers, locks), await tx.importRows.firstOf(runId, keys)];
  const invoices = new Map(foundInvoices.map((row) => [row.invoice_number, row]));
  const settled = await tx.importedFacts.settled(reducedIds(rows, invoices));
  const ids = foundInvoices.map(({ id }) => id);
  const leftOut = rows.flatMap(({ role, number }) => (role === 'other' ? (invoices.get(number ?? '')?.id ?? []) : []));
  const readCreditedTo = async (user: ImportAuthor | null): Promise<ReadonlySet<number>> =>
    new Set(user === null ? [] : await tx.importedFacts.creditedTo(user.id, ids, user.reach));
  return {
    ...constant,
    ownInvoiceIds: await readCreditedTo(constant.author),
    askerInvoiceIds: await readCreditedTo(constant.asker),
    invoices,
    settled: new Map(settled.map((row) => [row.id, row])),
    credits: new Map(credits.map((row) => [row.memo_id, row])),
    taken: new Map(),
    written: new Set(await tx.importedFacts.writtenBy(runId, 'invoice', leftOut)),
    first: new Map(first.map((row) => [row.key, row])),
    arriving: new Map(),
  };
};
