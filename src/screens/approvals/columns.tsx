import { type Approval, approvalGroupBadges } from '../../../contract/entities/approval.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { displayedAttainment } from '../../../contract/rules/commission/attainment.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatDate, formatPercent } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { describeEffect, getApprovalLabel, getApprovalName, getPersonText, money } from './approvalNames.ts';

const t = messages.approvals;
const { columns } = t;

type Decide = (decision: 'approve' | 'reject', approval: Approval) => void;
/** `decided`: ids of rows about to leave the list. `refused`: the refusal message of a decision, by row id. */
type ActionProps = Readonly<{ acting: boolean; decided: ReadonlySet<string>; refused: ReadonlyMap<string, string>; onDecide: Decide }>;

const textColumn = (
  key: keyof typeof columns,
  width: number,
  toText: (row: Approval) => string,
  options: Partial<GridColumn<Approval>> = {},
): GridColumn<Approval> => ({ key, header: columns[key], width, cell: toText, text: toText, ...options });

/** The commission before and after; for payments and payout runs the due amount, by name. */
const effectText = (approval: Approval): string =>
  approval.group === 'payment' || approval.group === 'run'
    ? fill(t.details.dueEffect, { effect: describeEffect(approval) })
    : describeEffect(approval);
const formatAmount = ({ amount }: Approval): string => money(amount);
const formatAttainment = ({ attainment }: Approval): string =>
  attainment === null ? '—' : formatPercent(displayedAttainment(attainment.after));
const formatEarlier = ({ earlier }: Approval): string => (earlier === null || earlier.count === 0 ? '—' : money(earlier.amount));

function RowActions({ approval, actionProps: { acting, decided, onDecide } }: { approval: Approval; actionProps: ActionProps }) {
  return (
    <span className="approval-row-actions">
      {(['approve', 'reject'] as const).map((decision) => (
        <Button
          key={decision}
          size="small"
          severity="secondary"
          unavailable={acting || decided.has(approval.id)}
          aria-label={fill(t.actionOn, { action: t.actions[decision], name: getApprovalName(approval) })}
          onClick={(event) => {
            event.stopPropagation();
            onDecide(decision, approval);
          }}
        >
          {t.actions[decision]}
        </Button>
      ))}
    </span>
  );
}

const groupBadge = (approval: Approval) => (
  <CellBadge severity={approvalGroupBadges[approval.group].severity}>{getApprovalLabel(approval)}</CellBadge>
);
const renderReason = ({ id, reason }: Approval, { refused }: Pick<ActionProps, 'refused'>) => (
  <span className={refused.has(id) ? 'grid-lines field-error' : 'grid-lines'}>{refused.get(id) ?? reason}</span>
);

/** The phone card: person, amount, from and to, and reason. */
export const toApprovalCard = (approval: Approval, actionProps: ActionProps): CardContent => ({
  title: getPersonText(approval),
  figure: <MoneyText cents={toCents(approval.amount)} />,
  lines: [
    `${columns.effect}: ${effectText(approval)}`,
    renderReason(approval, actionProps),
    [formatDate(approval.day), approval.created_by].join(' · '),
    groupBadge(approval),
  ],
  actions: <RowActions approval={approval} actionProps={actionProps} />,
});

/** Columns hidden by default: shown in the panel, and in the table on request. */
export const hiddenApprovalColumns: readonly string[] = ['earlier', 'attainment', 'created'];

/** The columns a decision needs, on one line; the rest is in the panel. */
export const approvalColumns = (actionProps: ActionProps): readonly GridColumn<Approval>[] => [
  textColumn('person', 140, getPersonText, {
    tip: getPersonText,
    cell: (approval) => <PersonLink id={approval.user_id} name={getPersonText(approval)} />,
  }),
  textColumn('amount', 92, formatAmount, {
    align: 'end',
    figure: formatAmount,
    cell: ({ amount }) => <MoneyText cents={toCents(amount)} />,
  }),
  textColumn('group', 132, getApprovalLabel, {
    cell: groupBadge,
  }),
  textColumn('effect', 138, effectText, { align: 'end', figure: effectText, wraps: true }),
  textColumn('reason', 174, ({ reason }) => reason, {
    grows: true,
    tip: ({ id, reason }) => actionProps.refused.get(id) ?? reason,
    cell: (approval) => renderReason(approval, actionProps),
  }),
  textColumn('earlier', 120, formatEarlier, { align: 'end', figure: formatEarlier, wraps: true }),
  textColumn('attainment', 100, formatAttainment, { align: 'end' }),
  textColumn('day', 116, ({ day }) => formatDate(day), { text: ({ day }) => day }),
  textColumn('created', 150, ({ created_by }) => created_by, { tip: ({ created_by }) => created_by }),
  textColumn('actions', 186, () => '', {
    pinned: 'wideEnd',
    cell: (approval) => <RowActions approval={approval} actionProps={actionProps} />,
  }),
];
export const approvalColumnKeys: readonly string[] = approvalColumns({
  acting: false,
  decided: new Set(),
  refused: new Map(),
  onDecide: () => {},
}).map(({ key }) => key);
