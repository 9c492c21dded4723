import { Link } from 'wouter';
import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { OpenedRow, type OpenedRowState } from '../../../shared/lists/OpenedRow.tsx';
import { ItemStory } from '../../../shared/story/ItemStory.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { DealStep, Deals } from '../useDeals.ts';
import { useLinks } from '../useLinks.ts';
import { DealFactsList } from './DealFacts.tsx';
import { DealLinksList } from './DealLinks.tsx';
import { DealMovesList } from './DealMoves.tsx';
import { MoveTo } from './MoveTo.tsx';

const t = messages.deals;
type Props = Readonly<{ deals: Deals; opened: OpenedRowState<Deal> }>;

/** The actions the server currently allows for the deal. */
function Steps({ deal, deals }: { deal: Deal; deals: Deals }) {
  const { acting } = deals.view;
  const user = useUser();
  // decisions 2.17: a won deal offers Create Invoice to users who may create one.
  const ownerScope = { owner_id: user.id, owner_manager_id: user.id };
  const canInvoice = useFeature('invoices') && can(user, 'invoice:write', ownerScope);
  const isAllowed = (action: Deal['actions'][number]): boolean => deal.actions.includes(action);
  const step = (kind: 'win' | 'reopen') => () => deals.run({ deal, kind } as DealStep);
  const openPane = (name: string) => () => deals.show(deal.id, name);
  return (
    <>
      {isAllowed('win') && (
        <Button unavailable={acting} onClick={step('win')}>
          {t.actions.win}
        </Button>
      )}
      {isAllowed('lose') && (
        <Button severity="secondary" unavailable={acting} onClick={openPane('lose')}>
          {t.actions.lose}
        </Button>
      )}
      {isAllowed('move') && <MoveTo deal={deal} onMove={(stage) => deals.run({ deal, kind: 'move', stage })} />}
      {isAllowed('edit') && (
        <Button severity="secondary" unavailable={acting} onClick={openPane('edit')}>
          {t.actions.edit}
        </Button>
      )}
      {isAllowed('annotate') && !isAllowed('edit') && (
        <Button severity="secondary" unavailable={acting} onClick={openPane('annotate')}>
          {t.actions.annotate}
        </Button>
      )}
      {canInvoice && deal.state === 'won' && (
        <Link className="p-button p-component" href={`/invoices?${new URLSearchParams({ create: `deal-${deal.id}` })}`}>
          {t.actions.invoice}
        </Link>
      )}
      {isAllowed('reopen') && (
        <Button severity="secondary" unavailable={acting} onClick={step('reopen')}>
          {t.actions.reopen}
        </Button>
      )}
    </>
  );
}

const getTitle = (deal: Deal | null): string =>
  deal === null ? t.title : fill(t.panel.title, { name: deal.name, customer: deal.customer_name });

/** Loads the story after the links, and again when they change. */
function Body({ deal, deals }: { deal: Deal; deals: Deals }) {
  const binding = useLinks(deals.service, deal.id);
  const links = binding.links?.map(({ kind, id }) => `${kind} ${id}`);
  return (
    <div className="deal-panel">
      <DealFactsList deal={deal} onEdit={deal.actions.includes('edit') ? () => deals.show(deal.id, 'edit') : undefined} />
      {(links || binding.failure !== null) && (
        <ItemStory kind="deal" id={deal.id} version={[deal.version, ...(links ?? [])].join()} listsNeeds />
      )}
      <DealMovesList deal={deal} service={deals.service} />
      <DealLinksList deal={deal} service={deals.service} binding={binding} />
    </div>
  );
}

export default function DealPanel({ deals, opened }: Props) {
  return (
    <OpenedRow<Deal, Deal>
      opened={opened}
      list={deals}
      load={deals.service.one}
      failed={t.oneFailed}
      title={getTitle}
      actions={(deal) => <Steps deal={deal} deals={deals} />}
    >
      {(deal) => <Body deal={deal} deals={deals} />}
    </OpenedRow>
  );
}
