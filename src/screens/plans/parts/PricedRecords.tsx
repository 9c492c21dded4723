import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { fromPromise } from 'xstate';
import type { PricedRow } from '../../../../contract/entities/plan.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { cursorPagesOf } from '../../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../machines/lists/list.machine.ts';
import { readAllPages } from '../../../services/pages.ts';
import type { createPlans } from '../../../services/plans.ts';
import { createCardBuilder } from '../../../shared/lists/createCardBuilder.tsx';
import { ListTable } from '../../../shared/lists/ListTable.tsx';
import { useList } from '../../../shared/lists/useList.ts';
import { useVisitLayout } from '../../../shared/lists/useVisitLayout.ts';
import { toRecordLink } from '../../../shared/recordAddress.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { writeCsv } from '../../../ui/grid/toolbar/GridToolbar.tsx';
import { pricedColumns } from '../pricedColumns.tsx';

const t = messages.planPage;
const cardFields = {
  title: 'invoice_number',
  figure: 'amount',
  lines: [['customer_name'], ['salesperson_name', 'booking_date'], ['net_revenue', 'rate']],
};
const PAGE_SIZE = 10;
const ROW_HEIGHT = 40;
const columnKeys = pricedColumns.map(({ key }) => key);
type Props = { service: ReturnType<typeof createPlans>; question: Readonly<Record<string, string>>; label: string };

/** The records a clause priced, each linked to Commissions. */
export function PricedRecords({ service, question, label }: Props) {
  const [, navigate] = useLocation();
  const machine = useMemo(() => {
    const pages = cursorPagesOf<PricedRow>().provide({
      actors: { loadPage: fromPromise(({ input, signal }) => service.records(input, signal)) },
    });
    return listOf<PricedRow>().provide({ actors: { pages } });
  }, [service]);
  const ref = useMachineRef(machine, { pageSize: PAGE_SIZE, fallback: t.recordsFailed, part: question });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the days change while it is open.
  useEffect(() => ref.send({ type: 'part.changed', part: question }), [ref, question.start_date, question.end_date]);
  const { view, act, question: listQuestion } = useList<PricedRow>(ref, { names: { filters: {} } });
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  return (
    <div className="plans-records">
      <ListTable
        label={label}
        columns={pricedColumns}
        layout={layout}
        onLayoutChange={onLayoutChange}
        view={view}
        act={{ ...act, readAll: () => readAllPages(service.records, listQuestion) }}
        onExport={(rows) => writeCsv({ columns: pricedColumns, layout, rows, fileName: `${t.file}.csv` })}
        onRowOpen={(row) => navigate(toRecordLink(row))}
        rowLabel={(row) => fill(t.openRecord, { invoice: row.invoice_number })}
        toCard={createCardBuilder(pricedColumns, cardFields)}
        empty={<EmptyState title={t.noRecords} />}
        rowHeight={ROW_HEIGHT}
      >
        {null}
      </ListTable>
    </div>
  );
}
