import { createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import type { DialogProps } from './types.ts';

const Loaded = lazy(() => import('./Dialog.tsx'));

/** The dialog, in a chunk of its own that is fetched when one first opens. */
export function LazyDialog(props: DialogProps): ReactNode {
  const open = props.open ?? true;
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted ? createElement(Suspense, { fallback: null }, createElement(Loaded, props)) : null;
}
