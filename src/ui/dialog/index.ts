import { createElement, lazy, type ReactNode, Suspense, useState } from 'react';

export type DialogProps = {
  /** The heading, which is also the accessible name. */
  title: string;
  open: boolean;
  onClose: () => void;
  /** False: neither Escape nor a close button takes it away. */
  dismissible?: boolean;
  size?: 'small' | 'normal' | 'wide';
  /** Buttons that stay in sight below the content. */
  footer?: ReactNode;
  children: ReactNode;
};

const Loaded = lazy(() => import('./Dialog.tsx').then((module) => ({ default: module.Dialog })));

/** The dialog, in a chunk of its own that is fetched when one first opens. */
export function LazyDialog(props: DialogProps): ReactNode {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? createElement(Suspense, { fallback: null }, createElement(Loaded, props)) : null;
}
