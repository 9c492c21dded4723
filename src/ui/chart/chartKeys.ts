import { messages } from '../../../contract/messages.ts';
import type { KeyRow } from '../support/pageKeys.ts';

/** What a chart hears while one of its points has the focus. */
export const chartKeys: readonly KeyRow[] = [
  ['↑ ↓ ← →', messages.keys.points],
  ['Enter', messages.keys.pointRows],
];
