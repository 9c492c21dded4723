import './payments.css';
import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { type Payment, paymentStateBadges, paymentStates } from '../../../contract/entities/payment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { addChosen } from '../../shared/deals/useOwners.ts';
import { createChips, withoutFilter } from '../../shared/lists/createChips.ts';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { usePayees } from '../../shared/payments/usePayees.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { useOnlyScope } from '../../shared/scope/useScope.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { plus } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { paymentColumnKeys, paymentColumns, paymentExportColumns, toPaymentCard } from './columns.tsx';
import { PaymentCards } from './parts/PaymentCards.tsx';
import { PaymentFilters } from './parts/PaymentFilters.tsx';
import { PaymentViews } from './parts/PaymentViews.tsx';
import { NEW_PAYMENT, paymentsFilterLabel, paymentTitle } from './paymentNames.ts';
import { type Payments, usePayments } from './usePayments.ts';

const [PaymentPanel] = lazyComponent(() => import('./parts/PaymentPanel.tsx'));
const [RecordDialog] = lazyComponent(() => import('./parts/RecordDialog.tsx'));
const [AllocateDialog] = lazyComponent(() => import('./parts/AllocateDialog.tsx'));
const [BankPage] = lazyComponent(() => import('./bank/BankPage.tsx'));
const [RunPage] = lazyComponent(() => import('./runs/RunPage.tsx'));
const [RunsPage] = lazyComponent(() => import('./runs/RunsPage.tsx'));
const [ReasonDialog] = lazyComponent(() => import('./parts/ReasonDialog.tsx'));

const t = messages.payments;
/** px; fits two lines. */
const ROW_HEIGHT = 48;
/** The row id that opens the list of all runs. */
const ALL_RUNS = 'all';
const stateOptions = [
  { value: '', label: t.allStates },
  ...paymentStates.map((value) => ({ value: value as string, label: paymentStateBadges[value].label as string })),
];

function OpenPaymentPanel({ payments }: { payments: Payments }) {
  const { opened } = payments.view;
  if (!opened) return null;
  const { id, pane } = opened;
  const key = `${pane} ${id}`;
  return (
    <Suspense fallback={null}>
      {pane === 'record' || id === NEW_PAYMENT ? (
        <RecordDialog key={key} payments={payments} number={id === NEW_PAYMENT ? null : id} />
      ) : pane === 'allocate' ? (
        <AllocateDialog key={key} payments={payments} id={id} />
      ) : pane === '' ? (
        <PaymentPanel key={key} payments={payments} opened={opened} />
      ) : (
        <ReasonDialog key={key} payments={payments} id={id} kind={pane as 'fail'} />
      )}
    </Suspense>
  );
}

function Run({ payments, id }: { payments: Payments; id: string }) {
  const open = (run: string): void => payments.show(run, 'run');
  return (
    <Suspense fallback={null}>
      {id === ALL_RUNS ? <RunsPage initialMonth={payments.view.filters.period ?? ''} onOpen={open} /> : <RunPage key={id} id={id} />}
    </Suspense>
  );
}

/** spec 2.60; without the feature, the specified sample (decisions 1.02). */
function PaymentsList() {
  const user = useUser();
  const payments = usePayments();
  const { view, act, isLive } = payments;
  const people = usePayees(isLive);
  const { layout, onLayoutChange } = useVisitLayout(paymentColumnKeys);
  const { user_id: person = '' } = view.filters;
  const scope = useOnlyScope();
  const chips = createChips(withoutFilter(view, 'user_id'), act, paymentsFilterLabel(stateOptions));
  const actionProps = {
    acting: view.acting,
    self: { id: user.id, name: fullName(user) },
    onStep: (payment: Payment, kind: 'approve' | 'retry' | 'complete') => payments.run({ payment, kind }),
  };
  const columns = paymentColumns(actionProps);
  const isFiltered = chips.length > 0 || person !== '';
  const hasRuns = useFeature('payouts');
  if (hasRuns && view.opened?.pane === 'run') return <Run payments={payments} id={view.opened.id} />;
  return (
    <div className="page payments">
      <PageHead
        title={t.title}
        about={t.subtitle}
        scope={
          isLive && (
            <ScopeControl
              {...scope}
              people={addChosen(people, person, NONE)}
              person={person}
              onPerson={(value) => act.choose('user_id', value)}
            />
          )
        }
        actions={
          <>
            <PaymentViews shown="payments" />
            {hasRuns && (
              <Button severity="secondary" onClick={() => act.open(ALL_RUNS, 'run')}>
                {messages.payoutRuns.title}
              </Button>
            )}
            <Button icon={plus} onClick={() => act.open(NEW_PAYMENT, 'record')}>
              {t.record}
            </Button>
          </>
        }
      >
        {!isLive && <Badge severity="warning">{t.sample}</Badge>}
      </PageHead>
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <PaymentCards payments={payments} />
      <Card title={t.label} className="list-card page-list">
        <ListTable
          label={t.label}
          columns={columns}
          dense
          rowHeight={ROW_HEIGHT}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: payments.readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(paymentExportColumns, rows))}
          chips={chips}
          tools={<SearchField label={t.search} value={view.search} onChange={act.type} />}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          toCard={(payment) => toPaymentCard(payment, actionProps)}
          rowLabel={(payment) => fill(t.open, { name: paymentTitle(payment) })}
          empty={<EmptyState title={isFiltered ? t.emptyFound : t.empty}>{isFiltered ? t.emptyFoundWhy : t.emptyWhy}</EmptyState>}
        >
          <PaymentFilters key={user.id} payments={payments} states={stateOptions} />
        </ListTable>
      </Card>
      <OpenPaymentPanel payments={payments} />
    </div>
  );
}

/** Recorded payments, or the bank's list (decisions 3.04). Each view has its own URL. */
export default function PaymentsScreen() {
  const isBank = new URLSearchParams(useSearch()).get('view') === 'bank';
  if (!useFeature('bank-matches') || !isBank) return <PaymentsList />;
  return (
    <Suspense fallback={null}>
      <BankPage />
    </Suspense>
  );
}
