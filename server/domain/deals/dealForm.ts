import { dealForm } from '../../../contract/forms/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { createCreditCheck } from '../shared/mayBeCredited.ts';
import { formProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { parseFormCents, type RawFormBody, readTyped } from '../shared/typed.ts';

const t = messages.dealFormText;

export type DealFormBody = RawFormBody<typeof dealForm>;
export type DealInput = Readonly<{
  name: string;
  customer_name: string;
  owner_id: number | null;
  /** Null if no stage was given. */
  stage: string | null;
  amount_cents: Cents | null;
  expected_close_date: Day | null;
  notes: string | null;
}>;

/** @throws Problem 422 naming each field */
export const readDeal = async (body: DealFormBody): Promise<DealInput> => {
  const form = await readTyped(dealForm, body);
  const owner = rowId(form.owner_id);
  if (form.owner_id !== '' && owner === null) throw formProblem({ owner_id: t.ownerUnknown });
  return {
    name: form.name,
    customer_name: form.customer_name,
    owner_id: owner,
    stage: form.stage || null,
    amount_cents: form.amount === '' ? null : parseFormCents(form.amount),
    expected_close_date: form.expected_close_date || null,
    notes: form.notes || null,
  };
};

/**
 * Checks the new owner: a seller within the actor's reach. Only users who also see unowned deals may leave a deal without an owner.
 * @param before the previous owner, who may always keep the deal
 * @throws Problem 422 naming owner_id
 */
export const checkOwner = async (
  tx: Pick<Repositories, 'config' | 'deals' | 'users'>,
  actor: Actor,
  owner: number | null,
  at: Date,
  before: number | null | undefined,
): Promise<void> => {
  if (owner === before) return;
  if (owner === null) {
    if (reachOf(actor, 'deal:write') !== 'all') throw formProblem({ owner_id: t.ownerRequired });
    return;
  }
  const person = await tx.deals.owner(owner);
  const today = todayIn((await currentConfig(tx)).config.timezone, at);
  if (!person || !(await createCreditCheck(tx, [owner]))(owner, today)) throw formProblem({ owner_id: t.ownerUnknown });
  const target = { owner_id: String(owner), owner_manager_id: person.manager_id === null ? null : String(person.manager_id) };
  if (!can(actor, 'deal:write', target)) throw formProblem({ owner_id: t.ownerRefused });
};

/** The id of the customer with this name; created if new. */
export const findOrCreateCustomer = async (
  { importedFacts }: Pick<Repositories, 'importedFacts'>,
  name: string,
): Promise<number | null> => {
  const { ids } = await importedFacts.customers([name]);
  return ids.get(name.toLowerCase()) ?? null;
};
