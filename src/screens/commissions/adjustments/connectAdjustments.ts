import type { SnapshotFrom } from 'xstate';
import {
  type Adjustment,
  adjustedInvoice,
  type adjustmentActions,
  adjustmentStateBadges,
  adjustmentStates,
} from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Actor, can } from '../../../../contract/permissions.ts';
import { monthName } from '../../../../contract/rules/time/dayText.ts';
import { isDay, yearOf } from '../../../../contract/rules/time/period.ts';
import type { adjustmentsMachine } from '../../../machines/adjustments/adjustments.machine.ts';
import type { cursorPagesMachine } from '../../../machines/lists/cursorPages.machine.ts';
import { connectPages } from '../../../shared/lists/connectPages.ts';
import { amountText, centsOf, formatDate, formatMoney, NONE } from '../../../ui/format.ts';
import type { Team } from '../useTeam.ts';

type Screen = SnapshotFrom<typeof adjustmentsMachine>;
type Pages = SnapshotFrom<typeof cursorPagesMachine>;
export type AdjustmentAction = (typeof adjustmentActions)[number];

const text = messages.adjustments;

export const amountOf = (row: Adjustment): string => formatMoney(centsOf(row.adjustment_amount));

/** Which adjustment is asked about: whose, of which invoice, how much, in which month. */
export const aboutAdjustment = (row: Adjustment): { what: string; person: string } => {
  const person = row.salesperson_name || text.nobody;
  const day = row.effective_date ?? row.created_at.slice(0, 10);
  const month = isDay(day) ? `${monthName(day)} ${yearOf(day)}` : NONE;
  return { person, what: fill(text.what, { amount: amountOf(row), person, invoice: adjustedInvoice(row) || NONE, month }) };
};

/** spec 6.03: what the server says, else what the table of permissions says of the row's owner. */
export const actionsOf = (user: Actor, row: Adjustment): readonly AdjustmentAction[] => {
  if (row.actions) return row.actions;
  const target = { owner_id: row.user_id ?? null, owner_manager_id: row.owner_manager_id ?? null };
  return can(user, 'adjustment:write', target) ? ['edit'] : [];
};

/** spec 2.37, 6.03: the same check for a commission record. */
export const mayAdjust = (user: Actor, row: Commission, team: Team): boolean => {
  const manager = row.owner_manager_id ?? (team.people.includes(row.user_id) ? user.id : null);
  return can(user, 'adjustment:write', { owner_id: row.user_id, owner_manager_id: manager });
};

/** A row whose record or invoice is the team's is the manager's, where the provider does not say whose it is. */
const ofTeam =
  (user: Actor, { records, invoices }: Team) =>
  (row: Adjustment): Adjustment => {
    const isTheirs = row.commission_id === null ? invoices.includes(row.related_invoice_id) : records.includes(row.commission_id);
    return row.owner_manager_id === undefined && isTheirs ? { ...row, owner_manager_id: user.id } : row;
  };

/** spec 2.36: the search reads reason, invoice, commission and amount of the rows on this page. */
const found = (rows: readonly Adjustment[], search: string): readonly Adjustment[] => {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    [
      row.adjustment_reason,
      row.related_invoice_id,
      row.invoice_number ?? '',
      row.commission_id ?? '',
      amountText(row.adjustment_amount),
      amountOf(row),
    ].some((each) => each.toLowerCase().includes(wanted)),
  );
};

export const stateOptions = [
  { value: '', label: text.stateAll },
  ...adjustmentStates.map((value) => ({ value, label: adjustmentStateBadges[value].label })),
];

const emptyWhy = ({ range, state }: Screen['context']): string => {
  const days = { start: formatDate(range.start_date), end: formatDate(range.end_date) };
  return state === ''
    ? fill(text.emptyWhy, days)
    : fill(text.emptyStateWhy, { ...days, state: adjustmentStateBadges[state].label.toLowerCase() });
};

/** What the server lists, as changed on this page (spec 2.38). */
const withDrafts = ({ drafts, removed }: Screen['context'], listed: readonly Adjustment[]): readonly Adjustment[] => {
  const gone = new Set([...removed, ...drafts.map((draft) => draft.id)]);
  return gone.size === 0 ? listed : [...drafts, ...listed.filter((row) => !gone.has(row.id))];
};

/** What an export holds: every listed row that the search finds. */
export const rowsToExport = (context: Screen['context'], listed: readonly Adjustment[]): readonly Adjustment[] =>
  found(withDrafts(context, listed), context.search);

/** Snapshots of the table and of its pages → what the card shows. */
export const connectAdjustments = (screen: Screen, pages: Pages, user: Actor, team: Team) => {
  const { context } = screen;
  const { loaded, failure, ...page } = connectPages<Adjustment>(pages);
  const all = withDrafts(context, loaded).map(ofTeam(user, team));
  return {
    ...page,
    rows: found(all, context.search),
    /** Another one each time the table was read. */
    page: pages.context.page,
    error: failure,
    decideError: context.error,
    deciding: screen.matches('deciding'),
    live: context.live,
    drafts: context.drafts,
    hasLocal: context.drafts.length + context.removed.length > 0,
    /** spec 2.37; vp_sales and admin may act on any row there could be. */
    mayAct: can(user, 'adjustment:write') || all.some((row) => actionsOf(user, row).length > 0),
    state: context.state,
    search: context.search,
    sort: context.sort,
    range: context.range,
    empty:
      all.length === 0 ? { title: text.empty, why: emptyWhy(context) } : { title: text.noResults, why: messages.commissions.searchHint },
    subject: screen.matches('editing') ? context.subject : null,
  };
};
