import './invoices.css';
import { Suspense, useMemo } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { addChosen, useOwners } from '../../shared/deals/useOwners.ts';
import { createChips, withoutFilter } from '../../shared/lists/createChips.ts';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useColumnLayout } from '../../shared/lists/useColumnLayout.ts';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { useOnlyScope } from '../../shared/scope/useScope.ts';
import { usePageActions } from '../../shared/usePageActions.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { plus } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { visibleColumns } from '../../ui/grid/columns/layout.ts';
import { writeCsv } from '../../ui/grid/toolbar/GridToolbar.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { hiddenInvoiceColumns, hiddenOnCards, invoiceColumnKeys, invoiceColumns, toInvoiceCard } from './columns.tsx';
import { getInvoicesFilterLabel, NEW_INVOICE } from './invoiceNames.ts';
import { CardActions } from './parts/CardActions.tsx';
import { InvoiceCards } from './parts/Cards.tsx';
import { InvoiceFilters } from './parts/InvoiceFilters.tsx';
import { type Invoices, useInvoices } from './useInvoices.ts';

const [InvoicePanel] = lazyComponent(() => import('./parts/InvoicePanel.tsx'));
const [InvoiceDialog] = lazyComponent(() => import('./parts/InvoiceDialog.tsx'));

const t = messages.invoices;
/** px; fits two lines. */
const ROW_HEIGHT = 48;
/** Exports include hidden columns whose values the table shows in another column. */
const withoutHiddenByDefault = (hidden: readonly string[]): readonly string[] =>
  hidden.filter((key) => !hiddenInvoiceColumns.includes(key));

/** The open invoice: its panel, or a dialog over the list. */
function OpenInvoicePanel({ invoices }: { invoices: Invoices }) {
  const { opened } = invoices.view;
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      {opened.pane === '' ? (
        <InvoicePanel key={opened.id} invoices={invoices} opened={opened} />
      ) : (
        <InvoiceDialog key={`${opened.pane} ${opened.id}`} invoices={invoices} id={opened.id} pane={opened.pane} />
      )}
    </Suspense>
  );
}

/** spec 2.61; without the feature, tagged sample data (decisions 1.02). */
export default function InvoicesScreen() {
  const user = useUser();
  const invoices = useInvoices();
  const { view, act, isLive } = invoices;
  const people = useOwners('invoice:read', isLive);
  const { layout, onLayoutChange } = useColumnLayout('invoices', invoiceColumnKeys, hiddenInvoiceColumns);
  const isJoined = layout.hidden.includes('deal_name');
  const columns = useMemo(() => invoiceColumns(isJoined), [isJoined]);
  const cardLayout = useVisitLayout(invoiceColumnKeys, hiddenOnCards);
  const cardColumns = visibleColumns(columns, cardLayout.layout.order, cardLayout.layout.hidden);
  const scope = useOnlyScope();
  // Only those who read all invoices see the unassigned ones.
  const unassigned = can(user, 'invoice:read', {}) ? [{ value: 'none', label: t.unassigned }] : [];
  const { person = '' } = view.filters;
  const chips = createChips(withoutFilter(view, 'person'), act, getInvoicesFilterLabel);
  const isFiltered = chips.length > 0 || person !== '';
  const create = (): void => act.open(NEW_INVOICE, 'create');
  usePageActions([{ id: 'invoice.create', label: t.create, run: create }]);
  return (
    <div className="page invoices">
      <PageHead
        title={t.title}
        about={t.subtitle}
        scope={
          isLive && (
            <ScopeControl
              {...scope}
              people={addChosen([...unassigned, ...people], person, NONE)}
              person={person}
              onPerson={(value) => act.choose('person', value)}
            />
          )
        }
        actions={
          <>
            {!isLive && <Badge severity="warning">{t.sample}</Badge>}
            <Button icon={plus} onClick={create}>
              {t.create}
            </Button>
          </>
        }
      />
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      <InvoiceCards invoices={invoices} />
      <Card id="invoice-rows" title={t.label} className="list-card page-list">
        <ListTable
          label={t.label}
          columns={columns}
          dense
          rowHeight={ROW_HEIGHT}
          layout={layout}
          onLayoutChange={onLayoutChange}
          view={view}
          act={{ ...act, readAll: invoices.readAll }}
          onExport={(rows) =>
            writeCsv({ columns, layout: { ...layout, hidden: withoutHiddenByDefault(layout.hidden) }, rows, fileName: t.exportName })
          }
          chips={chips}
          tools={<SearchField label={t.search} value={view.search} onChange={act.type} />}
          cardLayout={cardLayout}
          toCard={(row) => ({ ...toInvoiceCard(row, cardColumns), actions: <CardActions invoice={row} invoices={invoices} /> })}
          onRowOpen={(row) => act.open(row.id)}
          openRow={view.opened?.id ?? null}
          rowLabel={({ invoice_number: number }) => fill(t.open, { number })}
          empty={<EmptyState title={isFiltered ? t.emptyFound : t.empty}>{isFiltered ? t.emptyFoundWhy : t.emptyWhy}</EmptyState>}
        >
          <InvoiceFilters invoices={invoices} />
        </ListTable>
      </Card>
      <OpenInvoicePanel invoices={invoices} />
    </div>
  );
}
