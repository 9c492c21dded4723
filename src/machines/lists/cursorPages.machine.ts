import { assign, fromPromise, setup } from 'xstate';
import type { Pagination } from '../../../contract/entities/common.ts';
import { failureOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';
import { isSameQuestion } from './sameQuestion.ts';

/** What is asked, as the list's own query; null asks nothing yet. */
export type Question = Readonly<Record<string, string>>;
export type Page = Readonly<{ data: readonly unknown[]; pagination: Pagination; summary?: unknown }>;

type Context = {
  question: Question | null;
  pageSize: number;
  cursor: string | null;
  /** Cursors of the pages before this one, first page first. */
  history: (string | null)[];
  page: Page | null;
  /** The question that `page` answers, and how many pages came before it. */
  answered: Readonly<{ question: Question | null; before: number }>;
  error: string | null;
  fallback: string;
};

type Events =
  | { type: 'question.changed'; question: Question | null }
  | { type: 'size.changed'; pageSize: number }
  | { type: 'sort.changed' }
  | { type: 'page.next' }
  | { type: 'page.previous' }
  | { type: 'page.retry' }
  | { type: 'page.reload' };

/**
 * A list read page by page with cursors and a history stack (spec 4.05, 7.20).
 * Normal path: waiting → loading → shown; Next pushes the current cursor and moves to the returned one, Previous pops.
 * While what is held answers another question it is `stale`.
 * Never: show a late answer to an old question (reenter stops it), or stay on a page of another question, sort or size.
 */
export const cursorPagesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { question: Question | null; pageSize: number; fallback: string },
    tags: {} as 'busy' | 'stale',
  },
  actors: {
    loadPage: fromPromise<Page, { question: Question; cursor: string | null; limit: number }>(missing('loadPage')),
  },
  guards: {
    hasQuestion: ({ context }) => context.question !== null,
    asksSomething: (_, params: { question: Question | null }) => params.question !== null,
    isOtherSize: ({ context }, params: { pageSize: number }) => params.pageSize !== context.pageSize,
    isAnswered: ({ context: { answered, question } }) => isSameQuestion(answered.question, question),
    hasNext: ({ context }) => context.page !== null && context.page.pagination.cursor !== null,
    hasPrevious: ({ context }) => context.history.length > 0,
  },
  actions: {
    ask: assign({ question: (_, params: { question: Question | null }) => params.question, cursor: null, history: [] }),
    resize: assign({ pageSize: (_, params: { pageSize: number }) => params.pageSize, cursor: null, history: [] }),
    rewind: assign({ cursor: null, history: [] }),
    forward: assign(({ context }) => ({
      history: [...context.history, context.cursor],
      cursor: context.page?.pagination.cursor ?? null,
    })),
    back: assign(({ context }) => ({ history: context.history.slice(0, -1), cursor: context.history.at(-1) ?? null })),
    keepPage: assign(({ context }, params: { page: Page }) => ({
      page: params.page,
      answered: { question: context.question, before: context.history.length },
      error: null,
    })),
    /** What answers another question is never shown under this one. */
    keepError: assign(({ context }, params: { error: unknown }) => ({
      error: failureOf({ ...params, fallback: context.fallback }).message,
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
    page: null,
    answered: { question: null, before: 0 },
    error: null,
    fallback: input.fallback,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'hasQuestion', target: 'loading' }, { target: 'waiting' }] },
    waiting: {},
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ question: context.question ?? {}, cursor: context.cursor, limit: context.pageSize }),
        onDone: { target: 'shown', actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'failed', actions: ofError('keepError') },
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isAnswered', target: 'refreshing' }, { target: 'replacing' }] },
        refreshing: {},
        // What is held answers another question: it may stand under this one's name nowhere.
        replacing: { tags: 'stale' },
      },
    },
    shown: {
      on: {
        'page.next': { guard: 'hasNext', target: 'loading', actions: 'forward' },
        'page.previous': { guard: 'hasPrevious', target: 'loading', actions: 'back' },
      },
    },
    failed: {
      on: {
        'page.retry': 'loading',
        'page.previous': { guard: 'hasPrevious', target: 'loading', actions: 'back' },
      },
    },
  },
  on: {
    'question.changed': [
      {
        guard: ofEvent('asksSomething'),
        target: '.loading',
        reenter: true,
        actions: ofEvent('ask'),
      },
      { target: '.waiting', actions: [ofEvent('ask'), 'forgetPage'] },
    ],
    'size.changed': {
      guard: ofEvent('isOtherSize'),
      target: '.deciding',
      actions: ofEvent('resize'),
    },
    // What is shown was changed elsewhere: the same page is read again.
    'page.reload': { guard: 'hasQuestion', target: '.loading', reenter: true },
    // A local sort on the first page needs no call.
    'sort.changed': { guard: 'hasPrevious', target: '.loading', reenter: true, actions: 'rewind' },
  },
});
