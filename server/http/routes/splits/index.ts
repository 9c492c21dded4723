import type { Route } from '../../app.types.ts';
import { deleteSplitRoute } from './deleteSplit.ts';
import { getSplitRoute } from './getSplit.ts';
import { putSplitRoute } from './putSplit.ts';

export const splitsRoutes: readonly Route[] = [deleteSplitRoute, getSplitRoute, putSplitRoute];
