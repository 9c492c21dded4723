import { expect, it } from 'vitest';
import { createMachine, initialTransition, transition } from 'xstate';
import { ignoredDifferences } from './ignored.ts';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off', dim: {} } } },
});
const [off] = initialTransition(lamp);
const [on] = transition(lamp, off, { type: 'press' });
const check = (ignored: string) => ignoredDifferences({ machine: lamp, cases: { press: [], dim: [], smash: [] }, ignored }, [off, on]);

it('reports an event that a state neither handles nor lists, also if no state handles it', () =>
  expect(check('')).toEqual(['- off: dim', '- off: smash', '- on: smash']));

it('reports nothing if each event is handled or listed with a reason', () =>
  expect(check('off: dim — there is no light to dim\noff, on: smash — glass is not our business')).toEqual([]));

it('reports a pair handled or listed twice, and a line without a reason or about something that no longer exists', () =>
  expect(
    check(`off, on: smash — glass is not our business
off: dim, press — there is no light to dim
off: dim — said a second time
on: smash
broken: smash — there is no such state`),
  ).toEqual(['? on: smash', '? broken: smash — there is no such state', '= off: dim', '+ off: press']));
