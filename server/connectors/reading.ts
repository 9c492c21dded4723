import type { Connected, SyncPage } from '../domain/connections/connector.ts';
import type { Fact } from '../domain/connections/facts.ts';
import { plusMs } from '../domain/shared/clock.ts';
import { type Answer, idOf, sortByKind } from './answers.ts';

/** Number of changed objects read before they are imported together. */
const BATCH_ROWS = 50;

/** A page of a list. `after`: the position before it, such as a row id or a page number; null for the first page. */
export type ListPosition<List> = Readonly<{ list: List; after: string | null }>;
/** `after`: the position before the next page; null on the last page. */
type ReadPage = Readonly<{ facts: readonly Fact[]; after: string | null }>;

type RowsPage<Row> = Readonly<{ rows: readonly Row[]; hasMore: boolean }>;

/** All rows of a list. @param read returns the page after a row */
export const readAllRows = async <Row>(read: (last: Row | undefined) => Promise<RowsPage<Row>>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await read(rows.at(-1));
    rows.push(...page.rows);
    hasMore = page.hasMore;
  }
  return rows;
};

/** Reads the facts of rows one row at a time. */
const readFacts = async <Row>(rows: readonly Row[], factsOf: (row: Row) => Promise<readonly Fact[]>): Promise<Fact[]> => {
  const facts: Fact[] = [];
  for (const row of rows) facts.push(...(await factsOf(row)));
  return sortByKind(facts);
};

/** Reads lists in order, page by page. `next`: where to continue; null after the last page of the last list. */
export async function* readLists<List>(
  { signal }: Pick<Connected, 'signal'>,
  lists: readonly List[],
  from: ListPosition<List>,
  read: (position: ListPosition<List>) => Promise<ReadPage>,
): AsyncGenerator<Readonly<{ facts: readonly Fact[]; next: ListPosition<List> | null }>> {
  for (let position: ListPosition<List> | null = from; position; ) {
    signal?.throwIfAborted();
    const { facts, after }: ReadPage = await read(position);
    const list: List | undefined = after === null ? lists[lists.indexOf(position.list) + 1] : position.list;
    position = list === undefined ? null : { list, after };
    yield { facts, next: position };
  }
}

/**
 * A source with lists of objects, which have ids, and a history of changes. `now`: by the vendor's clock, which also dates its changes.
 * Changes are available for `lookBackMs`; a change may be reported `overlapMs` after its time. `lists`: in import order. `page`: the rows
 * after an id. `changes`: objects that changed since an instant. `read`: an object's current state; null if it should not be imported.
 */
export type ListedSource<List extends string> = Readonly<{
  now: () => Promise<Date>;
  lookBackMs: number;
  overlapMs: number;
  lists: readonly [List, ...List[]];
  page: (list: List, after: string | null) => Promise<RowsPage<Answer>>;
  changes: (since: string) => Promise<readonly (readonly [List, id: string])[]>;
  read: (list: List, id: string) => Promise<Answer | null>;
  factsOf: (list: List, row: Answer) => Promise<readonly Fact[]>;
}>;
/** `since`: from when changes are read; with a place, the lists are read first. */
export type ListedCheckpoint<List> = Readonly<{ since: string }> & Partial<ListPosition<List>>;
/** Each object once, in the order of the lists. */
const sortByList = <List>(lists: readonly List[], changed: readonly (readonly [List, string])[]) =>
  [...new Map(changed.map((change) => [change.join(), change])).values()].sort(([a], [b]) => lists.indexOf(a) - lists.indexOf(b));

/** Reads everything at first, or after a pause longer than the history covers, and otherwise the objects that changed. */
export async function* syncListed<List extends string>(
  connected: Pick<Connected, 'signal'>,
  { lists, page, changes, read, factsOf, ...clock }: ListedSource<List>,
  checkpoint: ListedCheckpoint<List> | null,
): AsyncGenerator<SyncPage> {
  const now = await clock.now();
  const next = plusMs(now, -clock.overlapMs).toISOString();
  const isOld = checkpoint !== null && Date.parse(checkpoint.since) < now.getTime() - clock.lookBackMs;
  const start: ListedCheckpoint<List> = checkpoint === null || isOld ? { list: lists[0], after: null, since: next } : checkpoint;
  const { since, list, after = null } = start;
  const readPage = async (position: ListPosition<List>): Promise<ReadPage> => {
    const { rows, hasMore } = await page(position.list, position.after);
    return { facts: await readFacts(rows, (row) => factsOf(position.list, row)), after: hasMore ? idOf(rows.at(-1)?.id) : null };
  };
  if (list !== undefined)
    for await (const { facts, next: position } of readLists(connected, lists, { list, after }, readPage))
      yield { facts, checkpoint: { ...position, since } };
  const changed = sortByList(lists, await changes(since));
  for (let from = 0; from < changed.length; from += BATCH_ROWS) {
    connected.signal?.throwIfAborted();
    const facts = await readFacts(changed.slice(from, from + BATCH_ROWS), async ([name, id]) => {
      const row = await read(name, id);
      return row ? factsOf(name, row) : [];
    });
    yield { facts, checkpoint: { since } };
  }
  yield { facts: [], checkpoint: { since: next } };
}
