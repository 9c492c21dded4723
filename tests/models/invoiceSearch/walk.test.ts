import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { invoiceSearch, invoices } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...invoiceSearch,
    holds: ({ snapshot, rig }) => {
      const { text, results, activeIndex } = snapshot.context;
      expect(rig.jobs.size).toBe(snapshot.matches('searching') || snapshot.matches('settling') ? 1 : 0);
      // spec 5.03: a search starts only with non-empty text.
      for (const { input } of rig.calls) expect((input as { text: string }).text).not.toBe('');
      if (snapshot.matches('waiting') || snapshot.matches('searching')) expect(text.trim()).not.toBe('');
      if (snapshot.matches('found')) expect(results[activeIndex]).toBeDefined();
      if (snapshot.matches('empty') || snapshot.matches('failed')) expect(results).toEqual([]);
    },
  },
  table,
  ignored,
);

describe('the invoice search', () => {
  const create = () => createRig(invoiceSearch.machine, { text: '' });
  let rig: ReturnType<typeof create>;
  const state = () => rig.actor.getSnapshot().value;
  const type = (text: string) => rig.actor.send({ type: 'text.type', text });

  beforeEach(() => {
    rig = create();
    rig.actor.start();
  });

  it('spec 5.03, 9.07: sends a request 300 ms after typing, not at 299', () => {
    type('10');
    expectChangeAt(rig, 300);
    expect(rig.calls).toEqual([{ id: 'searchInvoices', input: { text: '10' } }]);
  });

  it('spec 5.03: each letter restarts the 300 ms, and only the last text is requested', () => {
    type('1');
    rig.clock.increment(299);
    type('10');
    rig.clock.increment(299);
    expect(rig.calls).toEqual([]);
    rig.clock.increment(1);
    expect(rig.calls).toEqual([{ id: 'searchInvoices', input: { text: '10' } }]);
  });

  it('spec 5.03: does not search for blanks alone', () => {
    type('   ');
    rig.clock.increment(10_000);
    expect([state(), rig.calls]).toEqual(['idle', []]);
  });

  it('never shows the answer to an older text', async () => {
    type('10');
    rig.clock.increment(300);
    const lateJob = rig.jobs.get('searchInvoices');
    type('104');
    lateJob?.resolve([invoices[0]]);
    rig.clock.increment(300);
    await rig.resolve('searchInvoices', [invoices[1]]);
    expect(rig.actor.getSnapshot().context.results).toEqual([invoices[1]]);
  });

  it('clearing the text removes the list and stops the search', async () => {
    type('10');
    rig.clock.increment(300);
    type('');
    expect([state(), rig.jobs.size]).toEqual(['idle', 0]);
  });

  it('spec 8.15: only logs a failed search, and shows an empty list', async () => {
    type('10');
    rig.clock.increment(300);
    await rig.reject('searchInvoices', { status: 503 });
    expect([state(), rig.actor.getSnapshot().context.results]).toEqual(['failed', []]);
    expect(rig.effects.at(-1)).toEqual({ name: 'logFailure', params: { error: { status: 503 } } });
  });

  it('arrows wrap around the list, and the chosen number fills the field', async () => {
    type('10');
    rig.clock.increment(300);
    await rig.resolve('searchInvoices', invoices);
    const positions = [1, 1, -1, -1].map((delta) => {
      rig.actor.send({ type: 'option.move', delta });
      return rig.actor.getSnapshot().context.activeIndex;
    });
    expect(positions).toEqual([1, 0, 1, 0]);
    rig.actor.send({ type: 'option.choose', invoice: invoices[1] });
    expect([state(), rig.actor.getSnapshot().context.text]).toEqual(['idle', '1043']);
    expect(rig.effects.at(-1)).toEqual({ name: 'reportChosen', params: { invoice: invoices[1], type: 'option.choose' } });
  });

  it('typing after a choice clears the choice', async () => {
    type('10');
    rig.clock.increment(300);
    await rig.resolve('searchInvoices', invoices);
    rig.actor.send({ type: 'option.choose', invoice: invoices[1] });
    type('1043x');
    expect(rig.effects.at(-1)).toEqual({ name: 'reportChosen', params: { invoice: null } });
  });

  it('spec 5.03: leaving before the 300 ms are over shows no list later', async () => {
    type('10');
    rig.actor.send({ type: 'field.leave' });
    expect(rig.calls).toEqual([{ id: 'searchInvoices', input: { text: '10' } }]);
    await rig.resolve('searchInvoices', invoices);
    rig.clock.increment(10_000);
    expect([state(), rig.calls.length, rig.actor.getSnapshot().hasTag('listed')]).toEqual(['idle', 1, false]);
    expect(rig.effects.at(-1)).toEqual({ name: 'reportChosen', params: { invoice: null } });
  });

  it.each([
    ['at once', false],
    ['from an open list', true],
  ])('spec 5.02: a complete number left %s selects the invoice', async (_when, listed) => {
    type(' 1042-a ');
    if (listed) {
      rig.clock.increment(300);
      await rig.resolve('searchInvoices', invoices);
    }
    rig.actor.send({ type: 'field.leave' });
    if (!listed) await rig.resolve('searchInvoices', invoices);
    expect([state(), rig.actor.getSnapshot().context.text]).toEqual(['idle', '1042-A']);
    expect(rig.effects.at(-1)).toEqual({ name: 'reportChosen', params: { invoice: invoices[0] } });
  });

  it('Escape closes the list and an arrow reopens it at once', () => {
    type('10');
    rig.clock.increment(300);
    rig.actor.send({ type: 'list.close' });
    rig.actor.send({ type: 'list.open' });
    expect([state(), rig.calls.length]).toEqual(['searching', 2]);
  });

  it('spec 5.03: leaving the field still selects a complete number whose list was closed', async () => {
    type('1042-a');
    rig.actor.send({ type: 'list.close' });
    expect(state()).toBe('aside');
    rig.actor.send({ type: 'field.leave' });
    await rig.resolve('searchInvoices', invoices);
    expect(rig.effects.at(-1)).toEqual({ name: 'reportChosen', params: { invoice: invoices[0] } });
  });

  it('a closed list opens again', () => {
    type('1042-a');
    rig.actor.send({ type: 'list.close' });
    rig.actor.send({ type: 'list.open' });
    expect(rig.calls).toEqual([{ id: 'searchInvoices', input: { text: '1042-a' } }]);
  });
});
