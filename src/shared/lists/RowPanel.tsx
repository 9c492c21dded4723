import './list.css';
import { type ReactNode, useEffect } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyDialog } from '../../ui/dialog/index.ts';
import { angleLeft, angleRight } from '../../ui/display/icons.ts';
import { type KeyRow, usePageKeys } from '../../ui/support/pageKeys.ts';
import { useLatest } from '../../ui/support/useLatest.ts';

const t = messages.rowPanel;
const panelKeys: readonly KeyRow[] = [['J K', messages.keys.steps]];

type Props = {
  /** Identifies the row: "21906-ABC · Flagstaff Public Library · $24.34". */
  title: string;
  onClose: () => void;
  /** Undefined if there is no row above or below. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Further actions of the row. */
  actions?: ReactNode;
  /** The label of the close button, if "Close" could be mistaken for an action on the row. */
  closeLabel?: string;
  /** Additional shortcuts by lowercase key. `keyRows` describes all of the panel's shortcuts; it must be a stable array. */
  keys?: Readonly<Record<string, (() => void) | undefined>>;
  keyRows?: readonly KeyRow[];
  children: ReactNode;
};

/** True if the keystroke belongs to a text field, has a modifier, or a dialog is on top. */
const isHandledElsewhere = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  defaultPrevented ||
  (target instanceof Element && target.matches('input, select, textarea')) ||
  document.querySelectorAll('.p-dialog').length > 1;

/** K and J move to the row above and below. */
const useSteps = (steps: Readonly<Record<string, (() => void) | undefined>>): void => {
  const latest = useLatest(steps);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = latest.current[event.key.toLowerCase()];
      // Enter on a button or link activates it.
      const isPress = event.key === 'Enter' && event.target instanceof Element && event.target.matches('button, a');
      if (step && !isPress && !isHandledElsewhere(event)) step();
    };
    // In the capture phase, before the dialog stops the event.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
};

type StepProps = Readonly<{ icon: string; label: string; shortcut: string; onStep: (() => void) | undefined }>;

function StepButton({ icon, label, shortcut, onStep }: StepProps) {
  return (
    <Button
      severity="secondary"
      icon={icon}
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
      unavailable={!onStep}
      onClick={onStep}
    />
  );
}

/**
 * The details of a list row, in a modal dialog of constant height: next to the list from a width of 1200 px, over it below that
 * (look.md).
 */
export function RowPanel({
  title,
  onClose,
  onPrevious,
  onNext,
  actions,
  closeLabel = messages.close,
  keys,
  keyRows = panelKeys,
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
            <StepButton icon={angleLeft} label={t.previous} shortcut="K" onStep={onPrevious} />
            <StepButton icon={angleRight} label={t.next} shortcut="J" onStep={onNext} />
          </span>
          {actions}
          <Button severity="secondary" className="row-panel-close" onClick={onClose}>
            {closeLabel}
          </Button>
        </>
      }
    >
      {children}
    </LazyDialog>
  );
}
