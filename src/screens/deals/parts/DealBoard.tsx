import { type DragEvent, useEffect, useRef } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { type KeyRow, usePageKeys } from '../../../ui/support/pageKeys.ts';
import type { BoardColumn } from '../connectBoard.ts';
import { useBoard } from '../useBoard.ts';
import type { Deals } from '../useDeals.ts';
import { DealCard } from './DealCard.tsx';

const t = messages.dealBoard;
const BOARD_PX = 400;
const boardKeys: readonly KeyRow[] = [['Alt + ← →', messages.keys.card]];
type Binding = ReturnType<typeof useBoard>;
type Props = Readonly<{ column: BoardColumn; board: Binding; deals: Deals; onMove: (id: string, stage: string) => void }>;

function Column({ column, board, deals, onMove }: Props) {
  const { stage, countText, value, cards, count, takes } = column;
  const name = fill(t.column, { stage, count: countText, value: formatMoney(toCents(value)) });
  const openList = (): void => {
    deals.act.choose('view', '');
    deals.act.choose('stage', stage);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    onMove(event.dataTransfer.getData('text/plain'), stage);
  };
  return (
    <section
      className="deal-column"
      aria-label={name}
      {...(takes ? { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop } : {})}
    >
      <h3>
        {stage} <span className="muted">{count}</span>
      </h3>
      <Button size="small" severity="text" className="money" aria-label={name} onClick={openList}>
        {formatMoney(toCents(value))}
      </Button>
      <ul>
        {cards.map((deal) => (
          <DealCard
            key={deal.id}
            deal={deal}
            stage={stage}
            saving={board.view.saving.has(deal.id)}
            open={deals.view.opened?.id === deal.id}
            onOpen={() => deals.act.open(deal.id)}
            onMove={(to) => onMove(deal.id, to)}
          />
        ))}
      </ul>
      {cards.length === 0 && <p className="muted">{t.empty}</p>}
      {count > cards.length && (
        <Button size="small" severity="text" onClick={openList}>
          {fill(t.more, { count })}
        </Button>
      )}
    </section>
  );
}

export default function DealBoard({ deals }: { deals: Deals }) {
  usePageKeys(boardKeys);
  const board = useBoard(deals);
  const { columns, loading, stale, failure, error, moves } = board.view;
  const movedDealId = useRef<string | null>(null);
  const layoutKey = columns.map(({ cards }) => cards.map(({ id }) => id)).join('|');
  // A moved card keeps focus, even if a refused move sends it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever cards change places.
  useEffect(() => {
    const card = movedDealId.current && document.querySelector<HTMLElement>(`[data-deal="${CSS.escape(movedDealId.current)}"]`);
    if (card && document.activeElement === document.body) card.focus();
  }, [layoutKey]);
  const onMove = (id: string, stage: string): void => {
    movedDealId.current = id;
    board.move(id, stage);
  };
  if (failure !== null && columns.length === 0) return <Alert onRetry={board.retry}>{failure}</Alert>;
  if (loading) return <Skeleton height={BOARD_PX} />;
  return (
    <>
      {failure !== null && <Alert onRetry={board.retry}>{failure}</Alert>}
      {error !== null && <Alert onDismiss={board.dismiss}>{error}</Alert>}
      <p className="muted deal-board-hint">
        {t.openOnly} <span className="deal-board-keys">{t.hint}</span>
      </p>
      <section className={stale ? 'deal-board is-stale' : 'deal-board'} aria-label={t.label}>
        {columns.map((column) => (
          <Column key={column.stage} column={column} board={board} deals={deals} onMove={onMove} />
        ))}
      </section>
      <p className="deal-said" role="status">
        {moves.at(-1) ?? ''}
      </p>
    </>
  );
}
