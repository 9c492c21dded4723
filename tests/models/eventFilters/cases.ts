import { eventFiltersMachine } from '../../../src/machines/events/eventFilters.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const noFilters = {
  customer: '',
  state: '',
  activity: '',
  sales_person: '',
  sales_lead: '',
  search: '',
  activity_type: '',
  reviewed: '',
  tech_setup_required: '',
  invoiced: '',
  only: '',
};

export const eventFilters: MachineCases<typeof eventFiltersMachine> = {
  machine: eventFiltersMachine,
  inputs: [{ filters: noFilters, need: null }],
  cases: {
    'filter.type': [
      { key: 'customer', text: 'Spring' },
      { key: 'customer', text: '' },
    ],
    'filter.choose': [
      { key: 'reviewed', value: 'Yes' },
      { key: 'reviewed', value: '' },
    ],
    'need.toggle': [{ need: 'need_review' }, { need: 'need_tech_setup' }],
    'filters.set': [{ filters: { ...noFilters, customer: 'Spring' }, need: 'need_review' }],
    'filters.clear': [{}],
    'xstate.after.lastLetter.eventFilters.typing': [{}],
  },
  project: ({ filters, texts, need }) => [filters.customer, filters.reviewed, texts.customer, need],
};
