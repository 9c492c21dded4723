import type { DragEvent, KeyboardEvent } from 'react';
import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { stageNames } from '../../../../contract/rules/deals.ts';
import { formatDate } from '../../../ui/display/format.ts';
import { formatDealAmount } from '../dealNames.ts';
import { DealWarnings } from './DealWarnings.tsx';
import { MoveTo } from './MoveTo.tsx';

const t = messages.deals;
type Props = Readonly<{ deal: Deal; stage: string; saving: boolean; open: boolean; onOpen: () => void; onMove: (stage: string) => void }>;

/** A deal on the board: a click opens it; dragging, Alt with an arrow key, or the card's menu moves it. */
export function DealCard({ deal, stage, saving, open, onOpen, onMove }: Props) {
  const canMove = deal.actions.includes('move');
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!canMove || !event.altKey || direction === 0) return;
    // From a stage that no longer exists (index −1), Alt+Right goes to the first stage.
    event.preventDefault();
    const to = stageNames[stageNames.indexOf(stage) + direction];
    if (to !== undefined) onMove(to);
  };
  const onDragStart = (event: DragEvent): void => {
    event.dataTransfer.setData('text/plain', deal.id);
    event.dataTransfer.effectAllowed = 'move';
  };
  return (
    <li
      className={`deal-card${saving ? ' is-saving' : ''}${open ? ' is-open' : ''}`}
      draggable={canMove}
      onDragStart={onDragStart}
      aria-busy={saving || undefined}
    >
      <button
        type="button"
        data-deal={deal.id}
        className="deal-card-open"
        aria-label={fill(t.open, { name: deal.name })}
        aria-keyshortcuts={canMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <strong>{deal.name}</strong>
      </button>
      <div className="deal-card-facts">
        <span className="deal-card-figures">
          <span className="money">{formatDealAmount(deal)}</span>
          <span className="muted">{deal.expected_close_date === null ? t.unknown : formatDate(deal.expected_close_date)}</span>
        </span>
        <span className="muted">{deal.owner_name ?? t.nobody}</span>
        <DealWarnings deal={deal} />
      </div>
      {canMove && <MoveTo deal={deal} stage={stage} small onMove={onMove} />}
    </li>
  );
}
