import type { InvoiceSplit } from '../../../contract/entities/split.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { splitNet } from '../../../contract/rules/commission/split.ts';
import { fromCents, PPM } from '../../../contract/rules/money.ts';
import type { ShareRow, SplitInvoiceRow } from '../../db/repositories/commissions/splits.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const nameOf = ({ by_first_name: first_name, by_last_name: last_name }: ShareRow): string | null =>
  first_name === null || last_name === null ? null : fullName({ first_name, last_name });

/** The people currently credited with an invoice: by the manual split or, without one, as recorded. */
export const readCurrentSplit = async (
  { splits }: Pick<Repositories, 'splits'>,
  { id, invoice_number, net_cents }: SplitInvoiceRow,
): Promise<InvoiceSplit> => {
  const byHand = await splits.current(id);
  const rows = byHand.length > 0 ? byHand : await splits.recorded(id);
  const [first] = byHand;
  const shares = rows.map(({ share_ppm }) => share_ppm / PPM);
  const isComplete = rows.reduce((sum, { share_ppm }) => sum + share_ppm, 0) === PPM;
  const parts = isComplete ? splitNet(net_cents, shares) : rows.map(() => 0);
  return {
    invoice_id: String(id),
    invoice_number,
    net_revenue: fromCents(net_cents),
    by_hand: first !== undefined,
    shares: rows.map((row, index) => ({
      user_id: String(row.user_id),
      name: fullName(row),
      share: row.share_ppm / PPM,
      net_revenue: fromCents(parts[index] ?? 0),
    })),
    reason: first?.reason ?? null,
    by: first ? nameOf(first) : null,
    since: first?.since ?? null,
    version: await splits.version(id),
  };
};

const idText = (id: number | null): string | null => (id === null ? null : String(id));
const mayReadSplit = (actor: Actor, { salesperson_id, manager_id }: SplitInvoiceRow): boolean =>
  can(actor, 'split:read', { owner_id: idText(salesperson_id), owner_manager_id: idText(manager_id) });

/** @throws Problem 404 if it does not exist or the actor may not read it */
export const readSplit = async ({ store }: Pick<Services, 'store'>, actor: Actor, id: number | null): Promise<InvoiceSplit> => {
  const invoice = id === null ? undefined : await store.splits.invoice(id);
  if (!invoice || !mayReadSplit(actor, invoice)) throw notFoundProblem('invoice');
  return readCurrentSplit(store, invoice);
};
