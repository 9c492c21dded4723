import { can, type Permission, reachOf } from '../../../contract/permissions.ts';
import { requirePermitted } from '../../domain/adjustments/changeAdjustment.ts';
import { canAccessDeal } from '../../domain/deals/dealScope.ts';
import { canActOnDispute, canOpenDispute, type DisputeAction } from '../../domain/disputes/disputeView.ts';
import { readEditRights } from '../../domain/events/eventRights.ts';
import { canAccessGoal } from '../../domain/performance/goalView.ts';
import type { Principal } from '../../domain/session/principal.ts';
import { canAccessInvoice } from '../../domain/shared/invoiceScope.ts';
import { forbidden, notFoundProblem } from '../../domain/shared/problem.ts';
import { rowId } from '../../domain/shared/rowId.ts';
import type { Services } from '../../domain/shared/services.ts';
import { findInvoiceToSplit } from '../../domain/splits/splitInvoice.ts';
import { findChangeableView } from '../../domain/views/views.ts';
import type { ServerApp } from '../app.types.ts';

type Actor = Principal['actor'];
type Store = Services['store'];
/** @throws Problem 403, 404 */
type AssertAccess = (store: Store, actor: Actor, id: string) => unknown;

const assertRow =
  <Row>(
    action: string,
    read: (store: Store, id: number) => Promise<Row | undefined>,
    isAllowed: (actor: Actor, row: Row, store: Store) => boolean | Promise<boolean>,
  ): AssertAccess =>
  async (store, actor, text) => {
    const id = rowId(text);
    const row = id === null ? undefined : await read(store, id);
    if (!row) throw notFoundProblem(action);
    if (!(await isAllowed(actor, row, store))) throw forbidden();
  };

const assertPerson =
  (permission: Permission): AssertAccess =>
  (_store, actor, id) => {
    if (!can(actor, permission, { owner_id: id })) throw forbidden();
  };

const assertAdjustment: AssertAccess = async ({ adjustments }, actor, text) => {
  const id = rowId(text);
  requirePermitted(actor, 'adjustment:write', id === null ? undefined : await adjustments.byId(id));
};

const assertView: AssertAccess = async ({ views }, actor, text) => {
  const id = rowId(text);
  findChangeableView(actor, id === null ? undefined : await views.byId(id));
};

const assertDispute = (action: DisputeAction): AssertAccess =>
  assertRow(
    'question',
    ({ disputes }, id) => disputes.byId(id),
    (actor, row) => canActOnDispute(actor, row, action),
  );

/** By the route's permission: checks the actor's right to the row with this id. */
const assertsByPermission: Readonly<Partial<Record<Permission, AssertAccess>>> = {
  'adjustment:write': assertAdjustment,
  'deal:write': assertRow(
    'deal',
    ({ deals }, id) => deals.byId(id),
    (actor, row) => canAccessDeal(actor, 'deal:write', row),
  ),
  'event:edit': assertRow(
    'event',
    ({ events }, id) => events.byId(id),
    async (actor, row, store) => (await readEditRights(store, actor))(row),
  ),
  'goal:write': assertRow(
    'goal',
    ({ goals }, id) => goals.byId(id),
    (actor, row) => canAccessGoal(actor, 'goal:write', row),
  ),
  'invoice:write': assertRow(
    'invoice',
    ({ invoiceRows }, id) => invoiceRows.byId(id),
    (actor, row) => canAccessInvoice(actor, 'invoice:write', row),
  ),
  'preferences:write': assertPerson('preferences:write'),
  'split:write': (store, actor, id) => findInvoiceToSplit(store, actor, rowId(id)),
  'user:update': assertPerson('user:update'),
  'view:write': assertView,
};

/**
 * By operation, if the permission is too coarse: not everybody who may read a question may answer it, and only its author may withdraw it.
 */
const assertsByOperation: Readonly<Record<string, AssertAccess>> = {
  openDispute: assertRow('commission', ({ invoices }, id) => invoices.recordById(id), canOpenDispute),
  replyToDispute: assertDispute('reply'),
  takeDispute: assertDispute('take'),
  resolveDispute: assertDispute('resolve'),
  withdrawDispute: assertDispute('withdraw'),
};

/**
 * If a permission covers only some rows, checks the right to this row before parsing the body, so that outsiders learn nothing about the
 * form (decisions 3.05). The use case checks again in its transaction: this check decides which error comes first, not what is allowed.
 */
export const addRowAccessCheck = (app: ServerApp, { store }: Pick<Services, 'store'>): void => {
  app.addHook('preParsing', async ({ principal, params, routeOptions: { config, schema } }) => {
    const { id } = params as { id?: string };
    const { permission } = config;
    if (!principal || !schema?.body || id === undefined || permission === undefined || permission === 'public') return;
    const { actor } = principal;
    const assertPermission = reachOf(actor, permission) === 'all' ? undefined : assertsByPermission[permission];
    await (assertsByOperation[schema.operationId ?? ''] ?? assertPermission)?.(store, actor, id);
  });
};
