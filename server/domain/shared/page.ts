/** Rows of a page, and where the next one goes on; `cursor` null on the last. */
export type Page<Row> = Readonly<{ rows: readonly Row[]; cursor: string | null }>;

/**
 * A page of `limit` rows: one more is read, because it says whether there is a next page.
 * @param read answers at most so many rows
 * @param cursorAfter the cursor of the page that begins after this row
 */
export const readPage = async <Row>(
  limit: number,
  read: (most: number) => Promise<readonly Row[]>,
  cursorAfter: (last: Row) => string,
): Promise<Page<Row>> => {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, cursor: last !== undefined && found.length > limit ? cursorAfter(last) : null };
};
