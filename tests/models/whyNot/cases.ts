import type { WhyNot } from '../../../contract/entities/whyNot.ts';
import { whyNotMachine } from '../../../src/machines/commissions/whyNot.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const unpaid: WhyNot = {
  asked: '20999',
  person: 'Sam Sales',
  more: false,
  data: [
    {
      kind: 'invoice',
      id: '31',
      title: 'Invoice 20999 · Lincoln High',
      reasons: [
        {
          code: 'outside',
          sentence: 'It was booked on Nov 2, 2026, outside Oct 1, 2026 to Oct 31, 2026.',
          who: 'You: choose that month.',
          ref: { kind: 'record', id: '9' },
          day: '2026-11-02',
        },
      ],
    },
  ],
};
export const noAnswer: WhyNot = { asked: 'Nobody', person: null, data: [], more: false };

export const whyNot: MachineCases<typeof whyNotMachine> = {
  machine: whyNotMachine,
  inputs: [{ text: '' }, { text: '20999' }],
  cases: {
    'text.type': [{ text: '20999' }, { text: 'Nobody' }, { text: ' ' }],
    'question.ask': [{}],
    'question.follow': [{ text: '20999' }, { text: 'Nobody' }, { text: '' }],
    'xstate.done.actor.askWhyNot': [{ output: unpaid }, { output: noAnswer }],
    'xstate.error.actor.askWhyNot': [{ error: { status: 500, data: { message: 'It is being moved.' } } }],
  },
  project: ({ text, asked: query, answer, error }) => [text, query, answer?.asked, error],
};
