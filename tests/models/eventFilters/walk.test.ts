import { describe, expect, it } from 'vitest';
import type { EventFilters } from '../../../src/machines/events/eventFilters.machine.ts';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { eventFilters, noFilters } from './cases.ts';
import { ignored, table } from './table.ts';

type Applied = { filters: EventFilters; need: string | null };

describeMachine(
  {
    ...eventFilters,
    holds: ({ snapshot, rig }) => {
      const { filters, texts, need } = snapshot.context;
      const applied = rig.effects.map(({ params }) => params as Applied).map((params) => ({ filters: params.filters, need: params.need }));
      // The list's last query matches the applied filters, and no query is sent twice in a row.
      expect(applied.at(-1) ?? { filters: noFilters, need: null }).toEqual({ filters, need });
      for (const [index, item] of applied.entries()) expect(item).not.toEqual(applied[index - 1] ?? { filters: noFilters, need: null });
      // When idle, the fields show the applied filters.
      if (snapshot.matches('steady')) expect(filters).toMatchObject(texts);
    },
  },
  table,
  ignored,
);

describe('the event filters', () => {
  const start = (input: { filters: EventFilters; need: 'need_review' | null } = { filters: noFilters, need: null }) => {
    const rig = createRig(eventFilters.machine, input);
    rig.actor.start();
    return rig;
  };
  const context = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().context;
  const applied = (rig: ReturnType<typeof start>) => rig.effects.map(({ params }) => params as Applied);

  it('spec 9.07: applies input 250 ms after the last letter, not at 249', () => {
    const rig = start();
    rig.actor.send({ type: 'filter.type', key: 'customer', text: 'Spring' });
    expect(applied(rig)).toEqual([]);
    expectChangeAt(rig, 250);
    expect(applied(rig)).toEqual([expect.objectContaining({ filters: { ...noFilters, customer: 'Spring' }, need: null })]);
  });

  it('spec 9.07: each letter restarts the 250 ms, and the last text wins', () => {
    const rig = start();
    for (const text of ['S', 'Sp', 'Spr']) {
      rig.actor.send({ type: 'filter.type', key: 'customer', text });
      rig.clock.increment(249);
    }
    expect(applied(rig)).toEqual([]);
    rig.clock.increment(1);
    expect(applied(rig).map(({ filters }) => filters.customer)).toEqual(['Spr']);
  });

  it('two fields typed in within 250 ms make one request', () => {
    const rig = start();
    rig.actor.send({ type: 'filter.type', key: 'customer', text: 'Spring' });
    rig.clock.increment(100);
    rig.actor.send({ type: 'filter.type', key: 'sales_lead', text: 'Lena' });
    rig.clock.increment(250);
    expect(applied(rig).map(({ filters }) => filters)).toEqual([{ ...noFilters, customer: 'Spring', sales_lead: 'Lena' }]);
  });

  it('a text equal to the applied one, or different only by surrounding blanks, requests nothing', () => {
    const rig = start({ filters: { ...noFilters, customer: 'Spring' }, need: null });
    for (const text of ['Spr', 'Spring', ' Spring  ']) rig.actor.send({ type: 'filter.type', key: 'customer', text });
    rig.clock.increment(250);
    expect(rig.actor.getSnapshot().value).toBe('steady');
    expect(applied(rig)).toEqual([]);
  });

  it('a choice applies at once', () => {
    const rig = start();
    rig.actor.send({ type: 'filter.choose', key: 'activity_type', value: 'Roblox' });
    expect(applied(rig).map(({ filters }) => filters.activity_type)).toEqual(['Roblox']);
  });

  it.each([
    ['a filter', { type: 'filter.choose', key: 'reviewed', value: 'No' }, { reviewed: 'No' }, null],
    ['a need', { type: 'need.toggle', need: 'need_review' }, {}, 'need_review'],
  ] as const)('choosing %s while typing applies both, once', (_case, event, expectedFilters, need) => {
    const rig = start();
    rig.actor.send({ type: 'filter.type', key: 'customer', text: 'Spring' });
    rig.clock.increment(100);
    rig.actor.send(event);
    rig.clock.increment(1000);
    expect(applied(rig)).toEqual([expect.objectContaining({ filters: { ...noFilters, customer: 'Spring', ...expectedFilters }, need })]);
  });

  it('spec 4.07: choosing a need clears the others, and choosing it again clears it', () => {
    const rig = start();
    const needs = ['need_review', 'need_tech_setup', 'need_pre_program_email', 'need_reminder_email'] as const;
    for (const need of needs) rig.actor.send({ type: 'need.toggle', need });
    expect(applied(rig).map(({ need }) => need)).toEqual([...needs]);
    rig.actor.send({ type: 'need.toggle', need: 'need_reminder_email' });
    expect(context(rig).need).toBeNull();
  });

  it('Clear empties the applied text, the typed text and the need; typing in progress never applies', () => {
    const rig = start({ filters: { ...noFilters, invoiced: 'Sent', state: 'AZ' }, need: 'need_review' });
    rig.actor.send({ type: 'filter.type', key: 'customer', text: 'Spring' });
    rig.actor.send({ type: 'filters.clear' });
    rig.clock.increment(1000);
    expect(context(rig)).toEqual({
      filters: noFilters,
      texts: { customer: '', state: '', activity: '', sales_person: '', sales_lead: '', search: '' },
      need: null,
    });
    expect(applied(rig)).toEqual([expect.objectContaining({ filters: noFilters, need: null })]);
  });

  it('has nothing to clear without a filter or input', () => {
    const rig = start();
    expect(rig.actor.getSnapshot().can({ type: 'filters.clear' })).toBe(false);
    rig.actor.send({ type: 'filter.type', key: 'state', text: 'A' });
    expect(rig.actor.getSnapshot().can({ type: 'filters.clear' })).toBe(true);
    rig.actor.send({ type: 'filters.clear' });
    expect([context(rig).texts.state, applied(rig)]).toEqual(['', []]);
  });

  it('starts with the filters of a link, in the fields too', () =>
    expect(context(start({ filters: { ...noFilters, sales_person: 'Sam', reviewed: 'Yes' }, need: 'need_review' }))).toEqual({
      filters: { ...noFilters, sales_person: 'Sam', reviewed: 'Yes' },
      texts: { customer: '', state: '', activity: '', sales_person: 'Sam', sales_lead: '', search: '' },
      need: 'need_review',
    }));
});
