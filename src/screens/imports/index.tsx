import './imports.css';
import { Suspense } from 'react';
import { messages } from '../../../contract/messages.ts';
import { importKinds } from '../../../contract/rules/imports/fields.ts';
import { createCardBuilder } from '../../shared/lists/createCardBuilder.tsx';
import { createChips } from '../../shared/lists/createChips.ts';
import { FilterChoice } from '../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { plus } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';
import { importColumns } from './columns.tsx';
import { importFilterLabel, importKindOptions, importStateOptions, useImports } from './useImports.ts';

const [RunPanel] = lazyComponent(() => import('./parts/RunPanel.tsx'));
const [OpeningPosition] = lazyComponent(() => import('./parts/OpeningPosition.tsx'));
const [UploadDialog] = lazyComponent(() => import('./parts/UploadDialog.tsx'));

const t = messages.imports;
/** The layout of a phone card. */
const cardFields = { title: 'title', lines: [['kind', 'started'], ['rows', 'written', 'waiting'], ['who', 'duration'], ['state']] };
/** Hidden by default: shown in the panel, and in the table on request. */
const hiddenByDefault = ['duration'];
const ROW_HEIGHT = 48;
const columnKeys = importColumns.map((column) => column.key);

/** Imported files and their runs (decisions 7.05, 7.07). */
export default function ImportsScreen() {
  const { list, service, adding, add: openDialog, closed, uploaded, changed, readAll } = useImports();
  const { layout, onLayoutChange } = useVisitLayout(columnKeys, hiddenByDefault);
  const { filters, search, opened } = list.view;
  const kind = importKinds.find((candidate) => candidate === filters.kind);
  const chips = createChips(list.view, list.act, importFilterLabel);
  const { previous, next } = opened ?? { previous: null, next: null };
  const add = (
    <Button icon={plus} onClick={openDialog}>
      {t.add}
    </Button>
  );
  // Discarding a run removes its panel and its row.
  const ref = useKeptFocus<HTMLDivElement>(opened, list.view.rows);
  return (
    <div ref={ref} tabIndex={-1} className="page imports">
      <PageHead title={t.title} actions={add} />
      {kind === 'paid_before' && <OpeningPosition service={service} listed={list.view.rows} />}
      <Card title={t.label} className="list-card page-list">
        <ListTable
          label={t.label}
          columns={importColumns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          rowHeight={ROW_HEIGHT}
          view={list.view}
          act={{ ...list.act, readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(importColumns, rows))}
          chips={chips}
          tools={<SearchField label={t.search} value={search} onChange={list.act.type} />}
          onRowOpen={(row) => list.act.open(row.id)}
          openRow={opened?.id ?? null}
          rowLabel={(row) => row.title}
          toCard={createCardBuilder(importColumns, cardFields)}
          failureTitle={t.loadTitle}
          empty={
            chips.length > 0 ? (
              <EmptyState title={t.emptyFound} />
            ) : (
              <EmptyState title={t.empty} action={add}>
                {t.emptyWhy}
              </EmptyState>
            )
          }
        >
          <FilterChoice
            label={t.kind}
            value={filters.kind ?? ''}
            options={importKindOptions}
            onChange={(value) => list.act.choose('kind', value)}
          />
          <FilterChoice
            label={t.state}
            value={filters.state ?? ''}
            options={importStateOptions}
            onChange={(value) => list.act.choose('state', value)}
          />
        </ListTable>
      </Card>
      <Suspense fallback={null}>
        {opened && (
          <RunPanel
            key={opened.id}
            id={opened.id}
            listed={opened.row?.state ?? null}
            service={service}
            onChanged={changed}
            onClose={list.act.close}
            onPrevious={previous === null ? undefined : () => list.act.open(previous)}
            onNext={next === null ? undefined : () => list.act.open(next)}
          />
        )}
        {adding && <UploadDialog service={service} {...(kind ? { kind } : {})} onClose={closed} onUploaded={uploaded} />}
      </Suspense>
    </div>
  );
}
