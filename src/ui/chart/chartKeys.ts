import { messages } from '../../../contract/messages.ts';
import type { KeyRow } from '../support/pageKeys.ts';

/** Keyboard shortcuts while a point of a chart has focus. */
export const chartKeys: readonly KeyRow[] = [
  ['↑ ↓ ← →', messages.keys.points],
  ['Enter', messages.keys.pointRows],
];
