import type { Period } from '../../../contract/rules/time/period.ts';
import { eventsMachine } from '../../../src/machines/events/events.machine.ts';
import { event } from '../eventEdit/cases.ts';
import { noFilters } from '../eventFilters/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
export const october: Period = { mode: 'month', start_date: '2026-10-01', end_date: '2026-10-31' };
export const layout = { order: [], widths: {} };
export const opening = { today, period: november, layout };
const periodIs = (period: Period) => ({ snapshot: { context: { period } } });

export const events: MachineCases<typeof eventsMachine> = {
  machine: eventsMachine,
  inputs: [opening, { ...opening, view: 'week' }],
  cases: {
    'sort.toggle': [{ key: 'date_time' }, { key: 'customer' }, { key: 'not_a_column' }],
    'sort.to': [
      { key: 'customer', direction: 'asc' },
      { key: 'customer', direction: 'desc' },
    ],
    'view.choose': [{ view: 'table' }, { view: 'month' }, { view: 'week' }],
    'panel.open': [{ id: '41' }],
    'panel.close': [{}],
    'filters.changed': [
      { filters: { ...noFilters, reviewed: 'No' }, need: null },
      { filters: noFilters, need: 'need_review' },
    ],
    'event.saved': [{ event, field: 'reviewed' }],
    'event.read': [{ event }],
    'event.heard': [
      { event, edits: [{ field: 'reviewed', by: 'Eve Vents', own: false }] },
      { event, edits: [{ field: 'reviewed', by: 'Ada Admin', own: true }] },
    ],
    'events.stale': [{}],
    'sync.settled': [{}],
    'xstate.snapshot.period': [periodIs(november), periodIs(october)],
  },
  project: ({ range, sort }) => [range.start_date, sort],
  rig: {
    children: { period: ({ period }: { period: Period }) => ({ period }) },
  },
};
