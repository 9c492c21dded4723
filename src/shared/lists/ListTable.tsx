import './list.css';
import { type ReactNode, Suspense } from 'react';
import { fill, messages as t } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import { GridToolbar } from '../../ui/grid/toolbar/GridToolbar.tsx';
import type { GridProps } from '../../ui/grid/types.ts';
import { Pager } from '../../ui/Pager.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useNarrow } from '../../ui/support/useNarrow.ts';
import { usePageActions } from '../usePageActions.ts';
import { type FilterChip, FilterChips } from './FilterChips.tsx';
import { ListFilters } from './ListFilters.tsx';
import { useCsvExport } from './useCsvExport.ts';

// Lazy: wide screens never show them.
const loadCards = () => import('./phoneCards.ts');
const [RowCards] = lazyComponent(async () => ({ default: (await loadCards()).RowCards }));
const [SortChoice] = lazyComponent(async () => ({ default: (await loadCards()).SortChoice }));

export type ListTableView<Row> = Pick<GridProps<Row>, 'rows'> & {
  sort?: GridProps<Row>['sort'];
  total: number | null;
  firstRowIndex: number;
  loading: boolean;
  stale: boolean;
  /** Why the load failed; the rows are then from an earlier load, or empty. */
  failure: string | null;
  pageSize: number;
  position: string;
  canPrevious: boolean;
  canNext: boolean;
};
type RowProp = 'onRowOpen' | 'onRowIntent' | 'openRow' | 'rowLabel' | 'rowHeight' | 'dense';
type GridProp = 'label' | 'columns' | 'layout' | 'onLayoutChange' | 'empty' | 'selection' | RowProp;
type Props<Row, Exported> = Pick<GridProps<Row>, GridProp> & {
  view: ListTableView<Row>;
  /** Lists with a single page omit `previous` and `next`. */
  act: Readonly<{
    sort?: (key: string) => void;
    readAll: () => Promise<readonly Exported[]>;
    retry: () => void;
    previous?: () => void;
    next?: () => void;
    /** The URL of the open row. */
    hrefOf?: (id: string) => string;
  }>;
  /** The heading above `failure`. */
  failureTitle?: string;
  /** Receives the exported rows: every row that matches the question. */
  onExport: (rows: readonly Exported[]) => void;
  /** Columns that can be moved and hidden. @default all */
  exportedColumns?: GridProps<Row>['columns'];
  chips?: readonly FilterChip[];
  /** The phone card of a row; without it, phones show the table too. */
  toCard?: (row: Row) => CardContent;
  /** Lets the user choose the columns on phone cards; without it, their content is fixed. */
  cardLayout?: Pick<GridProps<Row>, 'layout' | 'onLayoutChange'>;
  /** The search and bulk actions, visible at every width. */
  tools?: ReactNode;
  /** The filters; collapsed behind one button on phones. */
  children?: ReactNode;
};
const ignoreSort = (): void => {};

type FailureProps = Readonly<{ title: string | undefined; reason: string; onRetry: () => void }>;

function Failure({ title, reason, onRetry }: FailureProps) {
  return (
    <Alert onRetry={onRetry}>
      {title === undefined ? (
        reason
      ) : (
        <>
          <strong>{title}</strong>
          <p>{reason}</p>
        </>
      )}
    </Alert>
  );
}

const stateOf = ({ stale, loading, failure }: Pick<ListTableView<never>, 'stale' | 'loading' | 'failure'>) => {
  if (stale) return 'stale';
  if (loading) return 'loading';
  return failure === null ? 'ready' : 'failed';
};

/**
 * The only list component: filters and chips, columns, export of all matches, and pages. A failed load never looks like an empty list
 * (decisions 8.05).
 */
export function ListTable<Row extends { id: string }, Exported = Row>(props: Props<Row, Exported>) {
  const {
    view,
    act,
    onExport,
    chips = [],
    exportedColumns = props.columns,
    toCard,
    cardLayout,
    failureTitle,
    tools,
    children,
    ...grid
  } = props;
  const csv = useCsvExport({ readAll: act.readAll, write: onExport });
  usePageActions([{ id: `export.${props.label}`, label: fill(t.palette.exportCsv, { list: props.label }), run: csv.onExport }]);
  const { onRowOpen } = grid;
  const { hrefOf } = act;
  const isNarrow = useNarrow();
  const cards = isNarrow ? toCard : undefined;
  const { rows } = view;
  const failure = view.failure === null ? null : <Failure title={failureTitle} reason={view.failure} onRetry={act.retry} />;
  const state = stateOf(view);
  const empty = failure ?? grid.empty;
  // The pager keeps its place during loading and after a failure.
  const isEmpty = state === 'ready' && rows.length === 0 && !view.canPrevious;
  return (
    <>
      <GridToolbar
        columns={exportedColumns}
        {...(cards && cardLayout ? cardLayout : { layout: grid.layout, onLayoutChange: grid.onLayoutChange })}
        rows={rows}
        fileName=""
        cards={
          cards && {
            sort: act.sort && <SortChoice columns={exportedColumns} sort={view.sort ?? null} onSort={act.sort} />,
            isFixed: cardLayout === undefined,
          }
        }
        {...csv}
      >
        <ListFilters count={chips.filter(({ key }) => key !== 'search').length} tools={tools}>
          {children}
        </ListFilters>
      </GridToolbar>
      <FilterChips chips={chips} />
      {rows.length > 0 && failure}
      {cards ? (
        <Suspense fallback={<div className="row-cards-place" />}>
          <RowCards
            label={grid.label}
            cards={rows.map((row) => ({ id: row.id, content: cards(row), onOpen: onRowOpen && (() => onRowOpen(row)) }))}
            state={state}
            empty={empty}
            openRow={grid.openRow ?? null}
          />
        </Suspense>
      ) : (
        <Grid
          {...grid}
          {...(hrefOf ? { rowHref: ({ id }: Row) => hrefOf(id) } : {})}
          empty={empty}
          rows={rows}
          rowKey={(row) => row.id}
          total={view.total}
          firstRowIndex={view.firstRowIndex}
          sort={view.sort ?? null}
          onSort={act.sort ?? ignoreSort}
          state={state}
          skeletonRows={view.pageSize}
          flows={act.next !== undefined}
        />
      )}
      {!isEmpty && (
        <Pager
          text={view.position}
          label={props.label}
          canPrevious={view.canPrevious}
          canNext={view.canNext}
          onPrevious={act.previous}
          onNext={act.next}
        />
      )}
    </>
  );
}
