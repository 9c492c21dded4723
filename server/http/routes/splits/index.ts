import type { Route } from '../../app.types.ts';
import { deleteSplit } from './deleteSplit.ts';
import { getSplit } from './getSplit.ts';
import { putSplit } from './putSplit.ts';

export const splitsRoutes: readonly Route[] = [deleteSplit, getSplit, putSplit];
