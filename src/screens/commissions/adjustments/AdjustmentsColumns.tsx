import type { ReactNode } from 'react';
import { type Adjustment, adjustmentStateBadges, invoiceLabelOf } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { amountText, centsOf, NONE } from '../../../ui/display/format.ts';
import { formatInstantDay } from '../../../ui/display/formatInstant.ts';
import { ban, check, pencil, times } from '../../../ui/display/icons.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import type { CardContent } from '../../../ui/display/RowCard.tsx';
import { CellBadge } from '../../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { type AdjustmentAction, actionLabel, adjustmentAmountText, adjustmentTitle } from './connectAdjustments.ts';

const t = messages.adjustments;
const header = t.columns;

/** decisions 2.10: a void row stays in the list, struck through. */
const strikeIfVoid = (row: Adjustment, content: ReactNode): ReactNode => (row.state === 'void' ? <s>{content}</s> : content);

const stateBadge = (row: Adjustment) => adjustmentStateBadges[row.state ?? 'approved'];

/** Explains the state: the decider's reason, and why the adjustment cannot be changed. */
const stateNote = (row: Adjustment): string | null => {
  const sentences = [
    row.decision_reason ? fill(t.decided, { reason: row.decision_reason }) : '',
    row.self_approved ? t.selfApproved : '',
    row.month_closed ? t.monthClosed : '',
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? null : sentences.join('\n');
};
/** Names the person who last changed the amount, unless the creator did. */
const authorNote = (row: Adjustment): string | null =>
  row.set_by === undefined || row.set_by === row.created_by ? null : fill(t.setBy, { name: row.set_by });

const dataColumns: readonly GridColumn<Adjustment>[] = [
  {
    key: 'invoice',
    header: header.invoice,
    width: 108,
    cell: (row) => strikeIfVoid(row, invoiceLabelOf(row) || NONE),
    text: invoiceLabelOf,
  },
  {
    key: 'commission',
    header: header.commission,
    width: 126,
    cell: (row) =>
      strikeIfVoid(
        row,
        row.salesperson_name ? (
          <PersonLink id={row.user_id} name={row.salesperson_name} manager_id={row.owner_manager_id} />
        ) : (
          (row.commission_id ?? NONE)
        ),
      ),
    text: (row) => row.commission_id ?? '',
  },
  {
    key: 'adjustment_amount',
    header: header.adjustment_amount,
    width: 102,
    align: 'end',
    sortable: true,
    figure: adjustmentAmountText,
    cell: (row) => strikeIfVoid(row, <MoneyText cents={centsOf(row.adjustment_amount)} />),
    text: (row) => amountText(row.adjustment_amount),
  },
  {
    key: 'adjustment_reason',
    header: header.adjustment_reason,
    width: 140,
    sortable: true,
    grows: true,
    cell: (row) => (
      <span className="grid-lines adjustment-reason" title={row.adjustment_reason}>
        {strikeIfVoid(row, row.adjustment_reason || NONE)}
      </span>
    ),
    text: (row) => row.adjustment_reason,
  },
  {
    key: 'created_by',
    header: header.created_by,
    width: 125,
    sortable: true,
    cell: (row) => strikeIfVoid(row, row.created_by || NONE),
    text: (row) => row.created_by,
    tip: authorNote,
  },
  {
    key: 'created_at',
    header: header.created_at,
    width: 114,
    sortable: true,
    cell: (row) => <time dateTime={row.created_at}>{strikeIfVoid(row, formatInstantDay(row.created_at) || NONE)}</time>,
    text: (row) => row.created_at,
  },
];

const stateColumn: GridColumn<Adjustment> = {
  key: 'state',
  header: header.state,
  width: 196,
  cell: (row) => (
    <CellBadge severity={stateBadge(row).severity}>
      {row.origin === 'late_fact' && row.state === 'pending' ? t.late : stateBadge(row).label}
    </CellBadge>
  ),
  text: (row) => stateBadge(row).label,
  tip: stateNote,
};

/** spec 2.38: marks adjustments that exist on this page only. */
const localColumn = (drafts: readonly Adjustment[]): GridColumn<Adjustment> => {
  const isLocal = (row: Adjustment): boolean => drafts.some((draft) => draft.id === row.id);
  return {
    ...stateColumn,
    cell: (row) => isLocal(row) && <CellBadge severity="info">{t.localTag}</CellBadge>,
    text: (row) => (isLocal(row) ? t.localTag : ''),
  };
};

type OpenHistory = ((id: string) => void) | undefined;

/** decisions 2.04: the amount is the button that opens the history. */
const withHistoryButton = (column: GridColumn<Adjustment>, onHistory: OpenHistory): GridColumn<Adjustment> => {
  if (column.key !== 'adjustment_amount' || !onHistory) return column;
  return {
    ...column,
    cell: (row) => (
      <button type="button" className="figure-why" aria-label={adjustmentTitle(row)} onClick={() => onHistory(row.id)}>
        {column.cell(row)}
      </button>
    ),
  };
};

/** Columns in the order of spec 2.36; the state column only if the server has states or local drafts exist. */
export const adjustmentColumns = (
  live: boolean,
  drafts: readonly Adjustment[],
  onHistory?: OpenHistory,
): readonly GridColumn<Adjustment>[] => {
  if (live) return [...dataColumns.map((column) => withHistoryButton(column, onHistory)), stateColumn];
  return drafts.length === 0 ? dataColumns : [...dataColumns, localColumn(drafts)];
};

/** The phone card: invoice, person, amount, reason and state. */
export const toAdjustmentCard = (row: Adjustment): CardContent => ({
  title: strikeIfVoid(row, invoiceLabelOf(row) || NONE),
  figure: strikeIfVoid(row, <MoneyText cents={centsOf(row.adjustment_amount)} />),
  lines: [
    row.salesperson_name,
    row.adjustment_reason,
    [row.created_by, formatInstantDay(row.created_at)].filter(Boolean).join(' · '),
    row.state && <CellBadge severity={stateBadge(row).severity}>{stateColumn.text(row)}</CellBadge>,
  ],
  muted: row.state === 'void',
});

export const adjustmentColumnKeys: readonly string[] = [...dataColumns, stateColumn].map((column) => column.key);

const icons = { edit: pencil, approve: check, reject: times, void: ban } as const;
const actionOrder: readonly AdjustmentAction[] = ['edit', 'approve', 'reject', 'void'];
/** The allowed actions in the order of the menu. */
export const sortActions = (actions: readonly AdjustmentAction[]): readonly AdjustmentAction[] =>
  actionOrder.filter((action) => actions.includes(action));

/** spec 2.37. Always the last column: actions cannot be sorted, moved or exported. */
export const actionsColumn = (
  actionsOf: (row: Adjustment) => readonly AdjustmentAction[],
  act: (action: AdjustmentAction, row: Adjustment) => void,
): GridColumn<Adjustment> => ({
  key: 'actions',
  pinned: 'end',
  header: header.actions,
  width: 144,
  cell: (row) => (
    <span className="row-actions">
      {sortActions(actionsOf(row)).map((action) => (
        <Button
          key={action}
          size="small"
          severity="secondary"
          icon={icons[action]}
          title={t.actions[action]}
          aria-label={actionLabel(action, row)}
          onClick={() => act(action, row)}
        />
      ))}
    </span>
  ),
  text: () => '',
});
