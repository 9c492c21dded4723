import type { Deal, DealBoard, PipelineStage } from '../../../contract/entities/deal.ts';
import { stageNames } from '../../../contract/rules/deals.ts';
import { fromCents, toCents } from '../../../contract/rules/money.ts';

/** A requested move. `Move` holds the deal itself, because a filter may remove the card from the board before the move is saved. */
export type BoardMove = Readonly<{ id: string; stage: string }>;
export type Move = Readonly<{ deal: Deal; stage: string }>;

/** The stage of a card while its moves are being saved. */
export const getDisplayedStage = (deal: Deal, moves: readonly Move[]): string =>
  moves.findLast((move) => move.deal.id === deal.id)?.stage ?? deal.stage;

/** The move of a movable card to a different existing stage; otherwise null. */
export const toMove = (board: DealBoard | null, moves: readonly Move[], { id, stage }: BoardMove): Move | null => {
  const deal = board?.data.find((candidate) => candidate.id === id);
  if (!deal?.actions.includes('move') || !stageNames.includes(stage) || getDisplayedStage(deal, moves) === stage) return null;
  return { deal, stage };
};

const getPipelineCents = ({ needs, amount }: Deal): number => (needs.length > 0 ? 0 : toCents(amount ?? 0));

/** Replaces a deal on the board and adjusts the counts and values of its stages. */
export const replaceDeal = (board: DealBoard, deal: Deal): DealBoard => {
  const previous = board.data.find(({ id }) => id === deal.id);
  if (!previous) return board;
  const updateTotals = (column: PipelineStage): PipelineStage => {
    const [hasLeft, hasArrived] = [column.stage === previous.stage, column.stage === deal.stage];
    const value = toCents(column.value ?? 0) + (hasArrived ? getPipelineCents(deal) : 0) - (hasLeft ? getPipelineCents(previous) : 0);
    return { ...column, count: column.count + Number(hasArrived) - Number(hasLeft), value: fromCents(value) };
  };
  return { stages: board.stages.map(updateTotals), data: board.data.map((item) => (item === previous ? deal : item)) };
};
