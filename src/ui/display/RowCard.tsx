import './rowCard.css';
import type { ReactNode } from 'react';

/** What a row is on a phone: what it is, how much, and what one looks for in it. */
export type CardFace = Readonly<{
  title: ReactNode;
  figure?: ReactNode;
  lines: readonly ReactNode[];
  /** What it lacks, in badges. */
  facts?: ReactNode;
  /** What is done with it, one tap each. */
  acts?: ReactNode;
  /** It counts no more. */
  muted?: boolean;
  /** It stands here only until the list is read again. */
  misfit?: boolean;
}>;
type Props = { face: CardFace; open?: boolean; onOpen?: (() => void) | undefined };

function Face({ face: { title, figure, lines } }: { face: CardFace }) {
  const shown = lines.filter((line) => line !== null && line !== '' && line !== false && line !== undefined);
  return (
    <>
      <span className="row-card-head">
        <strong>{title}</strong>
        {figure !== undefined && <span className="figure">{figure}</span>}
      </span>
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
        <span key={at} className="row-card-line">
          {line}
        </span>
      ))}
    </>
  );
}

/** A row of a list as a card: it opens where it is tapped, and its acts stand below. */
export function RowCard({ face, open = false, onOpen }: Props) {
  return (
    <li className="row-card" data-muted={face.muted || undefined} data-misfit={face.misfit || undefined} aria-current={open || undefined}>
      {onOpen ? (
        <button type="button" className="row-card-open" onClick={onOpen}>
          <Face face={face} />
        </button>
      ) : (
        <div className="row-card-open">
          <Face face={face} />
        </div>
      )}
      {face.facts}
      {face.acts && <span className="row-card-acts">{face.acts}</span>}
    </li>
  );
}
