import type { SnapshotFrom } from 'xstate';
import {
  type Adjustment,
  type adjustmentActions,
  adjustmentSortFields,
  adjustmentStateBadges,
  adjustmentStates,
  invoiceLabelOf,
  labelWithoutInvoice,
} from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../../contract/permissions.ts';
import { monthName } from '../../../../contract/rules/time/dayText.ts';
import { type DateRange, isDay, yearOf } from '../../../../contract/rules/time/period.ts';
import type { adjustmentsMachine } from '../../../machines/adjustments/adjustments.machine.ts';
import { findOpenRow, searchRows } from '../../../shared/lists/connectList.ts';
import type { ListNames } from '../../../shared/lists/listInUrl.ts';
import type { BoundListView } from '../../../shared/lists/useList.ts';
import { amountText, centsOf, formatDate, formatMoney, NONE } from '../../../ui/display/format.ts';
import type { AdjustableTeam } from '../useTeam.ts';

type Screen = SnapshotFrom<typeof adjustmentsMachine>;
type List = BoundListView<Adjustment>;
export type AdjustmentAction = (typeof adjustmentActions)[number];

const t = messages.adjustments;

export const adjustmentAmountText = (row: Adjustment): string => formatMoney(centsOf(row.adjustment_amount));

const getPerson = (row: Adjustment): string => row.salesperson_name || t.nobody;
type Sentence = Exclude<keyof typeof t.withoutInvoice, 'changedByOthers'>;
/** A sentence about an adjustment that names its invoice or its person. */
const toSentence = (sentence: Sentence, row: Adjustment, extraValues: Readonly<Record<string, string>> = {}): string => {
  const words = { amount: adjustmentAmountText(row), person: getPerson(row), ...extraValues };
  const name = labelWithoutInvoice(row);
  if (name !== null) return fill(t.withoutInvoice[sentence], { ...words, name: name.toLowerCase() });
  return fill(t[sentence], { ...words, invoice: invoiceLabelOf(row) });
};

/** The title of the details, worded as a question. */
export const adjustmentTitle = (row: Adjustment): string => toSentence('openWhy', row);
export const openLabel = (row: Adjustment): string => toSentence('open', row);
export const actionLabel = (action: AdjustmentAction, row: Adjustment): string =>
  toSentence('actionOn', row, { action: t.actions[action] });

/** Identifies an adjustment in a confirmation: person, invoice, amount and month. */
export const describeAdjustment = (row: Adjustment): { what: string; person: string } => {
  const day = row.effective_date ?? row.created_at.slice(0, 10);
  const month = isDay(day) ? `${monthName(day)} ${yearOf(day)}` : NONE;
  return { person: getPerson(row), what: toSentence('what', row, { month }) };
};

/** The actions sent by the server; without them, the permission table decides for the row's owner (spec 6.03). */
export const getActions = (user: Actor, row: Adjustment): readonly AdjustmentAction[] => {
  if (row.actions) return row.actions;
  const target = { owner_id: row.user_id ?? null, owner_manager_id: row.owner_manager_id ?? null };
  return can(user, 'adjustment:write', target) ? ['edit'] : [];
};

export const canAdjust = (user: Actor, row: Commission, team: AdjustableTeam): boolean => {
  const manager = row.owner_manager_id ?? (team.people.includes(row.user_id) ? user.id : null);
  return can(user, 'adjustment:write', { owner_id: row.user_id, owner_manager_id: manager });
};

/** Sets the user as manager of rows on the team's records or invoices if the provider sends no manager. */
const withTeamManager =
  (user: Actor, { records, invoices }: AdjustableTeam) =>
  (row: Adjustment): Adjustment => {
    const isTeamRow =
      row.commission_id === null
        ? row.related_invoice_id !== null && invoices.includes(row.related_invoice_id)
        : records.includes(row.commission_id);
    return row.owner_manager_id === undefined && isTeamRow ? { ...row, owner_manager_id: user.id } : row;
  };

/** spec 2.36: the search matches reason, invoice, commission and amount of the rows on this page. */
const toSearchTexts = (row: Adjustment): readonly string[] => [
  row.adjustment_reason,
  row.related_invoice_id ?? '',
  row.invoice_number ?? '',
  row.commission_id ?? '',
  amountText(row.adjustment_amount),
  adjustmentAmountText(row),
];

/** decisions 8.02: the URL parameters of this list, distinct from those of the commissions. */
export const adjustmentListNames = (live: boolean): ListNames => ({
  filters: { state: { name: 'adjustments', accepts: (value) => live && adjustmentStates.some((state) => state === value) } },
  sort: { name: 'adjustment_sort', keys: adjustmentSortFields },
  rows: { '': 'adjustment' },
});

export const stateLabel = (state: string): string => adjustmentStateOptions.find(({ value }) => value === state)?.label ?? state;
export const adjustmentStateOptions = [
  { value: '', label: t.stateAll },
  ...adjustmentStates.map((value) => ({ value, label: adjustmentStateBadges[value].label })),
];

const describeEmptyList = ({ start_date, end_date }: DateRange, state: string): string => {
  const days = { start: formatDate(start_date), end: formatDate(end_date) };
  return fill(state === '' ? t.emptyWhy : t.emptyStateWhy, { ...days, state: stateLabel(state).toLowerCase() });
};

/** The server's rows, with this page's local changes applied (spec 2.38). */
const withDrafts = ({ drafts, removed }: Screen['context'], listed: readonly Adjustment[]): readonly Adjustment[] => {
  const hiddenIds = new Set([...removed, ...drafts.map((draft) => draft.id)]);
  return hiddenIds.size === 0 ? listed : [...drafts, ...listed.filter((row) => !hiddenIds.has(row.id))];
};

/** The exported rows: every listed row that matches the search. */
export const rowsToExport = (context: Screen['context'], search: string, listed: readonly Adjustment[]): readonly Adjustment[] =>
  searchRows(withDrafts(context, listed), search, toSearchTexts);

/** `forPeople`: an adjustment can be created without a commission row (decisions 2.25). */
type AdjustmentsViewer = Readonly<{ user: Actor; team: AdjustableTeam; range: DateRange; forPeople: boolean }>;

/** Maps the snapshot of the card and its list to the card's view. */
export const connectAdjustments = (screen: Screen, list: List, { user, team, range, forPeople }: AdjustmentsViewer) => {
  const { context } = screen;
  const allRows = withDrafts(context, list.loaded).map(withTeamManager(user, team));
  const rows = searchRows(allRows, list.search, toSearchTexts);
  return {
    ...list,
    rows,
    opened: findOpenRow(list.opened, rows),
    live: context.live,
    drafts: context.drafts,
    hasLocal: context.drafts.length + context.removed.length > 0,
    /** spec 2.37; vp_sales and admin may act on every row, including future ones. */
    mayAct: can(user, 'adjustment:write') || allRows.some((row) => getActions(user, row).length > 0),
    mayCreate: forPeople && reachOf(user, 'adjustment:write') !== 'none',
    state: list.filters.state ?? '',
    range,
    empty:
      allRows.length === 0
        ? { title: t.empty, why: describeEmptyList(range, list.filters.state ?? '') }
        : { title: t.noResults, why: messages.commissions.searchHint },
    subject: screen.hasTag('editing') ? context.subject : null,
  };
};
