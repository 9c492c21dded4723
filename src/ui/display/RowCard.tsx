import './rowCard.css';
import type { ReactNode } from 'react';

/** A row as a phone card: title, figure, and the most important facts. */
export type CardContent = Readonly<{
  title: ReactNode;
  figure?: ReactNode;
  lines: readonly ReactNode[];
  /** A checkbox in the card's head, with its label for screen readers only. */
  select?: ReactNode;
  /** Missing facts as badges. */
  facts?: ReactNode;
  /** Actions, one tap each. */
  actions?: ReactNode;
  /** True if the row no longer counts. */
  muted?: boolean;
  /** True if the row no longer matches and stays only until the list is reloaded. */
  misfit?: boolean;
}>;
type Props = { content: CardContent; open?: boolean; onOpen?: (() => void) | undefined };

function CardSummary({ face: { title, figure, lines } }: { face: CardContent }) {
  const visibleLines = lines.filter((line) => line !== null && line !== '' && line !== false && line !== undefined);
  return (
    <>
      <span className="row-card-head">
        <strong>{title}</strong>
        {figure !== undefined && <span className="figure">{figure}</span>}
      </span>
      {visibleLines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index.
        <span key={index} className="row-card-line">
          {line}
        </span>
      ))}
    </>
  );
}

/** A list row as a card: a tap opens it, and its actions are below. */
export function RowCard({ content, open = false, onOpen }: Props) {
  return (
    <li
      className="row-card"
      data-muted={content.muted || undefined}
      data-misfit={content.misfit || undefined}
      aria-current={open || undefined}
    >
      {content.select && <span className="row-card-select">{content.select}</span>}
      {onOpen ? (
        <button type="button" className="row-card-open" onClick={onOpen}>
          <CardSummary face={content} />
        </button>
      ) : (
        <div className="row-card-open">
          <CardSummary face={content} />
        </div>
      )}
      {content.facts}
      {content.actions && <span className="row-card-acts">{content.actions}</span>}
    </li>
  );
}
