import { fill, messages } from '../../../contract/messages.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { Problem } from '../shared/problem.ts';

/** A draft of the plans at the revision that was reviewed. */
export type DraftRevision = Readonly<{ id: number; revision: number }>;

/**
 * Marks a draft as published with a version. If an approver publishes the reviewed text but the draft has changed since, the draft remains
 * unpublished.
 * @throws Problem 409 stale_draft, draft_archived
 */
export const publishDraft = async (
  tx: Repositories,
  { userId, approval }: Principal,
  draft: DraftRevision,
  version: number,
): Promise<readonly AuditWrite[]> => {
  const isPublished = await tx.planDrafts.publish(draft, version);
  if (!isPublished && approval) return [];
  if (!isPublished) {
    const t = messages.planDraftRefusals;
    const row = await tx.planDrafts.byId(draft.id);
    if (row?.revision === draft.revision) throw new Problem(409, 'draft_archived', t.archived);
    const name = row?.editor_name ?? null;
    throw new Problem(409, 'stale_draft', name === null ? t.staleByNobody : fill(t.stale, { name }));
  }
  const entry = { actorId: userId, action: 'plan_draft.published', entity: 'plan_draft', entityId: String(draft.id) };
  return [{ ...entry, after: { revision: draft.revision, config_version: version } }];
};
