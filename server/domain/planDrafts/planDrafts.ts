import type {
  NewPlanDraft,
  PlanDraft,
  PlanDraftDetail,
  PlanDraftPage,
  PlanDraftState,
  PlanDraftText,
} from '../../../contract/entities/planDraft.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { planDraftForm } from '../../../contract/forms/planDraft.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PlanDraftRow, PlanDraftTextRow } from '../../db/repositories/planDrafts/planDrafts.ts';
import type { ConfigVersionRow } from '../../db/repositories/settings/config.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { invalidCursorProblem, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';

export type Deps = Pick<Services, 'store' | 'clock'>;
const KIND = 'plan-drafts';
const t = messages.planDraftRefusals;

export const draftStateOf = ({
  published_version,
  archived_at,
}: Pick<PlanDraftRow, 'published_version' | 'archived_at'>): PlanDraftState => {
  if (published_version !== null) return 'published';
  return archived_at === null ? 'draft' : 'archived';
};

const draftOf = (row: PlanDraftRow): PlanDraft => ({
  id: String(row.id),
  name: row.name,
  state: draftStateOf(row),
  revision: row.revision,
  base_version: row.base_version,
  published_version: row.published_version,
  created_by: row.author_name,
  created_at: row.created_at,
  changed_by: row.changer_name,
  changed_at: row.changed_at,
  comments: row.comments,
});
export const draftTextOf = (row: PlanDraftTextRow): PlanDraftText => ({
  ...draftOf(row),
  commissionsConfig: row.config,
  edited_by: row.editor_name,
});

/** @throws Problem 404 */
export const findDraft = async (tx: Pick<Repositories, 'planDrafts'>, id: number | null): Promise<PlanDraftTextRow> => {
  const row = id === null ? undefined : await tx.planDrafts.byId(id);
  if (!row) throw notFoundProblem('draft');
  return row;
};

export const draftEntryOf = ({ userId }: Principal, id: number, step: string, values: Readonly<{ before?: object; after?: object }>) => ({
  actorId: userId,
  action: `plan_draft.${step}`,
  entity: 'plan_draft',
  entityId: String(id),
  ...values,
});

const readCursor = (text: string): number => {
  const [kind, id] = readParts(text, 2);
  if (kind !== KIND || !isRowId(id)) throw invalidCursorProblem();
  return id;
};

/** All drafts, newest first. @throws Problem 400 for a foreign cursor */
export const listDrafts = async (
  { store }: Pick<Deps, 'store'>,
  { cursor, limit }: Readonly<{ cursor?: string; limit: number }>,
): Promise<PlanDraftPage> => {
  const before = cursor === undefined ? null : readCursor(cursor);
  const page = await readPage(
    limit,
    (maxRows) => store.planDrafts.page(before, maxRows),
    ({ id }) => writeParts([KIND, id]),
  );
  return { data: page.rows.map(draftOf), pagination: { cursor: page.cursor, limit, total: null } };
};

const plansOf = ({ id, config, created_at, first_name, last_name }: ConfigVersionRow) => ({
  version: id,
  commissionsConfig: config,
  saved_at: created_at,
  saved_by: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
});
const versionOf = async ({ config }: Pick<Repositories, 'config'>, id: number) => {
  const row = await config.version(id);
  if (!row) throw notFoundProblem('version');
  return plansOf(row);
};

/** A draft, the plans that it changes, and those in use. @throws Problem 404 */
export const readDraft = async ({ store }: Pick<Deps, 'store'>, id: number | null): Promise<PlanDraftDetail> => {
  const row = await findDraft(store, id);
  const { id: newest } = await store.config.newest();
  const [base, in_use] = [await versionOf(store, row.base_version), await versionOf(store, newest)];
  return { ...draftTextOf(row), base, in_use };
};

/** Creates a draft from the plans in use, or from another draft. @throws Problem 404, 422 */
export const addDraft = async (
  { store, clock }: Deps,
  principal: Principal,
  { name: typedName, copy_of }: NewPlanDraft,
  origin: Origin,
): Promise<PlanDraftText> => {
  await checkForm(planDraftForm, { name: typedName });
  const name = typedName.trim();
  const now = clock();
  return store.transaction(async (tx) => {
    const { open } = limits.planDrafts;
    if ((await tx.planDrafts.countOpen()) >= open) throw formProblem({ name: fill(t.tooMany, { most: open }) });
    const newest = await tx.config.newest();
    const source = copy_of === undefined ? null : await findDraft(tx, rowId(copy_of));
    const { config, base_version } = source ?? { config: newest.config, base_version: newest.id };
    const id = await tx.planDrafts.add({ name, config, base_version, userId: principal.userId }, now);
    const copyFields = source ? { copy_of: String(source.id) } : {};
    await tx.audit.write(draftEntryOf(principal, id, 'created', { after: { name, base_version, ...copyFields } }), origin, now);
    return draftTextOf(await findDraft(tx, id));
  });
};
