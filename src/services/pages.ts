import type { Pagination } from '../../contract/entities/common.ts';
import { limits } from '../../contract/limits.ts';

/** A page of what a question finds: the first without a cursor, the next ones with that of the page before. */
export type PageRequest = Readonly<{ question: Readonly<Record<string, string>>; cursor: string | null; limit: number }>;

/** A page as a query: where a cursor goes with its question. */
export const queryOf = ({ question, cursor, limit }: PageRequest) => ({ ...question, ...(cursor === null ? {} : { cursor }), limit });

/** Every row that a question finds, page after page of the largest size. */
export const readAllPages = async <Row>(
  page: (asked: PageRequest) => Promise<{ data: readonly Row[]; pagination: Pagination }>,
  question: Readonly<Record<string, string>>,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const answer: { data: readonly Row[]; pagination: Pagination } = await page({ question, cursor, limit: limits.list.maxLimit });
    rows.push(...answer.data);
    cursor = answer.pagination.cursor;
  } while (cursor !== null);
  return rows;
};
