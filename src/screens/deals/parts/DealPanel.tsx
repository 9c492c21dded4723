import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { DealStep, Deals } from '../useDeals.ts';
import { DealFacts } from './DealFacts.tsx';
import { DealLinks } from './DealLinks.tsx';
import { MoveTo } from './MoveTo.tsx';

const text = messages.deals;
const FACTS_PX = 320;
type Opened = Readonly<{ id: string; row: Deal | null; previous: string | null; next: string | null }>;
type Props = Readonly<{ deals: Deals; opened: Opened }>;

/** What the server says may be done with the deal now. */
function Steps({ deal, deals }: { deal: Deal; deals: Deals }) {
  const { acting } = deals.view;
  const user = useUser();
  // decisions 2.17: won offers Create Invoice, to those who may make one.
  const reach = { owner_id: user.id, owner_manager_id: user.id };
  const bills = useFeature('invoices') && can(user, 'invoice:write', reach);
  const may = (action: Deal['actions'][number]): boolean => deal.actions.includes(action);
  const step = (kind: 'win' | 'reopen') => () => deals.run({ deal, kind } as DealStep);
  const front = (name: string) => () => deals.show(deal.id, name);
  return (
    <>
      {may('win') && (
        <Button disabled={acting} onClick={step('win')}>
          {text.actions.win}
        </Button>
      )}
      {may('lose') && (
        <Button severity="secondary" disabled={acting} onClick={front('lose')}>
          {text.actions.lose}
        </Button>
      )}
      {may('move') && <MoveTo deal={deal} onMove={(stage) => deals.run({ deal, kind: 'move', stage })} />}
      {may('edit') && (
        <Button severity="secondary" disabled={acting} onClick={front('edit')}>
          {text.actions.edit}
        </Button>
      )}
      {may('annotate') && !may('edit') && (
        <Button severity="secondary" disabled={acting} onClick={front('annotate')}>
          {text.actions.annotate}
        </Button>
      )}
      {bills && deal.state === 'won' && (
        <Link className="p-button p-component" href={`/invoices?${new URLSearchParams({ create: `deal-${deal.id}` })}`}>
          {text.actions.invoice}
        </Link>
      )}
      {may('reopen') && (
        <Button severity="secondary" disabled={acting} onClick={step('reopen')}>
          {text.actions.reopen}
        </Button>
      )}
    </>
  );
}

/** One deal, docked beside the list, under an address of its own; it need not be in the list. */
export default function DealPanel({ deals, opened }: Props) {
  const { id, row } = opened;
  const one = useAnswer<Deal>(() => deals.service.one(id), { id }, text.oneFailed);
  const { ask } = one;
  // What was done to it may have taken it off the list, or another list is shown.
  const seen = `${row?.version ?? ''} ${deals.view.acting}`;
  useEffect(() => ask({ id, seen }), [ask, id, seen]);
  const newest = one.answer && (row === null || one.answer.version > row.version) ? one.answer : row;
  const step = (to: string | null) => (to === null ? undefined : () => deals.act.open(to));
  return (
    <RowPanel
      title={newest ? fill(text.panel.title, { name: newest.name, customer: newest.customer_name }) : text.title}
      onClose={deals.act.close}
      onPrevious={step(opened.previous)}
      onNext={step(opened.next)}
      actions={newest && <Steps deal={newest} deals={deals} />}
    >
      {deals.view.error !== null && <Alert onDismiss={deals.act.dismiss}>{deals.view.error}</Alert>}
      {one.error !== null && <Alert onRetry={one.refused ? undefined : one.retry}>{one.error}</Alert>}
      {newest === null && one.error === null && <Skeleton height={FACTS_PX} />}
      {newest && (
        <div className="deal-panel">
          <DealFacts deal={newest} />
          <DealLinks deal={newest} service={deals.service} />
        </div>
      )}
    </RowPanel>
  );
}
