import type { ReactNode } from 'react';
import { type CardContent, RowCard } from '../../ui/display/RowCard.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import type { GridProps } from '../../ui/grid/types.ts';

const CARD_PX = 96;
const SKELETONS = [1, 2, 3, 4, 5];

type Props = Readonly<{
  label: string;
  cards: readonly Readonly<{ id: string; content: CardContent; onOpen: (() => void) | undefined }>[];
  state: GridProps<unknown>['state'];
  empty: ReactNode;
  openRow: string | null;
}>;

/** A list as cards, for phones. */
export default function RowCards({ label, cards, state, empty, openRow }: Props) {
  const isWaiting = state === 'stale' || (state === 'loading' && cards.length === 0);
  return (
    <ul className="row-cards" aria-label={label} aria-busy={isWaiting || state === 'loading'} data-failed={state === 'failed' || undefined}>
      {isWaiting && SKELETONS.map((index) => <Skeleton key={index} height={CARD_PX} />)}
      {!isWaiting && cards.length === 0 && <li>{empty}</li>}
      {!isWaiting && cards.map(({ id, content, onOpen }) => <RowCard key={id} content={content} open={openRow === id} onOpen={onOpen} />)}
    </ul>
  );
}
