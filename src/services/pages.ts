import type { Pagination } from '../../contract/entities/common.ts';
import { limits } from '../../contract/limits.ts';

type Asked = Readonly<{ question: Readonly<Record<string, string>>; cursor: string | null; limit: number }>;

/** Every row that a question finds, page after page of the largest size. */
export const readAllPages = async <Row>(
  page: (asked: Asked) => Promise<{ data: readonly Row[]; pagination: Pagination }>,
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
