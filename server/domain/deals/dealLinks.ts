import type { DealChoice, DealLink } from '../../../contract/entities/deal.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { LinkKind } from '../../db/repositories/deals/dealLinks.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { paysByActivity } from '../plans/planUses.ts';
import type { Principal } from '../session/principal.ts';
import { visibleInvoices } from '../shared/invoiceScope.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { canAccessDeal } from './dealScope.ts';
import { findReadableDeal } from './findDeal.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
export type LinkRequest = Readonly<{ dealId: number | null; kind: LinkKind; id: number | null }>;
const t = messages.dealRefusals;

/** The events and invoices linked to a deal, limited to those the actor may see. @throws Problem 403, 404 */
export const listDealLinks = async ({ store }: Pick<Services, 'store'>, actor: Actor, dealId: number | null): Promise<DealLink[]> => {
  const deal = await findReadableDeal(store, actor, dealId);
  const rows = await store.dealLinks.of(deal.id, await visibleInvoices(store, actor));
  return rows.map(({ id, amount_cents, ...row }) => ({
    ...row,
    id: String(id),
    amount: amount_cents === null ? null : fromCents(amount_cents),
  }));
};

type LinkVerb = 'linked' | 'unlinked';
type LinkChange = Readonly<{ kind: LinkKind; id: number; verb: LinkVerb }>;
/** @throws Problem 409 if nothing would change */
const writeLink = async (tx: Repositories, dealId: number, { kind, id, verb }: LinkChange, userId: number, at: Date): Promise<void> => {
  const { add, end } = tx.dealLinks;
  if (verb === 'linked' && !(await add(dealId, kind, id, userId, at))) throw new Problem(409, 'deal_linked', t.linked);
  if (verb === 'unlinked' && !(await end(dealId, kind, id, at))) throw new Problem(409, 'deal_not_linked', t.notLinked);
};
const changeLink = ({ store, clock }: Deps, principal: Principal, request: LinkRequest, verb: LinkVerb, origin: Origin): Promise<void> => {
  const at = clock();
  const { actor, userId } = principal;
  const change = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<void>> => {
    const deal = request.dealId === null ? undefined : await tx.deals.lock(request.dealId);
    if (!deal) throw notFoundProblem('deal');
    if (!canAccessDeal(actor, 'deal:write', deal)) throw forbidden();
    const { kind, id } = request;
    // The same error whether the item is missing or invisible to the actor.
    if (id === null || !(await tx.dealLinks.exists(kind, id, await visibleInvoices(tx, actor))))
      throw formProblem({ id: kind === 'event' ? t.noEvent : t.noInvoice });
    if (await paysByActivity(tx)) await declareFacts(kind === 'event' ? { events: [id] } : { invoices: [id] });
    await writeLink(tx, deal.id, { kind, id, verb }, userId, at);
    const link = { kind, id };
    const entry = { actorId: userId, action: `deal.${verb}`, entity: 'deal', entityId: String(deal.id) };
    const entries = [{ ...entry, ...(verb === 'linked' ? { after: link } : { before: link }) }];
    return { why: { kind: 'deal', id: deal.id, name: deal.name }, finish: async () => ({ answer: undefined, entries }) };
  };
  return store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => change(tx, declareFacts)));
};

/** @throws Problem 403, 404, 409 deal_linked, 422 if the item does not exist or the actor may not see it */
export const linkDeal = (deps: Deps, principal: Principal, link: LinkRequest, origin: Origin): Promise<void> =>
  changeLink(deps, principal, link, 'linked', origin);

/** @throws Problem 403, 404, 409 deal_not_linked, 422 */
export const unlinkDeal = (deps: Deps, principal: Principal, link: LinkRequest, origin: Origin): Promise<void> =>
  changeLink(deps, principal, link, 'unlinked', origin);

/** Choices for a deal form: customers by name, and events and invoices to link. */
export const searchDealChoices = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  kind: LinkKind | 'customer',
  input: string,
): Promise<DealChoice[]> => {
  const q = input.trim();
  if (q === '') return [];
  const { choices } = limits.deals;
  const { customers, events, invoices } = store.dealLinks;
  const rows =
    kind === 'customer'
      ? await customers(q, choices)
      : kind === 'event'
        ? await events(q, choices)
        : await invoices(q, await visibleInvoices(store, actor), choices);
  return rows.map(({ id, ...row }) => ({ ...row, id: String(id) }));
};
