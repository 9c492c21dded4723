import { assign, fromPromise, setup } from 'xstate';
import type { OpenDeal, Projection } from '../../../contract/entities/projection.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf, fieldErrorsOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

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

const rowErrorsOf = (error: unknown, rows: readonly WhatIf[]): Readonly<Record<number, string>> =>
  Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).flatMap(([field, message]) => {
      const row = /^extra\.(\d+)\./.exec(field)?.[1];
      return row === undefined || rows[Number(row)] === undefined ? [] : [[Number(row), message]];
    }),
  );

/**
 * The commission if open deals and added amounts were booked (decisions 2.13; nothing is stored).
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
    keepPerson: assign({
      userId: (_, params: { userId: string }) => params.userId,
      deals: [],
      ticked: [],
      projection: null,
      rowErrors: {},
    }),
    keepDeals: assign({ deals: (_, params: { deals: readonly OpenDeal[] }) => params.deals, dealsError: null }),
    keepDealsError: assign({ dealsError: (_, params: { error: unknown }) => failureOf({ ...params, fallback: t.dealsFailed }).message }),
    toggleDeal: assign({
      ticked: ({ context }, { id }: { id: string }) =>
        context.ticked.includes(id) ? context.ticked.filter((each) => each !== id) : [...context.ticked, id],
    }),
    toggleWeighted: assign({ weighted: ({ context }) => !context.weighted }),
    addRow: assign({ extra: ({ context }, params: { row: WhatIf }) => [...context.extra, params.row] }),
    removeRow: assign(({ context }, params: { index: number }) => ({ extra: context.extra.toSpliced(params.index, 1), rowErrors: {} })),
    keepProjection: assign({ projection: (_, params: { projection: Projection }) => params.projection, rowErrors: {}, error: null }),
    keepError: assign(({ context }, params: { error: unknown }) => ({
      rowErrors: rowErrorsOf(params.error, context.extra),
      error: failureOf({ ...params, fallback: t.failed }).message,
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
        onDone: { target: 'ready', actions: { type: 'keepDeals', params: ({ event }) => ({ deals: event.output }) } },
        onError: { target: 'ready', actions: ofError('keepDealsError') },
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
            onDone: { target: 'shown', actions: { type: 'keepProjection', params: ({ event }) => ({ projection: event.output }) } },
            onError: { target: 'failed', actions: ofError('keepError') },
          },
        },
        shown: { description: 'The projection for the current choice is on the screen.' },
        failed: {
          description: "The projection couldn't be computed: rejected rows are marked, and the last result stays.",
          on: { 'projection.retry': 'calculating' },
        },
      },
      on: {
        'deal.toggle': {
          guard: ofEvent('isDeal'),
          target: '.calculating',
          reenter: true,
          actions: ofEvent('toggleDeal'),
        },
        'weighted.toggle': { target: '.calculating', reenter: true, actions: 'toggleWeighted' },
        'row.add': { target: '.calculating', reenter: true, actions: ofEvent('addRow') },
        'row.remove': {
          guard: ofEvent('isRow'),
          target: '.calculating',
          reenter: true,
          actions: ofEvent('removeRow'),
        },
      },
    },
  },
  on: {
    'person.choose': {
      guard: ofEvent('isOther'),
      target: '.loading',
      reenter: true,
      actions: ofEvent('keepPerson'),
    },
  },
});
