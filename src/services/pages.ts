import type { Pagination } from '../../contract/entities/common.ts';
import { limits } from '../../contract/limits.ts';

/** A request for a page: the first without a cursor, later ones with the cursor of the previous page. */
export type PageRequest = Readonly<{ question: Readonly<Record<string, string>>; cursor: string | null; limit: number }>;

/** The totals of a list, which a large one loads apart from its rows. */
export type ListTotals<Summary> = Readonly<{ pagination: Pagination; summary?: Summary | null }>;

/** The query parameters of a page, for endpoints that take the cursor together with the question. */
export const toPageQuery = ({ question, cursor, limit }: PageRequest) => ({ ...question, ...(cursor === null ? {} : { cursor }), limit });

/** Loads every matching row, page by page with the maximum page size. */
export const readAllPages = async <Row>(
  page: (request: PageRequest) => Promise<{ data: readonly Row[]; pagination: Pagination }>,
  question: Readonly<Record<string, string>>,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const response: { data: readonly Row[]; pagination: Pagination } = await page({ question, cursor, limit: limits.list.maxLimit });
    rows.push(...response.data);
    cursor = response.pagination.cursor;
  } while (cursor !== null);
  return rows;
};
