import './list.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { angleLeft, angleRight } from '../../ui/icons.ts';
import { type KeyRow, usePageKeys } from '../../ui/pageKeys.ts';

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
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = latest.current[event.key.toLowerCase()];
      if (step && !isElsewhere(event)) step();
    };
    // Before the dialog, which lets no key of its own out.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
};

/** The details of a row of a list: beside it from 1200 px of width, over it below; modal, always of the same height (look.md). */
export function RowPanel({ title, onClose, onPrevious, onNext, actions, children }: Props) {
  usePageKeys(ofPanel);
  useSteps({ k: onPrevious, j: onNext });
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
            <Button severity="secondary" icon={angleLeft} aria-keyshortcuts="K" unavailable={!onPrevious} onClick={onPrevious}>
              {text.previous}
            </Button>
            <Button severity="secondary" icon={angleRight} aria-keyshortcuts="J" unavailable={!onNext} onClick={onNext}>
              {text.next}
            </Button>
          </span>
          {actions}
          <Button severity="secondary" onClick={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      {children}
    </LazyDialog>
  );
}
