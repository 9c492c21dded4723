import type { Route } from '../../app.types.ts';
import { deleteView } from './deleteView.ts';
import { listViews } from './listViews.ts';
import { postView } from './postView.ts';
import { putView } from './putView.ts';

export const viewsRoutes: readonly Route[] = [listViews, postView, putView, deleteView];
