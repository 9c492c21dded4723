import type { Route } from '../../app.types.ts';
import { deleteViewRoute } from './deleteView.ts';
import { listViewsRoute } from './listViews.ts';
import { postViewRoute } from './postView.ts';
import { putViewRoute } from './putView.ts';

export const viewsRoutes: readonly Route[] = [listViewsRoute, postViewRoute, putViewRoute, deleteViewRoute];
