import './list.css';
import { type ReactNode, useEffect } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { angleLeft, angleRight } from '../../ui/display/icons.ts';
import { type KeyRow, usePageKeys } from '../../ui/support/pageKeys.ts';
import { useLatest } from '../../ui/support/useLatest.ts';

const text = messages.rowPanel;
const ofPanel: readonly KeyRow[] = [['J K', messages.keys.steps]];

type Props = {
  /** Names the row: "21906-ABC · Flagstaff Public Library · $24.34". */
  title: string;
  onClose: () => void;
  /** Absent where there is no row above or below. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** What else one does with the row. */
  actions?: ReactNode;
  /** Names the button that closes the panel, where "Close" would be mistaken for an action. */
  closeLabel?: string;
  /** Keys of its own, in lower case, and what the list of keys says of all that it hears: the same list at each rendering. */
  keys?: Readonly<Record<string, (() => void) | undefined>>;
  keyRows?: readonly KeyRow[];
  children: ReactNode;
};

/** Letters belong to a field, and the keys to what lies on top. */
const isElsewhere = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  defaultPrevented ||
  (target instanceof Element && target.matches('input, select, textarea')) ||
  document.querySelectorAll('.p-dialog').length > 1;

/** K and J go to the row above and below. */
const useSteps = (steps: Readonly<Record<string, (() => void) | undefined>>): void => {
  const latest = useLatest(steps);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = latest.current[event.key.toLowerCase()];
      // Enter on a button presses that button.
      const isPress = event.key === 'Enter' && event.target instanceof Element && event.target.matches('button, a');
      if (step && !isPress && !isElsewhere(event)) step();
    };
    // Before the dialog, which lets no key of its own out.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
};

/** The details of a row of a list: beside it from 1200 px of width, over it below; modal, always of the same height (look.md). */
export function RowPanel({
  title,
  onClose,
  onPrevious,
  onNext,
  actions,
  closeLabel = messages.close,
  keys,
  keyRows = ofPanel,
  children,
}: Props) {
  usePageKeys(keyRows);
  useSteps({ k: onPrevious, j: onNext, ...keys });
  return (
    <LazyDialog
      title={title}
      onClose={onClose}
      size="wide"
      tall
      position="right"
      footer={
        <>
          <span className="row-panel-steps">
            <Button
              severity="secondary"
              icon={angleLeft}
              title={text.previous}
              aria-keyshortcuts="K"
              unavailable={!onPrevious}
              onClick={onPrevious}
            >
              <span className="row-panel-word">{text.previous}</span>
            </Button>
            <Button severity="secondary" icon={angleRight} title={text.next} aria-keyshortcuts="J" unavailable={!onNext} onClick={onNext}>
              <span className="row-panel-word">{text.next}</span>
            </Button>
          </span>
          {actions}
          <Button severity="secondary" onClick={onClose}>
            {closeLabel}
          </Button>
        </>
      }
    >
      {children}
    </LazyDialog>
  );
}
