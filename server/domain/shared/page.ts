/** The rows of a page and the cursor of the next one; null on the last page. */
export type Page<Row> = Readonly<{ rows: readonly Row[]; cursor: string | null }>;

/**
 * A page of `limit` rows; one extra row is read to tell whether there is a next page.
 * @param read returns at most the given number of rows
 * @param cursorAfter the cursor of the page after this row
 */
export const readPage = async <Row>(
  limit: number,
  read: (maxRows: number) => Promise<readonly Row[]>,
  cursorAfter: (last: Row) => string,
): Promise<Page<Row>> => {
  const pageRows = await read(limit + 1);
  const rows = pageRows.slice(0, limit);
  const last = rows.at(-1);
  return { rows, cursor: last !== undefined && pageRows.length > limit ? cursorAfter(last) : null };
};
