import type { ReactNode } from 'react';
import { fill, messages } from '../../contract/messages.ts';
import { Button } from './Button.tsx';
import { angleLeft, angleRight } from './display/icons.ts';

export type PagerProps = {
  /** The position, such as "1–25 of 300"; announced when it changes. */
  text: string;
  /** The name of the list, for pages with several lists. */
  label?: string;
  canPrevious: boolean;
  canNext: boolean;
  /** Lists with a single page omit both callbacks. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Further controls, such as the page size. */
  children?: ReactNode;
};

/** Previous and next buttons for lists without page numbers (keyset cursors). */
export function Pager({ text, label, canPrevious, canNext, onPrevious, onNext, children }: PagerProps) {
  const position = (
    <span className="p-paginator-current figure" role="status">
      {text}
    </span>
  );
  if (!onPrevious || !onNext) return <div className="p-paginator">{position}</div>;
  return (
    <nav className="p-paginator" aria-label={label === undefined ? messages.pages.label : fill(messages.pages.named, { list: label })}>
      {children}
      {position}
      <span className="p-paginator-steps">
        <Button severity="secondary" icon={angleLeft} unavailable={!canPrevious} onClick={onPrevious}>
          {messages.pages.previous}
        </Button>
        <Button severity="secondary" className="p-paginator-next" unavailable={!canNext} onClick={onNext} icon={angleRight}>
          {messages.pages.next}
        </Button>
      </span>
    </nav>
  );
}
