import './theme/sidePanel.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../../contract/messages.ts';
import { Button } from './Button.tsx';
import { LazyDialog } from './dialog/index.ts';
import { times } from './icons.ts';
import { useNarrow } from './useNarrow.ts';

export type SidePanelProps = {
  /** The heading, which is also the accessible name. */
  title: string;
  /** What it is about: another one takes the focus again. */
  subject: string;
  onClose: () => void;
  children: ReactNode;
};

const coveredByDialog = (): boolean => document.querySelector('.p-dialog-mask') !== null;

/** More of one thing beside a list that stays usable; on a phone a full sheet. Escape closes it, and the focus goes back to where it came from. */
export function SidePanel(props: SidePanelProps) {
  const narrow = useNarrow();
  if (!narrow) return <BesidePanel {...props} />;
  return (
    <LazyDialog title={props.title} onClose={props.onClose}>
      {props.children}
    </LazyDialog>
  );
}

function BesidePanel({ title, subject, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject is the reason to run, not a value to read.
  useEffect(() => {
    const now = document.activeElement;
    if (now && now !== document.body && !panel.current?.contains(now)) opener.current = now;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollTo?.(0, 0);
  }, [subject]);
  useEffect(() => {
    const own = panel.current;
    return () => {
      const now = document.activeElement;
      const lost = now === null || now === document.body || own?.contains(now);
      if (lost && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !coveredByDialog()) close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className="side-panel no-print" ref={panel} tabIndex={-1} aria-label={title}>
      <header className="side-panel-head">
        <h2>{title}</h2>
        <Button severity="text" size="small" icon={times} aria-label={messages.close} onClick={onClose} />
      </header>
      <div className="side-panel-body">{children}</div>
    </aside>
  );
}
