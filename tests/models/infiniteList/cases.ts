import { infiniteListMachine } from '../../../src/machines/lists/infiniteList.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const november = { start_date: '2026-11-01', end_date: '2026-11-21', sort_field: 'date_time', sort_direction: 'desc' };
export const october = { ...november, start_date: '2026-10-01', end_date: '2026-10-31' };
export const summary = { need_review: 3 };

/** A page of two rows named after its source; `cursor` points to the next page. */
export const pageOf = (name: string, cursor: string | null) => ({
  data: [{ id: `${name}-1` }, { id: `${name}-2` }],
  pagination: { cursor, limit: 50, total: 7 },
  summary,
});

export const infiniteList: MachineCases<typeof infiniteListMachine> = {
  machine: infiniteListMachine,
  inputs: [
    { question: november, pageSize: 50, fallback: 'Failed to load events' },
    { question: null, pageSize: 50, fallback: 'Failed to load events' },
  ],
  cases: {
    'question.changed': ({ context }) => [{ question: context.question === null ? november : october }, { question: null }],
    'list.more': [{}],
    'list.retry': [{}],
    'list.reload': [{}],
    'item.replace': ({ context }) => {
      const [first] = context.items;
      return first && !('seen' in first) ? [{ id: first.id, item: { id: first.id, seen: true } }] : [];
    },
    'xstate.done.actor.loadPage': ({ context }) => {
      const name = `${context.question?.start_date}/${context.cursor === null ? 0 : context.items.length / 2}`;
      // A first and a last page are enough; a separate test covers one in between.
      const last = { output: pageOf(name, null) };
      return context.cursor === null ? [last, { output: pageOf(name, `after ${name}`) }] : [last];
    },
    'xstate.error.actor.loadPage': [{ error: { status: 500, data: { message: 'The list is being counted.' } } }],
  },
  project: ({ question, answered, items, cursor, error }) => [
    question?.start_date,
    answered?.start_date,
    items.length,
    'seen' in (items[0] ?? {}),
    cursor,
    error,
  ],
};
