import { cursorPagesMachine } from '../../../src/machines/lists/cursorPages.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const question = { start_date: '2026-11-01', end_date: '2026-11-21' };
export const pageTo = (cursor: string | null, rows = 1) => ({
  data: Array.from({ length: rows }, (_, row) => ({ id: `${cursor}-${row}` })),
  pagination: { cursor, limit: 10, total: null },
});

export const cursorPages: MachineCases<typeof cursorPagesMachine> = {
  machine: cursorPagesMachine,
  inputs: [
    { question, pageSize: 10, fallback: 'Failed' },
    { question: null, pageSize: 10, fallback: 'Failed' },
    { question, pageSize: 10, fallback: 'Failed', page: 2 },
  ],
  cases: {
    'question.changed': [{ question: { ...question, status: 'due' } }, { question: null }],
    'size.changed': ({ context }) => [{ pageSize: context.pageSize === 10 ? 25 : 10 }],
    'sort.changed': [{}],
    // Two pages are enough to go forward, back, and forward again.
    'page.next': ({ context }) => (context.history.length < 2 ? [{}] : []),
    'page.previous': [{}],
    'page.go': [{ page: 1 }, { page: 3 }],
    'page.retry': [{}],
    'page.reload': [{}],
    'xstate.done.actor.loadPage': ({ context }) => [{ output: pageTo(`c${context.history.length + 1}`) }, { output: pageTo(null) }],
    'xstate.error.actor.loadPage': [{ error: { status: 500, data: { message: 'no' } } }],
  },
  project: ({ question, history, target, page, error }) => [
    question !== null,
    history.length,
    target,
    page?.pagination.cursor != null,
    error,
  ],
};
