import type { SearchHit } from '../../../contract/entities/search.ts';
import { paletteMachine } from '../../../src/machines/search/palette.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const hits: readonly SearchHit[] = [
  { kind: 'record', id: '41', title: '1042-A', detail: 'Mesa Library', link: '/commissions?row=41' },
  { kind: 'deal', id: '7', title: 'Commencement camp', detail: null, link: '/deals?deal=7' },
];

export const palette: MachineCases<typeof paletteMachine> = {
  machine: paletteMachine,
  inputs: [{ searches: true }, { searches: false }],
  cases: {
    // The first letters of a screen's name, and a space.
    'text.type': [{ text: 'com' }, { text: ' ' }],
    'option.move': [
      { delta: 1, count: 3 },
      { delta: -1, count: 3 },
      { delta: 1, count: 0 },
    ],
    'option.choose': [{ id: 'page:/commissions' }],
    'search.retry': [{}],
    'palette.close': [{}],
    'xstate.after.lastLetter.palette.open.waiting': [{}],
    'xstate.done.actor.search': [{ output: hits }, { output: [] }],
    'xstate.error.actor.search': [{ error: { status: 503 } }],
  },
  project: ({ text, results, active, searches }) => [text, results.length, active, searches],
};
