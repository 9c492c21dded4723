import { type MemberFigures, teamLoadingMachine } from '../../../src/machines/performance/teamLoading.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const figures: MemberFigures = {
  total_sales: 60_000,
  total_commission: 3_000,
  deals_closed: 4,
  quota_amount: 100_000,
  quota_attainment: 0.6,
};
export const answered = (id: string) => ({ type: 'person.answered', id, figures }) as const;
export const failed = (id: string) => ({ type: 'person.failed', id }) as const;

export const teamLoading: MachineCases<typeof teamLoadingMachine> = {
  machine: teamLoadingMachine,
  inputs: [undefined],
  cases: {
    'person.answered': [answered('1'), answered('2')],
    'person.failed': [failed('1')],
    'xstate.done.actor.loadPeople': [{ output: ['1', '2'] }, { output: [] }],
    'xstate.error.actor.loadPeople': [{ error: { status: 500 } }],
    'xstate.error.actor.askPeople': [{ error: { status: 500 } }],
  },
  project: ({ people, waiting, underWay, figures }) => [people, waiting, underWay, Object.keys(figures).sort()],
  rig: { callbacks: ['askPeople'] },
  sentBy: { 'person.answered': 'askPeople', 'person.failed': 'askPeople' },
};
