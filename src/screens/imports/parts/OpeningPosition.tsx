import { useEffect } from 'react';
import { Link } from 'wouter';
import type { ImportRun } from '../../../../contract/entities/import.ts';
import type { OpeningPosition as Position } from '../../../../contract/entities/openingPosition.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature, useSettingUp, useUser } from '../../../app/context.ts';
import { periodsPath } from '../../../app/routes.ts';
import type { Imports } from '../../../services/imports.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';

const t = messages.openingPosition;
/** The height of the sentences, reserved while they load. */
const SENTENCES_PX = 72;
const booksPath = '/admin/settings?tab=general';
type Props = Readonly<{ service: Imports; listed: readonly ImportRun[] }>;

const formatDollars = (amount: number): string => formatMoney(toCents(amount));

function Sentences({ position: { books_begin_on: day, older, paid, draws } }: { position: Position }) {
  const isAdmin = useUser().role === 'admin';
  const settingUp = useSettingUp();
  return (
    <>
      <p>{paid.people === 0 ? t.nothingPaid : fill(t.paid, { amount: formatDollars(paid.amount), count: paid.people })}</p>
      {paid.above > 0 && <Alert severity="warning">{fill(t.above, { amount: formatDollars(paid.above) })}</Alert>}
      {draws.people > 0 && <p>{fill(t.draws, { amount: formatDollars(draws.amount), count: draws.people })}</p>}
      {day !== null && older.invoices === 0 && <p className="muted">{fill(t.noOlder, { day: formatDate(day) })}</p>}
      {day !== null && older.invoices > 0 && (
        <Alert severity="info">{fill(t.older, { count: older.invoices, day: formatDate(day), amount: formatDollars(older.open) })}</Alert>
      )}
      <p>
        {isAdmin && <Link href={booksPath}>{t.books}</Link>}
        {isAdmin && settingUp && ' · '}
        {settingUp && <Link href={periodsPath}>{t.months}</Link>}
      </p>
    </>
  );
}

function Totals({ service, listed }: Props) {
  const { answer, error, retry, follow } = useAnswer<Position>(() => service.openingPosition(), { states: '' }, t.failed);
  const states = listed.map(({ id, state }) => `${id} ${state}`).join();
  // A finished import changes the totals.
  useEffect(() => follow({ states }), [follow, states]);
  return (
    <Card title={t.title}>
      <div className="form-stack">
        <p className="muted">{t.hint}</p>
        {error !== null && <Alert onRetry={retry}>{error}</Alert>}
        {answer ? <Sentences position={answer} /> : error === null && <Skeleton height={SENTENCES_PX} />}
      </div>
    </Card>
  );
}

/** The totals paid before Quotaboard, shown above the files that contained them (decisions 2.31). */
export default function OpeningPosition(props: Props) {
  return useFeature('opening-position') ? <Totals {...props} /> : null;
}
