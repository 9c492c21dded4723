import type { Deal, DealBoard } from '../../../contract/entities/deal.ts';
import { dealsBoardMachine } from '../../../src/machines/deals/dealsBoard.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const deal: Deal = {
  id: '7',
  name: 'Robotics week',
  customer_name: 'Flagstaff Library',
  owner_id: '3',
  owner_name: 'Sam Seller',
  stage: 'Proposal',
  stage_gone: false,
  state: 'open',
  amount: 1200.5,
  probability: 0.5,
  expected_close_date: '2026-12-10',
  closed_on: null,
  lost_reason: null,
  notes: null,
  stage_entered_at: '2026-11-01T12:00:00.000Z',
  stage_days: 20,
  stale: false,
  needs: [],
  source: null,
  version: 4,
  created_at: '2026-10-01T12:00:00.000Z',
  updated_at: '2026-11-01T12:00:00.000Z',
  actions: ['edit', 'move', 'win', 'lose', 'annotate'],
};
/** Owned by a connected CRM. */
export const readOnlyDeal: Deal = { ...deal, id: '8', name: 'Tech nights', source: 'HubSpot', stage: 'Qualified', actions: ['annotate'] };
export const moved: Deal = { ...deal, stage: 'Verbal', probability: 0.9, version: 5 };
const names = ['Prospecting', 'Qualified', 'Proposal', 'Negotiation', 'Verbal'];
const stageOf = (stage: string, deals: readonly Deal[]) => {
  const stageDeals = deals.filter((item) => item.stage === stage);
  const value = stageDeals.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return { stage, count: stageDeals.length, value, probability: 0.5, weighted_value: value / 2, gone: false };
};
export const boardOf = (...data: Deal[]): DealBoard => ({ stages: names.map((name) => stageOf(name, data)), data });
export const board = boardOf(deal, readOnlyDeal);
export const stale = { status: 409, data: { code: 'stale_version', message: 'Somebody else has changed this deal.' } };

export const dealsBoard: MachineCases<typeof dealsBoardMachine> = {
  machine: dealsBoardMachine,
  inputs: [{ question: {} }],
  cases: {
    'question.changed': [{ question: {} }, { question: { owner: '3' } }],
    'board.reload': [{}],
    'list.read': ({ context: { question } }) => [{ question }],
    'card.move': ({ context: { moves } }) => [
      ...(moves.length === 0 ? [{ id: '7', stage: 'Verbal' }] : []),
      ...(moves.length === 1 ? [{ id: '7', stage: 'Prospecting' }] : []),
      { id: '8', stage: 'Verbal' },
    ],
    'error.dismiss': [{}],
    'xstate.done.actor.loadBoard': [{ output: board }],
    'xstate.error.actor.loadBoard': [{ error: { status: 503 } }],
    'xstate.done.actor.saveMove': [{ output: moved }],
    'xstate.error.actor.saveMove': [{ error: stale }],
  },
  project: ({ board, answered, listed, question, moves, failure, error }) => [
    board?.data.map(({ stage }) => stage),
    answered?.owner,
    listed !== null && listed.owner === question.owner,
    question.owner,
    moves.map(({ stage }) => stage),
    failure !== null,
    error !== null,
  ],
};
