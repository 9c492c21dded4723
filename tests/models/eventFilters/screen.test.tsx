import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { eventNeeds } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { EventSummaryCards } from '../../../src/screens/events/parts/Cards.tsx';
import { FilterBar } from '../../../src/screens/events/parts/FilterBar.tsx';
import { mountView, type ViewProps } from '../events/mountView.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventFilters, noFilters } from './cases.ts';

/** The query that a list would send. */
let request: object = {};

/** The bar and the cards of the Events screen. */
function View({ snapshot, send, actor }: ViewProps) {
  const cards = eventNeeds.map((need) => ({
    need,
    label: messages.events.needs[need],
    count: 3,
    loading: false,
    pressed: snapshot.context.need === need,
  }));
  return (
    <>
      <EventSummaryCards cards={cards} onToggle={(need) => send({ type: 'need.toggle', need })} />
      <FilterBar filters={actor as never} />
      {/* Imitates useEvents when a link on this page is followed. */}
      <button
        type="button"
        onClick={() => send({ type: 'filters.set', filters: { ...noFilters, customer: 'Spring' }, need: 'need_review' })}
      >
        A link
      </button>
    </>
  );
}

const labelOf = (need: string): string => messages.events.needs[need as (typeof eventNeeds)[number]];
const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describeScreen({
  of: {
    ...eventFilters,
    cases: {
      ...eventFilters.cases,
      // The same gesture triggers different transitions depending on the facts; separate cases drive both.
      'filters.clear': ({ context }) => [
        context.need === null && context.filters.customer + context.filters.reviewed === '' ? { typed: true } : {},
      ],
      'xstate.after.lastLetter.eventFilters.typing': ({ context }) => [
        context.texts.customer === context.filters.customer ? { same: true } : {},
      ],
      // A field reports only changes.
      'filter.type': ({ context }) => [{ key: 'customer', text: context.texts.customer === '' ? 'Spring' : '' }],
    },
  },
  mount: async (input) => {
    request = noFilters;
    const machine = eventFilters.machine.provide({
      actions: {
        relayChanged: (_, { filters, need }) => {
          request = { ...filters, ...(need ? { [need]: 'true' } : {}) };
        },
      },
    });
    return mountView({ machine, input, View, perform: async () => void (await vi.advanceTimersByTimeAsync(250)) });
  },
  gestures: {
    'filter.type': ({ text }) => void fireEvent.change(field('Customer'), { target: { value: text } }),
    'filter.choose': ({ value }) => void fireEvent.change(field('Reviewed'), { target: { value } }),
    'need.toggle': ({ need }) => void fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${labelOf(need)}`) })),
    'filters.set': () => void fireEvent.click(screen.getByRole('button', { name: 'A link' })),
    'filters.clear': () => void fireEvent.click(screen.getByRole('button', { name: 'Clear filters' })),
  },
  shows: (model) => {
    const { filters, texts, need } = model.context;
    expect([field('Customer').value, field('Reviewed').value]).toEqual([texts.customer, filters.reviewed]);
    // spec 4.07: at most one card is pressed.
    expect(screen.queryAllByRole('button', { pressed: true }).map((item) => item.querySelector('.event-card-label')?.textContent)).toEqual(
      need === null ? [] : [labelOf(need)],
    );
    // When idle, the list's query matches the visible filters.
    if (model.matches('steady'))
      expect(request).toEqual({
        ...noFilters,
        customer: field('Customer').value,
        reviewed: field('Reviewed').value,
        ...(need ? { [need]: 'true' } : {}),
      });
  },
});
