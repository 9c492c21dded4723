import { assign, fromPromise, setup } from 'xstate';
import type { Pagination } from '../../../contract/entities/common.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { isSameQuestion } from '../support/sameQuestion.ts';

/** The list's query parameters; a null question loads nothing. */
export type PageQuestion = Readonly<Record<string, string>>;
export type CursorPage<Row = unknown, Summary = unknown> = Readonly<{
  data: readonly Row[];
  pagination: Pagination;
  summary?: Summary | null;
}>;

type Context<Row, Summary> = {
  question: PageQuestion | null;
  pageSize: number;
  cursor: string | null;
  /** Cursors of the previous pages, first page first. */
  history: (string | null)[];
  /** The number of pages before the requested one, while stepping to it: cursors only lead from page to page. */
  target: number;
  page: CursorPage<Row, Summary> | null;
  /** The question that `page` belongs to, and the number of pages before it. */
  answered: Readonly<{ question: PageQuestion | null; before: number }>;
  error: string | null;
  fallback: string;
};

const firstPage = { cursor: null, history: [], target: 0 };

type Events =
  | { type: 'question.changed'; question: PageQuestion | null }
  | { type: 'size.changed'; pageSize: number }
  | { type: 'sort.changed' }
  | { type: 'page.next' }
  | { type: 'page.previous' }
  | { type: 'page.go'; page: number }
  | { type: 'page.retry' }
  | { type: 'page.reload' };

/** Types the machine below for specific rows and summaries. */
export const cursorPagesOf = <Row = unknown, Summary = unknown>() =>
  setup({
    types: {
      context: {} as Context<Row, Summary>,
      events: {} as Events,
      input: {} as { question: PageQuestion | null; pageSize: number; fallback: string; page?: number },
      tags: {} as 'busy' | 'stale',
    },
    actors: {
      loadPage: fromPromise<CursorPage<Row, Summary>, { question: PageQuestion; cursor: string | null; limit: number }>(
        missing('loadPage'),
      ),
    },
    guards: {
      hasQuestion: ({ context }) => context.question !== null,
      hasNewQuestion: (_, params: { question: PageQuestion | null }) => params.question !== null,
      isOtherSize: ({ context }, params: { pageSize: number }) => params.pageSize !== context.pageSize,
      isAnswered: ({ context: { answered, question } }) => isSameQuestion(answered.question, question),
      isBehind: ({ context }, params: { page: number }) => params.page - 1 < context.history.length,
      isAhead: ({ context }, params: { page: number }) =>
        context.question !== null && params.page - 1 > context.history.length && params.page - 1 !== context.target,
      isOnTheWay: ({ context }, params: { page: CursorPage<Row, Summary> }) =>
        context.history.length < context.target && params.page.pagination.cursor !== null,
      hasNext: ({ context }) => context.page !== null && context.page.pagination.cursor !== null,
      hasPrevious: ({ context }) => context.history.length > 0,
    },
    actions: {
      ask: assign({ question: (_, params: { question: PageQuestion | null }) => params.question, ...firstPage }),
      resize: assign({ pageSize: (_, params: { pageSize: number }) => params.pageSize, ...firstPage }),
      rewind: assign(firstPage),
      forward: assign(({ context }) => ({
        history: [...context.history, context.cursor],
        cursor: context.page?.pagination.cursor ?? null,
      })),
      back: assign(({ context }) => ({ history: context.history.slice(0, -1), cursor: context.history.at(-1) ?? null })),
      /** Skips a page on the way to the requested one. */
      skipPage: assign(({ context }, params: { page: CursorPage<Row, Summary> }) => ({
        history: [...context.history, context.cursor],
        cursor: params.page.pagination.cursor,
      })),
      seek: assign({ target: (_, params: { page: number }) => params.page - 1 }),
      backTo: assign(({ context }, params: { page: number }) => ({
        cursor: context.history[params.page - 1] ?? null,
        history: context.history.slice(0, params.page - 1),
        target: 0,
      })),
      arrive: assign({ target: 0 }),
      setPage: assign(({ context }, params: { page: CursorPage<Row, Summary> }) => ({
        page: params.page,
        answered: { question: context.question, before: context.history.length },
        error: null,
      })),
      /** Drops rows that belong to another question. */
      setError: assign(({ context }, params: { error: unknown }) => ({
        error: toFailure({ ...params, fallback: context.fallback }).message,
        page: isSameQuestion(context.answered.question, context.question) ? context.page : null,
      })),
      forgetPage: assign({ page: null, error: null }),
    },
  }).createMachine({
    id: 'cursorPages',
    context: ({ input }) => ({
      question: input.question,
      pageSize: input.pageSize,
      cursor: null,
      history: [],
      target: (input.page ?? 1) - 1,
      page: null,
      answered: { question: null, before: 0 },
      error: null,
      fallback: input.fallback,
    }),
    initial: 'deciding',
    states: {
      deciding: {
        description: 'Decision point: the list loads if it already knows what to show.',
        always: [{ guard: 'hasQuestion', target: 'loading' }, { target: 'waiting' }],
      },
      waiting: { description: "The list doesn't know yet what to show, so it loads nothing." },
      loading: {
        description: 'A page of rows is on its way.',
        tags: 'busy',
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context }) => ({ question: context.question ?? {}, cursor: context.cursor, limit: context.pageSize }),
          onDone: [
            {
              guard: { type: 'isOnTheWay', params: ({ event }) => ({ page: event.output }) },
              target: 'loading',
              reenter: true,
              actions: { type: 'skipPage', params: ({ event }) => ({ page: event.output }) },
            },
            { target: 'shown', actions: [{ type: 'setPage', params: ({ event }) => ({ page: event.output }) }, 'arrive'] },
          ],
          onError: { target: 'failed', actions: withError('setError') },
        },
        initial: 'deciding',
        states: {
          deciding: {
            description: 'Decision point: any rows on the screen match the current filters or earlier ones.',
            always: [{ guard: 'isAnswered', target: 'refreshing' }, { target: 'replacing' }],
          },
          refreshing: { description: 'The rows on the screen match the current filters and stay readable.' },
          replacing: {
            description: 'Any rows on the screen match earlier filters and stay dimmed until the new ones arrive.',
            tags: 'stale',
          },
        },
      },
      shown: {
        description: 'A page of rows is shown, with Next and Previous where there are more.',
        on: {
          'page.next': { guard: 'hasNext', target: 'loading', actions: 'forward' },
          'page.previous': { guard: 'hasPrevious', target: 'loading', actions: 'back' },
        },
      },
      failed: {
        description: "The page couldn't be loaded; the user can try again or go back.",
        on: {
          'page.retry': 'loading',
          'page.previous': { guard: 'hasPrevious', target: 'loading', actions: ['back', 'arrive'] },
        },
      },
    },
    on: {
      'question.changed': [
        {
          guard: withEvent('hasNewQuestion'),
          target: '.loading',
          reenter: true,
          actions: withEvent('ask'),
        },
        { target: '.waiting', actions: [withEvent('ask'), 'forgetPage'] },
      ],
      'size.changed': {
        guard: withEvent('isOtherSize'),
        target: '.deciding',
        actions: withEvent('resize'),
      },
      // A page from the URL, or Back to an earlier one.
      'page.go': [
        { guard: withEvent('isBehind'), target: '.loading', reenter: true, actions: withEvent('backTo') },
        { guard: withEvent('isAhead'), target: '.loading', reenter: true, actions: withEvent('seek') },
      ],
      // The data changed elsewhere: reloads the same page.
      'page.reload': { guard: 'hasQuestion', target: '.loading', reenter: true },
      // A local sort of the first page needs no request.
      'sort.changed': { guard: 'hasPrevious', target: '.loading', reenter: true, actions: 'rewind' },
    },
  });

/**
 * A list loaded page by page with cursors and a history stack (spec 4.05, 7.20).
 * Normal path: waiting → loading → shown; Next pushes the current cursor and moves to the returned one, Previous pops.
 * Never: show a late answer to an old question (reenter stops it), or stay on a page of another question, sort or size.
 */
export const cursorPagesMachine = cursorPagesOf();
