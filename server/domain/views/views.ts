import type { View, ViewBody, ViewChangeBody, ViewScreen } from '../../../contract/entities/view.ts';
import { viewForm } from '../../../contract/forms/view.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { ViewRow } from '../../db/repositories/views/views.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const t = messages.views;
type Deps = Pick<Services, 'store' | 'clock'>;
type SeenVersion = Readonly<{ id: number | null; version: number | null }>;

const ownerOf = ({ owner_id }: ViewRow) => ({ owner_id: owner_id === null ? null : String(owner_id) });
const viewOf = (row: ViewRow, actor: Actor): View => ({
  id: String(row.id),
  screen: row.screen,
  name: row.name,
  question: row.question,
  shared: row.shared,
  owner_name: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  own: can(actor, 'view:write', ownerOf(row)),
  version: row.version,
});
const viewNameTakenProblem = (): Problem => formProblem({ name: t.nameTaken });

/** The user's views of a screen and the shared ones, by name. */
export const listViews = async ({ store }: Pick<Services, 'store'>, actor: Actor, screen: ViewScreen): Promise<{ data: View[] }> => ({
  data: (await store.views.ofScreen(screen, Number(actor.id))).map((row) => viewOf(row, actor)),
});

/** @throws Problem 422 */
export const saveView = async ({ store, clock }: Deps, actor: Actor, body: ViewBody): Promise<View> => {
  await checkForm(viewForm, body);
  const name = body.name.trim();
  return store.transaction(async (tx) => {
    const owner_id = Number(actor.id);
    if ((await tx.views.count(body.screen, owner_id)) >= limits.views.maxViews)
      throw formProblem({ name: fill(t.tooMany, { most: limits.views.maxViews }) });
    const id = await tx.views.add({ ...body, name, owner_id }, clock());
    const row = id === null ? undefined : await tx.views.byId(id);
    if (!row) throw viewNameTakenProblem();
    return viewOf(row, actor);
  });
};

/** The view, if the actor may change it; another user's is treated as missing. @throws Problem 404 */
export const findChangeableView = (actor: Actor, row: ViewRow | undefined): ViewRow => {
  if (!row || !can(actor, 'view:write', ownerOf(row))) throw notFoundProblem('view');
  return row;
};

const lockView = async (tx: Repositories, actor: Actor, { id, version }: SeenVersion): Promise<ViewRow> => {
  const row = findChangeableView(actor, id === null ? undefined : await tx.views.lock(id));
  if (version !== null && version !== row.version) throw new Problem(409, 'stale_version', t.stale, { current: viewOf(row, actor) });
  return row;
};

/** `version`: the one seen; null for any. @throws Problem 404, 409 stale_version, 422 */
export const changeView = async (
  { store, clock }: Deps,
  actor: Actor,
  { body, ...seen }: SeenVersion & { body: ViewChangeBody },
): Promise<View> =>
  store.transaction(async (tx) => {
    const row = await lockView(tx, actor, seen);
    await checkForm(viewForm, body);
    const values = { ...body, name: body.name.trim() };
    if (!(await tx.views.change(row, values, clock()))) throw viewNameTakenProblem();
    return viewOf({ ...row, ...values, version: row.version + 1 }, actor);
  });

/** @throws Problem 404, 409 stale_version */
export const removeView = async ({ store }: Pick<Services, 'store'>, actor: Actor, seen: SeenVersion): Promise<void> =>
  store.transaction(async (tx) => tx.views.remove((await lockView(tx, actor, seen)).id));
