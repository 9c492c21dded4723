import { createElement, type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../support/later.tsx';
import type { DialogProps } from './types.ts';

const [LoadedDialog, fetchDialog] = lazyComponent(() => import('./Dialog.tsx'));

export { fetchDialog };

/** The dialog in its own chunk, loaded when one first opens. */
export function LazyDialog(props: DialogProps): ReactNode {
  const open = props.open ?? true;
  const [isNeeded, setNeeded] = useState(open);
  if (open && !isNeeded) setNeeded(true);
  return isNeeded ? createElement(Suspense, { fallback: null }, createElement(LoadedDialog, props)) : null;
}
