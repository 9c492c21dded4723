import { describe, expect, it } from 'vitest';
import { createEvents } from '../../src/services/events.ts';
import type { Http } from '../../src/services/http.ts';

/** `many` pages of two events each. */
const provider = (many: number) => {
  const cursors: (string | undefined)[] = [];
  const http = (async (_path: string, { query }: { query: { cursor?: string } }) => {
    cursors.push(query.cursor);
    const pageIndex = Number(query.cursor ?? 0);
    return {
      data: [{ id: `${pageIndex}-a` }, { id: `${pageIndex}-b` }],
      pagination: { cursor: pageIndex + 1 < many ? String(pageIndex + 1) : null, limit: 2, total: null },
    };
  }) as unknown as Http;
  return { asked: cursors, page: createEvents(http).page };
};
const first = { question: { start_date: '2026-11-01', end_date: '2026-11-30' }, cursor: null, limit: 2 };

describe('the first load of the events', () => {
  it('is one page', async () => {
    const { asked: cursors, page } = provider(9);
    expect((await page(first)).data.map(({ id }) => id)).toEqual(['0-a', '0-b']);
    expect(cursors).toEqual([undefined]);
  });

  it('continues to the row that an address opens', async () => {
    const { asked: cursors, page } = provider(9);
    const read = await page({ ...first, until: '2-a' });
    expect(read.data.map(({ id }) => id)).toEqual(['0-a', '0-b', '1-a', '1-b', '2-a', '2-b']);
    expect([cursors, read.pagination.cursor]).toEqual([[undefined, '1', '2'], '3']);
  });

  it('looks for a missing row in at most a thousand rows', async () => {
    const { asked: cursors, page } = provider(9000);
    expect((await page({ ...first, until: 'gone' })).data).toHaveLength(1000);
    expect(cursors).toHaveLength(500);
  });
});
