import type { SnapshotFrom } from 'xstate';
import type { DealBoard, PipelineStage } from '../../../contract/entities/deal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { stageNames } from '../../../contract/rules/deals.ts';
import { replaceDeal } from '../../machines/deals/boardMoves.ts';
import type { dealsBoardMachine } from '../../machines/deals/dealsBoard.machine.ts';

const t = messages.dealBoard;

const toColumn = (column: PipelineStage, { data }: DealBoard) => ({
  ...column,
  value: column.value ?? 0,
  countText: column.count === 1 ? t.oneCount : fill(t.count, { count: column.count }),
  cards: data.filter(({ stage }) => stage === column.stage),
  takes: stageNames.includes(column.stage),
});

/** Maps the board's snapshot to its columns, with pending moves applied. */
export const connectBoard = (snapshot: SnapshotFrom<typeof dealsBoardMachine>) => {
  const { board, moves, failure, error } = snapshot.context;
  const boardWithMoves = board && moves.reduce((current, { deal, stage }) => replaceDeal(current, { ...deal, stage }), board);
  return {
    columns: boardWithMoves?.stages.map((column) => toColumn(column, boardWithMoves)) ?? [],
    saving: new Set(moves.map(({ deal }) => deal.id)),
    loading: board === null && snapshot.matches({ reading: 'loading' }),
    stale: snapshot.hasTag('stale'),
    failure: snapshot.matches({ reading: 'failed' }) ? failure : null,
    error,
    moves: moves.map(({ deal, stage }) => fill(t.moved, { name: deal.name, stage })),
  };
};
export type BoardColumn = ReturnType<typeof connectBoard>['columns'][number];
