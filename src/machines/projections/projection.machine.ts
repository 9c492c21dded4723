import { assign, fromPromise, setup } from 'xstate';
import type { OpenDeal, Projection } from '../../../contract/entities/projection.ts';
import { messages } from '../../../contract/messages.ts';
import { getFieldErrors, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

export type WhatIf = Readonly<{ net_revenue: number; booking_date: string }>;
export type ProjectionChoice = Readonly<{ userId: string; ticked: readonly string[]; extra: readonly WhatIf[]; weighted: boolean }>;
type Context = ProjectionChoice & {
  deals: readonly OpenDeal[];
  projection: Projection | null;
  /** The server's messages about rows of `extra`, by index. */
  rowErrors: Readonly<Record<number, string>>;
  error: string | null;
  dealsError: string | null;
};
type Events =
  | { type: 'person.choose'; userId: string }
  | { type: 'deal.toggle'; id: string }
  | { type: 'weighted.toggle' }
  | { type: 'row.add'; row: WhatIf }
  | { type: 'row.remove'; index: number }
  | { type: 'projection.retry' };

const t = messages.projections;

const toRowErrors = (error: unknown, rows: readonly WhatIf[]): Readonly<Record<number, string>> =>
  Object.fromEntries(
    Object.entries(getFieldErrors(error)).flatMap(([field, message]) => {
      const row = /^extra\.(\d+)\./.exec(field)?.[1];
      return row === undefined || rows[Number(row)] === undefined ? [] : [[Number(row), message]];
    }),
  );

/**
 * Projects the commission as if open deals and added amounts were booked (decisions 2.13); stores nothing.
 * Normal path: loading → calculating → shown; each change recalculates.
 * Never: show a late answer to an older choice (reenter stops it), or refuse added amounts because the deals failed to load.
 */
export const projectionMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { userId: string } },
  actors: {
    loadDeals: fromPromise<readonly OpenDeal[], { userId: string }>(missing('loadDeals')),
    calculate: fromPromise<Projection, ProjectionChoice>(missing('calculate')),
  },
  guards: {
    isOther: ({ context }, params: { userId: string }) => params.userId !== context.userId,
    isDeal: ({ context }, params: { id: string }) => context.deals.some((deal) => deal.id === params.id),
    isRow: ({ context }, params: { index: number }) => params.index in context.extra,
  },
  actions: {
    setPerson: assign({
      userId: (_, params: { userId: string }) => params.userId,
      deals: [],
      ticked: [],
      projection: null,
      rowErrors: {},
    }),
    setDeals: assign({ deals: (_, params: { deals: readonly OpenDeal[] }) => params.deals, dealsError: null }),
    setDealsError: assign({ dealsError: (_, params: { error: unknown }) => toFailure({ ...params, fallback: t.dealsFailed }).message }),
    toggleDeal: assign({
      ticked: ({ context }, { id }: { id: string }) =>
        context.ticked.includes(id) ? context.ticked.filter((otherId) => otherId !== id) : [...context.ticked, id],
    }),
    toggleWeighted: assign({ weighted: ({ context }) => !context.weighted }),
    addRow: assign({ extra: ({ context }, params: { row: WhatIf }) => [...context.extra, params.row] }),
    removeRow: assign(({ context }, params: { index: number }) => ({ extra: context.extra.toSpliced(params.index, 1), rowErrors: {} })),
    setProjection: assign({ projection: (_, params: { projection: Projection }) => params.projection, rowErrors: {}, error: null }),
    setError: assign(({ context }, params: { error: unknown }) => ({
      rowErrors: toRowErrors(params.error, context.extra),
      error: toFailure({ ...params, fallback: t.failed }).message,
    })),
  },
}).createMachine({
  id: 'projection',
  context: ({ input }) => ({
    userId: input.userId,
    ticked: [],
    extra: [],
    weighted: false,
    deals: [],
    projection: null,
    rowErrors: {},
    error: null,
    dealsError: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: "The person's open deals are on their way.",
      invoke: {
        id: 'loadDeals',
        src: 'loadDeals',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: { target: 'ready', actions: { type: 'setDeals', params: ({ event }) => ({ deals: event.output }) } },
        onError: { target: 'ready', actions: withError('setDealsError') },
      },
    },
    ready: {
      description: 'The user can tick deals and add amounts; added amounts work without the deals, too.',
      initial: 'calculating',
      states: {
        calculating: {
          description: 'The server is computing the projected commission; the last result stays on the screen.',
          invoke: {
            id: 'calculate',
            src: 'calculate',
            input: ({ context: { userId, ticked, extra, weighted } }) => ({ userId, ticked, extra, weighted }),
            onDone: { target: 'shown', actions: { type: 'setProjection', params: ({ event }) => ({ projection: event.output }) } },
            onError: { target: 'failed', actions: withError('setError') },
          },
        },
        shown: { description: 'The projection for the current choice is shown.' },
        failed: {
          description: "The projection couldn't be computed: rejected rows are marked, and the last result stays.",
          on: { 'projection.retry': 'calculating' },
        },
      },
      on: {
        'deal.toggle': {
          guard: withEvent('isDeal'),
          target: '.calculating',
          reenter: true,
          actions: withEvent('toggleDeal'),
        },
        'weighted.toggle': { target: '.calculating', reenter: true, actions: 'toggleWeighted' },
        'row.add': { target: '.calculating', reenter: true, actions: withEvent('addRow') },
        'row.remove': {
          guard: withEvent('isRow'),
          target: '.calculating',
          reenter: true,
          actions: withEvent('removeRow'),
        },
      },
    },
  },
  on: {
    'person.choose': {
      guard: withEvent('isOther'),
      target: '.loading',
      reenter: true,
      actions: withEvent('setPerson'),
    },
  },
});
