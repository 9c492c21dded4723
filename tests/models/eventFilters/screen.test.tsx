import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { eventNeeds } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventFilters, none } from './cases.ts';

/** What a list would be asked with. */
let asked: object = {};

function View({ snapshot, send }: ViewProps) {
  const { filters, typed, need } = snapshot.context;
  return (
    <>
      <input
        aria-label={messages.events.columns.customer}
        value={typed.customer}
        onChange={(change) => send({ type: 'filter.type', key: 'customer', text: change.target.value })}
      />
      <select
        aria-label={messages.events.columns.reviewed}
        value={filters.reviewed}
        onChange={(change) => send({ type: 'filter.choose', key: 'reviewed', value: change.target.value })}
      >
        <option value="">{messages.events.all}</option>
        <option value="Yes">Yes</option>
      </select>
      {eventNeeds.map((each) => (
        <button key={each} type="button" aria-pressed={need === each} onClick={() => send({ type: 'need.toggle', need: each })}>
          {messages.events.needs[each]}
        </button>
      ))}
      <Offer name={messages.events.clearFilters} event={{ type: 'filters.clear' }} snapshot={snapshot} send={send} />
    </>
  );
}

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describeScreen({
  of: {
    ...eventFilters,
    cases: {
      ...eventFilters.cases,
      // The same gesture means another transition by the facts: told apart here, so that both are driven.
      'filters.clear': ({ context }) => [
        context.need === null && context.filters.customer + context.filters.reviewed === '' ? { typed: true } : {},
      ],
      'xstate.after.lastLetter.eventFilters.typing': ({ context }) => [
        context.typed.customer === context.filters.customer ? { same: true } : {},
      ],
      // A field says nothing until it changes.
      'filter.type': ({ context }) => [{ key: 'customer', text: context.typed.customer === '' ? 'Spring' : '' }],
    },
  },
  mount: async (input) => {
    asked = none;
    const machine = eventFilters.machine.provide({
      actions: {
        relayChanged: (_, { filters, need }) => {
          asked = { ...filters, ...(need ? { [need]: 'true' } : {}) };
        },
      },
    });
    return mountView({ machine, input, View, perform: async () => void (await vi.advanceTimersByTimeAsync(250)) });
  },
  gestures: {
    'filter.type': ({ text }) => void fireEvent.change(field('Customer'), { target: { value: text } }),
    'filter.choose': ({ value }) => void fireEvent.change(field('Reviewed'), { target: { value } }),
    'need.toggle': ({ need }) =>
      void fireEvent.click(screen.getByRole('button', { name: messages.events.needs[need as (typeof eventNeeds)[number]] })),
    'filters.clear': () => void fireEvent.click(screen.getByRole('button', { name: 'Clear filters' })),
  },
  shows: (model) => {
    const { filters, typed, need } = model.context;
    expect([field('Customer').value, field('Reviewed').value]).toEqual([typed.customer, filters.reviewed]);
    // spec 4.07: at most one card is pressed.
    expect(screen.queryAllByRole('button', { pressed: true }).map((each) => each.textContent)).toEqual(
      need === null ? [] : [messages.events.needs[need as (typeof eventNeeds)[number]]],
    );
    // At rest the list is asked for exactly what is seen.
    if (model.matches('steady'))
      expect(asked).toEqual({
        ...none,
        customer: field('Customer').value,
        reviewed: field('Reviewed').value,
        ...(need ? { [need]: 'true' } : {}),
      });
  },
});
