import './payouts.css';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { addChosen, useOwners } from '../../shared/deals/useOwners.ts';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { useOnlyScope } from '../../shared/scope/useScope.ts';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { writeCsv } from '../../ui/grid/toolbar/GridToolbar.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { createPayoutCard, payoutColumns, payoutLabel } from './columns.tsx';
import { inProgressText } from './inProgressText.ts';
import { NextCheck } from './parts/NextCheck.tsx';
import { parseWaitingId } from './parts/waitingId.ts';
import { usePayouts } from './usePayouts.ts';

const [WaitingPanel] = lazyComponent(() => import('./parts/WaitingPanel.tsx'));
const [PayoutPanel] = lazyComponent(() => import('./parts/PayoutPanel.tsx'));

const t = messages.payouts;
const performancePath = '/dashboard/individual';
const columnKeys = payoutColumns.map(({ key }) => key);

/** decisions 2.29: "What is my next check, when, and why is it smaller than the last one?" */
export default function PayoutsScreen() {
  const user = useUser();
  const payouts = usePayouts();
  const { view, act } = payouts;
  const readReach = reachOf(user, 'payout:read');
  const people = useOwners('payout:read', readReach !== 'own');
  const { layout, onLayoutChange } = useVisitLayout(columnKeys, readReach === 'own' ? ['user_name'] : []);
  const scope = useOnlyScope();
  const { user_id: chosenUserId = '' } = view.filters;
  const options = addChosen(people, chosenUserId, NONE);
  const nameOf = (id: string): string => options.find(({ value }) => value === id)?.label ?? NONE;
  // Finance pays everybody, so nobody's check is preselected.
  const subject = chosenUserId !== '' ? chosenUserId : readReach === 'all' ? null : user.id;
  const inProgress = view.summary ? inProgressText(view.summary) : null;
  const waitingFor = view.opened && parseWaitingId(view.opened.id);
  return (
    <div className={subject === null ? 'page' : 'page payouts-of-one'}>
      <PageHead
        title={messages.menu.payouts}
        about={readReach === 'all' ? t.subtitleOfAll : t.subtitle}
        scope={
          readReach !== 'own' && (
            <ScopeControl {...scope} people={options} person={chosenUserId} onPerson={(person) => act.choose('user_id', person)} />
          )
        }
        actions={readReach !== 'all' && <Link href={performancePath}>{t.back}</Link>}
      />
      {subject === null ? (
        <p className="muted">
          {inProgress !== null && (
            <a href="#payout-rows" className="quiet-link">
              {inProgress}
            </a>
          )}{' '}
          {t.choose}
        </p>
      ) : (
        <NextCheck key={subject} userId={subject} name={subject === user.id ? null : nameOf(subject)} onOpen={act.open} />
      )}
      <Card id="payout-rows" title={t.label} className="list-card page-list">
        <ListTable
          label={t.label}
          columns={payoutColumns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: payouts.readAll }}
          onExport={(rows) => writeCsv({ columns: payoutColumns, layout, rows, fileName: t.fileName })}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          toCard={createPayoutCard(readReach === 'own')}
          rowLabel={payoutLabel}
          empty={<EmptyState title={chosenUserId === '' ? t.empty : t.emptyOf}>{t.emptyWhy}</EmptyState>}
        />
      </Card>
      {view.opened && (
        <Suspense fallback={null}>
          {waitingFor === null ? (
            <PayoutPanel key={view.opened.id} opened={view.opened} act={act} />
          ) : (
            <WaitingPanel
              key={waitingFor}
              userId={waitingFor}
              name={waitingFor === user.id ? null : nameOf(waitingFor)}
              onClose={act.close}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}
