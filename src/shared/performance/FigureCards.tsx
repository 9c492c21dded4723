import './figureCards.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '../../ui/display/Skeleton.tsx';

export type FigureCard = Readonly<{
  name: string;
  label: string;
  value: string;
  /** Shown below the value. */
  hint?: ReactNode;
  /** The page with the rows behind the figure, or an anchor on this page ("#…"). */
  href?: string | undefined;
}>;
type Props = Readonly<{ label: string; cards: readonly FigureCard[]; loading: boolean; stale?: boolean }>;

function Value({ value, href, label }: FigureCard) {
  if (href === undefined) return value;
  const spokenText = `${label}: ${value}`;
  if (href.startsWith('#'))
    return (
      <a href={href} aria-label={spokenText}>
        {value}
      </a>
    );
  return (
    <Link href={href} aria-label={spokenText}>
      {value}
    </Link>
  );
}

export function FigureCards({ label, cards, loading, stale = false }: Props) {
  return (
    <section className="figure-cards" aria-label={label} aria-busy={loading}>
      {cards.map((card) => (
        <div key={card.name} className="figure-card" data-stale={stale || undefined}>
          <span className="figure-card-label">{card.label}</span>
          <span className="figure-card-value figure">{loading ? <Skeleton width="7ch" height="1.2em" /> : <Value {...card} />}</span>
          <span className="figure-card-hint">{!loading && card.hint}</span>
        </div>
      ))}
    </section>
  );
}
