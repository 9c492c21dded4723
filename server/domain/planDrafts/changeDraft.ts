import type { PlanDraftChange, PlanDraftText } from '../../../contract/entities/planDraft.ts';
import { planDraftForm } from '../../../contract/forms/planDraft.ts';
import { type PlanDraftEvent, planDraftLifecycle } from '../../../contract/lifecycles/planDraft.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { PlanDraftTextRow } from '../../db/repositories/planDrafts/planDrafts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import { type Deps, draftEntryOf, draftStateOf, draftTextOf, findDraft } from './planDrafts.ts';

const t = messages.planDraftRefusals;
/** Within this time, all changes that one person makes to a draft are one row of the audit log. */
const EDIT_WINDOW_MS = 3_600_000;

/** @throws Problem 409 draft_published, draft_archived, draft_open */
export const assertStep = (row: PlanDraftTextRow, type: PlanDraftEvent['type']): void => {
  const state = draftStateOf(row);
  if (canStep(planDraftLifecycle, state, { type }, {})) return;
  if (state === 'published') throw new Problem(409, 'draft_published', fill(t.published, { version: row.published_version ?? 0 }));
  if (state === 'archived') throw new Problem(409, 'draft_archived', t.archived);
  throw new Problem(409, 'draft_open', t.notArchived);
};

/** @throws Problem 409 stale_draft with the current draft, naming who changed it last */
export const assertRevision = (row: PlanDraftTextRow, revision: number): void => {
  if (row.revision === revision) return;
  const message = row.editor_name === null ? t.staleByNobody : fill(t.stale, { name: row.editor_name });
  throw new Problem(409, 'stale_draft', message, { current: draftTextOf(row) });
};

/** @throws Problem 422 */
const checkText = ({ commissionsConfig, base_version, revision }: PlanDraftChange): void => {
  const { maxBytes } = limits.config;
  if (commissionsConfig !== undefined && Buffer.byteLength(commissionsConfig) > maxBytes)
    throw formProblem({ commissionsConfig: fill(t.textLong, { most: maxBytes / 1024 }) });
  const needsRevision = commissionsConfig !== undefined || base_version !== undefined;
  if (needsRevision && revision === undefined) throw formProblem({ revision: t.revisionNeeded });
};

const lockDraft = async (tx: Repositories, id: number | null): Promise<PlanDraftTextRow> => {
  if (id !== null) await tx.planDrafts.lock(id);
  return findDraft(tx, id);
};

const assertNewest = async (tx: Repositories, version: number | undefined): Promise<void> => {
  const { id: newest } = await tx.config.newest();
  if (version !== undefined && version !== newest) throw new Problem(409, 'plans_changed', fill(t.notNewest, { version: newest }));
};

type DraftColumns = Readonly<{ name?: string; config?: string; base_version?: number }>;
const entriesOf = (principal: Principal, row: PlanDraftTextRow, { name, config, base_version }: DraftColumns, now: Date): AuditWrite[] => {
  const { edit_by, edit_at } = row;
  const isSameEdit = edit_by === principal.userId && edit_at !== null && now.getTime() - Date.parse(edit_at) < EDIT_WINDOW_MS;
  return [
    ...(name === undefined ? [] : [draftEntryOf(principal, row.id, 'renamed', { before: { name: row.name }, after: { name } })]),
    ...(config === undefined || isSameEdit ? [] : [draftEntryOf(principal, row.id, 'edited', { after: { revision: row.revision + 1 } })]),
    ...(base_version === undefined
      ? []
      : [draftEntryOf(principal, row.id, 'rebased', { before: { base_version: row.base_version }, after: { base_version } })]),
  ];
};

/**
 * Renames a draft, saves its text, or rebases it on the plans in use. A text that equals the stored one is not a change.
 * @throws Problem 404, 409 draft_published, draft_archived, stale_draft, plans_changed, 422
 */
export const changeDraft = async (
  { store, clock }: Deps,
  principal: Principal,
  id: number | null,
  body: PlanDraftChange,
  origin: Origin,
): Promise<PlanDraftText> => {
  if (body.name !== undefined) await checkForm(planDraftForm, { name: body.name });
  checkText(body);
  const now = clock();
  return store.transaction(async (tx) => {
    const row = await lockDraft(tx, id);
    assertStep(row, 'edit');
    const { commissionsConfig: config, base_version, revision } = body;
    const name = body.name?.trim();
    const changesText = config !== undefined && config !== row.config;
    if (changesText || base_version !== undefined) assertRevision(row, revision ?? 0);
    await assertNewest(tx, base_version);
    const changed: DraftColumns = {
      ...(name === undefined || name === row.name ? {} : { name }),
      ...(changesText ? { config } : {}),
      ...(base_version === undefined || base_version === row.base_version ? {} : { base_version }),
    };
    if (Object.keys(changed).length === 0) return draftTextOf(row);
    await tx.planDrafts.change(row.id, changed, principal.userId, now);
    await tx.audit.writeAll(entriesOf(principal, row, changed, now), origin, now);
    return draftTextOf(await findDraft(tx, row.id));
  });
};

/** Archives a draft, or restores it. @throws Problem 404, 409 draft_published, draft_archived, draft_open, too_many_drafts */
export const archiveDraft = async (
  { store, clock }: Deps,
  principal: Principal,
  id: number | null,
  step: 'archive' | 'restore',
  origin: Origin,
): Promise<PlanDraftText> => {
  const now = clock();
  return store.transaction(async (tx) => {
    const row = await lockDraft(tx, id);
    assertStep(row, step);
    const { open } = limits.planDrafts;
    if (step === 'restore' && (await tx.planDrafts.countOpen()) >= open)
      throw new Problem(409, 'too_many_drafts', fill(t.tooMany, { most: open }));
    await tx.planDrafts.archive(row.id, step === 'archive' ? now : null, principal.userId, now);
    await tx.audit.write(draftEntryOf(principal, row.id, `${step}d`, { after: { name: row.name } }), origin, now);
    return draftTextOf(await findDraft(tx, row.id));
  });
};
