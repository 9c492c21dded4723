import { Link } from 'wouter';
import { type PayPeriod, payPeriodBadges } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { periodsPath } from '../../app/routes.ts';
import { CopyButton } from '../../shared/secret/CopyButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoney, NONE } from '../../ui/display/format.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import type { PayPeriodAction } from './usePayPeriods.ts';

const t = messages.payPeriods;
const SHOWN_HASH_LENGTH = 8;

type RowActionProps = Readonly<{ busy: boolean; hasReviews: boolean; run: (action: PayPeriodAction) => void }>;

export const toReviewUrl = (month: string): string => `${periodsPath}?${new URLSearchParams({ review: month })}`;

const textColumn = (
  key: string,
  header: string,
  width: number,
  toText: (row: PayPeriod) => string,
  align?: 'end',
): GridColumn<PayPeriod> => ({
  key,
  header,
  width,
  ...(align ? { align } : {}),
  cell: toText,
  text: toText,
});

/** Notes on a month: its blockers, why it was reopened, or who closed it. */
const getNote = ({ state, blockers, reason, closed_at, closed_by }: PayPeriod): string => {
  if (state === 'closed') return closed_at === null ? '' : fill(t.closedNote, { time: formatInstant(closed_at), name: closed_by ?? NONE });
  return [...(reason === null ? [] : [fill(t.reason, { reason })]), ...blockers].join(' ');
};

/** Buttons for the actions the server currently allows; Close moves to the review if there is one. */
export const getPeriodSteps = ({ period, busy, hasReviews, run }: RowActionProps & { period: PayPeriod }) =>
  period.actions
    .filter((kind) => !(hasReviews && kind === 'close'))
    .map((kind) => (
      <Button
        key={kind}
        size="small"
        severity={kind === 'close' ? 'primary' : 'secondary'}
        disabled={busy}
        aria-label={`${t.action[kind]}: ${period.label}`}
        onClick={() => run({ kind, period })}
      >
        {t.action[kind]}
      </Button>
    ));

function RowActions({ period, busy, hasReviews, run }: RowActionProps & { period: PayPeriod }) {
  return (
    <span className="period-actions">
      {getPeriodSteps({ period, busy, hasReviews, run })}
      {hasReviews && period.state === 'review' && (
        <Link href={toReviewUrl(period.id)} aria-label={fill(messages.closing.openOf, { month: period.label })}>
          {messages.closing.open}
        </Link>
      )}
    </span>
  );
}

const stateBadge = ({ state }: PayPeriod) => (
  <CellBadge severity={payPeriodBadges[state].severity}>{payPeriodBadges[state].label}</CellBadge>
);

/** The phone card: total, state and actions of the month. */
export const toPayPeriodCard = (period: PayPeriod, actionProps: RowActionProps): CardContent => ({
  title: period.label,
  figure: <MoneyText cents={toCents(period.total_commission)} />,
  lines: [`${t.records}: ${period.records}`, getNote(period), stateBadge(period)],
  actions: <RowActions period={period} {...actionProps} />,
});

/** decisions 2.11: the month's total, who closed it, and the available actions. */
export const payPeriodColumns = ({ busy, hasReviews, run }: RowActionProps): readonly GridColumn<PayPeriod>[] => [
  textColumn('month', t.month, 110, (row) => row.label),
  {
    key: 'state',
    header: t.state,
    width: 115,
    cell: stateBadge,
    text: (row) => payPeriodBadges[row.state].label,
  },
  {
    key: 'actions',
    header: t.actions,
    width: 200,
    cell: (period) => <RowActions period={period} busy={busy} hasReviews={hasReviews} run={run} />,
    text: () => '',
  },
  textColumn('records', t.records, 75, (row) => String(row.records), 'end'),
  {
    key: 'total',
    header: t.total,
    width: 130,
    align: 'end',
    figure: (row) => formatMoney(toCents(row.total_commission)),
    cell: (row) => <MoneyText cents={toCents(row.total_commission)} />,
    text: (row) => row.total_commission.toFixed(2),
  },
  {
    key: 'note',
    header: t.note,
    width: 330,
    grows: true,
    cell: (row) => <span className="period-note">{getNote(row)}</span>,
    text: getNote,
    tip: (row) => getNote(row) || null,
  },
  {
    key: 'hash',
    header: t.hash,
    width: 95,
    cell: (period) =>
      period.hash === null ? (
        NONE
      ) : (
        <Button
          size="small"
          severity="text"
          className="period-hash"
          aria-label={fill(t.check, { hash: period.hash.slice(0, SHOWN_HASH_LENGTH), month: period.label })}
          title={period.hash}
          disabled={busy}
          onClick={() => run({ kind: 'check', period })}
        >
          <code>{period.hash.slice(0, SHOWN_HASH_LENGTH)}</code>
        </Button>
      ),
    text: (row) => row.hash ?? '',
  },
  {
    key: 'root',
    header: t.root,
    width: 105,
    cell: ({ root, label }) => {
      if (root === null) return NONE;
      const short = root.slice(0, SHOWN_HASH_LENGTH);
      return <CopyButton size="small" text={root} label={short} name={fill(t.copyRoot, { root: short, month: label })} />;
    },
    text: (row) => row.root ?? '',
    tip: ({ root, state }) => root ?? (state === 'closed' ? t.noRoot : null),
  },
  textColumn('closed_at', t.closedAt, 182, (row) => (row.closed_at === null ? NONE : formatInstant(row.closed_at))),
  textColumn('closed_by', t.closedBy, 130, (row) => row.closed_by ?? NONE),
];
