import type { Route } from '../../app.types.ts';
import { commentPlanDraftRoute } from './commentPlanDraft.ts';
import { getPlanDraftRoute } from './getPlanDraft.ts';
import { listPlanDraftsRoute } from './listPlanDrafts.ts';
import { patchPlanDraftRoute } from './patchPlanDraft.ts';
import { postPlanDraftRoute } from './postPlanDraft.ts';
import { publishPlanDraftRoute } from './publishPlanDraft.ts';
import { stepPlanDraftRoute } from './stepPlanDraft.ts';
import { tryPlanDraftRoute } from './tryPlanDraft.ts';

export const planDraftsRoutes: readonly Route[] = [
  listPlanDraftsRoute,
  postPlanDraftRoute,
  getPlanDraftRoute,
  patchPlanDraftRoute,
  stepPlanDraftRoute,
  commentPlanDraftRoute,
  tryPlanDraftRoute,
  publishPlanDraftRoute,
];
