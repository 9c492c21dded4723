import { assign, fromPromise, setup } from 'xstate';
import type { Pagination } from '../../../contract/entities/common.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { isSameQuestion } from '../support/sameQuestion.ts';
import type { PageQuestion } from './cursorPages.machine.ts';

/** A row: its id, and optionally a version that increases with each change. */
export type ListItem = Readonly<{ id: string; version?: number | undefined }>;
type ListPage<Row, Summary> = Readonly<{ data: readonly Row[]; pagination: Pagination; summary?: Summary | null }>;

type Context<Row, Summary> = {
  question: PageQuestion | null;
  pageSize: number;
  items: readonly Row[];
  /** The question that `items` belong to. */
  answered: PageQuestion | null;
  /** The cursor of the next page; null after the last one. */
  cursor: string | null;
  total: number | null;
  /** The row that the first load must include, such as the row whose panel is in the URL. */
  until: string | null;
  /** The summary of the whole list, from the first page. */
  summary: Summary | null;
  error: string | null;
  fallback: string;
};

type Events<Row> =
  | { type: 'question.changed'; question: PageQuestion | null }
  | { type: 'list.more' }
  | { type: 'list.retry' }
  | { type: 'list.reload' }
  | { type: 'item.replace'; id: string; item: Row };

const emptyList = { items: [], answered: null, cursor: null, total: null, summary: null };

/** Keeps saved rows that are newer than the response, which may have been requested before the save. */
const preferNewer = <Row extends ListItem>(current: readonly Row[], incoming: readonly Row[]): readonly Row[] => {
  const heldById = new Map(current.map((item) => [item.id, item]));
  return incoming.map((item) => {
    const heldItem = heldById.get(item.id);
    return heldItem && (heldItem.version ?? 0) > (item.version ?? 0) ? heldItem : item;
  });
};

/** A row that moved between two pages appears once, in its first position with its latest data. */
const appendRows = <Row extends ListItem>(items: readonly Row[], added: readonly Row[]): readonly Row[] => {
  const addedById = new Map(added.map((item) => [item.id, item]));
  const updated = items.map((item) => {
    const newerItem = addedById.get(item.id);
    addedById.delete(item.id);
    return newerItem ?? item;
  });
  return [...updated, ...addedById.values()];
};

/** Types the machine below for specific rows and summaries. */
export const infiniteListOf = <Row extends ListItem = ListItem, Summary = unknown>() =>
  setup({
    types: {
      context: {} as Context<Row, Summary>,
      events: {} as Events<Row>,
      input: {} as { question: PageQuestion | null; pageSize: number; fallback: string; until?: string | null },
      tags: {} as 'busy' | 'stale',
    },
    actors: {
      /** `loadedCount`: the number of rows on the screen; a reload from the start should cover them and the row `until`. */
      loadPage: fromPromise<
        ListPage<Row, Summary>,
        { question: PageQuestion; cursor: string | null; limit: number; loadedCount: number; until: string | null }
      >(missing('loadPage')),
    },
    guards: {
      hasQuestion: ({ context }) => context.question !== null,
      hasNewQuestion: (_, params: { question: PageQuestion | null }) => params.question !== null,
      isAnswered: ({ context }) => isSameQuestion(context.answered, context.question),
      hasMore: ({ context }) => context.cursor !== null,
      /** Responses for one row may arrive out of order; an older one must not revert the row. */
      isNewest: ({ context }, params: { id: string; item: ListItem }) =>
        context.items.some(({ id, version }) => id === params.id && (version ?? 0) <= (params.item.version ?? 0)),
      /** Without versions, it is unknown whether the saved row or the one being loaded is newer. */
      isShownUnversioned: ({ context }, params: { item: ListItem }) =>
        params.item.version === undefined && context.items.some(({ id }) => id === params.item.id),
    },
    actions: {
      ask: assign((_, params: { question: PageQuestion | null }) => ({
        question: params.question,
        cursor: null,
        error: null,
        until: null,
      })),
      rewind: assign({ cursor: null, error: null }),
      forgetError: assign({ error: null }),
      forgetAll: assign(emptyList),
      setFirst: assign(({ context }, { page }: { page: ListPage<Row, Summary> }) => ({
        items: preferNewer(context.items, page.data),
        answered: context.question,
        cursor: page.pagination.cursor,
        total: page.pagination.total,
        summary: page.summary ?? null,
        until: null,
      })),
      setMore: assign(({ context }, { page }: { page: ListPage<Row, Summary> }) => ({
        items: appendRows(context.items, preferNewer(context.items, page.data)),
        cursor: page.pagination.cursor,
        total: page.pagination.total ?? context.total,
      })),
      setError: assign({
        error: ({ context }, params: { error: unknown }) => toFailure({ ...params, fallback: context.fallback }).message,
      }),
      /** Drops rows that belong to another question. */
      forgetOthers: assign(({ context }) => (isSameQuestion(context.answered, context.question) ? {} : emptyList)),
      /** Adjusts the summary's counts for a changed row; provided only if the summary counts rows. */
      recount: assign((_: unknown, _params: { before: Row | undefined; after: Row }) => ({})),
      replace: assign({
        items: ({ context }, params: { id: string; item: Row }) =>
          context.items.map((item) => (item.id === params.id ? params.item : item)),
      }),
    },
  }).createMachine({
    id: 'infiniteList',
    context: ({ input }) => ({ until: null, ...input, ...emptyList, error: null }),
    initial: 'deciding',
    states: {
      deciding: {
        description: 'Decision point: the list loads if it already knows what to show.',
        always: [{ guard: 'hasQuestion', target: 'loadingFirst' }, { target: 'waiting' }],
      },
      waiting: { description: "The list doesn't know yet what to show, so it loads nothing." },
      loadingFirst: {
        description: 'The list is loaded from its start.',
        tags: 'busy',
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context }) => ({
            question: context.question ?? {},
            cursor: null,
            limit: context.pageSize,
            loadedCount: isSameQuestion(context.answered, context.question) ? context.items.length : 0,
            until: context.until,
          }),
          onDone: { target: 'shown', actions: { type: 'setFirst', params: ({ event }) => ({ page: event.output }) } },
          onError: {
            target: 'failedFirst',
            actions: [withError('setError'), 'forgetOthers'],
          },
        },
        on: {
          'item.replace': {
            guard: withEvent('isShownUnversioned'),
            target: 'loadingFirst',
            reenter: true,
            actions: withEvent('replace'),
          },
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
      failedFirst: {
        description: "The list couldn't be loaded; the user can try again.",
        on: { 'list.retry': { target: 'loadingFirst', actions: 'forgetError' } },
      },
      shown: {
        description: 'The rows loaded so far are on the screen, and more follow as the user scrolls.',
        on: { 'list.more': { guard: 'hasMore', target: 'loadingMore' } },
      },
      loadingMore: {
        description: 'The next rows are on their way, below the ones on the screen.',
        tags: 'busy',
        invoke: {
          id: 'loadPage',
          src: 'loadPage',
          input: ({ context }) => ({
            question: context.question ?? {},
            cursor: context.cursor,
            limit: context.pageSize,
            loadedCount: 0,
            until: null,
          }),
          onDone: { target: 'shown', actions: { type: 'setMore', params: ({ event }) => ({ page: event.output }) } },
          onError: { target: 'failedMore', actions: withError('setError') },
        },
      },
      failedMore: {
        description: "The next rows couldn't be loaded; the others stay, and the user can try again.",
        on: { 'list.retry': { target: 'loadingMore', actions: 'forgetError' } },
      },
    },
    on: {
      'question.changed': [
        {
          guard: withEvent('hasNewQuestion'),
          target: '.loadingFirst',
          reenter: true,
          actions: withEvent('ask'),
        },
        { target: '.waiting', actions: [withEvent('ask'), 'forgetAll'] },
      ],
      'list.reload': { guard: 'hasQuestion', target: '.loadingFirst', reenter: true, actions: 'rewind' },
      'item.replace': {
        guard: withEvent('isNewest'),
        actions: [
          {
            type: 'recount',
            params: ({ context, event }) => ({ before: context.items.find(({ id }) => id === event.id), after: event.item }),
          },
          withEvent('replace'),
        ],
      },
    },
  });

/**
 * A list with infinite scroll (spec 2.45, 4.07, 7.26, 8.04).
 * Normal path: waiting → loadingFirst → shown → loadingMore → shown, until no cursor is returned.
 * Never: show an answer to an old question (reenter stops it), lose loaded rows because a later page failed, or request a page twice.
 */
export const infiniteListMachine = infiniteListOf();
