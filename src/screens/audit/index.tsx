import './audit.css';
import { fill, messages } from '../../../contract/messages.ts';
import { withChosen } from '../../shared/deals/useOwners.ts';
import { chipsOf } from '../../shared/lists/chipsOf.ts';
import { DayFilter } from '../../shared/lists/DayFilter.tsx';
import { faceOfColumns } from '../../shared/lists/faceOfColumns.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { RowPanel } from '../../shared/lists/RowPanel.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { usePeople } from '../../shared/payments/usePeople.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { Select } from '../../ui/form/Select.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { Picker } from '../../ui/picker/Picker.tsx';
import { amountOptions, benefitOptions, filterLabel, kindOptions } from './auditNames.ts';
import { auditColumns, changeText, columnKeys, csvColumns } from './columns.tsx';
import { useAudit } from './useAudit.ts';

const text = messages.auditLog;
const ROW_HEIGHT = 48;
const cardPlaces = { title: 'action', figure: 'amount', lines: [['actor', 'subject'], ['at'], ['changes']] };
type Audit = ReturnType<typeof useAudit>;
type Options = readonly Readonly<{ value: string; label: string }>[];

function Filters({ audit: { view, act }, people }: { audit: Audit; people: Options }) {
  const { filters } = view;
  const { person = '' } = filters;
  const select = (key: string, label: string, options: Options) => (
    <Select aria-label={label} value={filters[key] ?? ''} options={options} onChange={({ target }) => act.choose(key, target.value)} />
  );
  const day = (key: 'start_date' | 'end_date', label: string) => (
    <DayFilter label={label} value={filters[key] ?? ''} onChange={(value) => act.choose(key, value)} />
  );
  return (
    <div className="list-filters">
      <Picker
        label={text.person}
        value={person}
        options={withChosen([{ value: '', label: text.everybody }, ...people], person, NONE)}
        onChange={(value) => act.choose('person', value)}
      />
      {select('kind', text.kind, kindOptions)}
      {select('min_amount', text.amount, amountOptions)}
      {select('own_benefit', text.benefit, benefitOptions)}
      {day('start_date', text.from)}
      {day('end_date', text.until)}
    </div>
  );
}

function Details({ row }: { row: NonNullable<NonNullable<Audit['view']['opened']>['row']> }) {
  return (
    <dl className="fact-lines">
      {auditColumns
        .filter(({ key }) => key !== 'changes')
        .map(({ key, header, cell }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      <div>
        <dt>{text.why}</dt>
        <dd>{row.cause ?? NONE}</dd>
      </div>
      <div>
        <dt>{text.subjectRow}</dt>
        <dd>{fill(text.subjectText, { entity: row.entity.replaceAll('_', ' '), id: row.entity_id })}</dd>
      </div>
      <div>
        <dt>{text.columns.changes}</dt>
        <dd>
          {row.changes.length === 0 ? (
            NONE
          ) : (
            <ul className="audit-changes">
              {row.changes.map((change) => (
                <li key={change.field}>{changeText(change)}</li>
              ))}
            </ul>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** decisions 4.05: the full audit log for admins and finance. */
export default function AuditScreen() {
  const audit = useAudit();
  const { view, act, readAll, copy } = audit;
  const people = usePeople(true);
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  const nameOf = (id: string): string => people.find(({ value }) => value === id)?.label ?? text.personChip;
  const chips = chipsOf(view, act, filterLabel(nameOf));
  const { opened, summary } = view;
  const isNarrowed = chips.length > 0;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{text.title}</h1>
          <p className="muted">{text.subtitle}</p>
        </div>
      </header>
      <Card title={text.title} className="list-card">
        <ListTable
          label={text.title}
          columns={auditColumns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          rowHeight={ROW_HEIGHT}
          faceOf={faceOfColumns(auditColumns, cardPlaces)}
          view={view}
          act={{ ...act, readAll }}
          onExport={(rows) => downloadCsv(text.exportName, toCsv(csvColumns, rows))}
          chips={chips}
          onRowOpen={({ id }) => act.open(id)}
          openRow={opened?.id ?? null}
          rowLabel={({ action, actor }) => fill(text.open, { action, actor })}
          failureTitle={text.loadTitle}
          empty={<EmptyState title={isNarrowed ? text.emptyFound : text.empty}>{isNarrowed ? text.emptyFoundWhy : null}</EmptyState>}
        >
          <Filters audit={audit} people={people} />
        </ListTable>
      </Card>
      {summary && summary.head !== '' && (
        <Card title={text.hash}>
          <p className="audit-hash">{summary.head}</p>
          <p className="muted">{text.hashWhy}</p>
          <Button severity="secondary" onClick={() => copy(summary.head)}>
            {text.copy}
          </Button>
        </Card>
      )}
      {opened?.row && (
        <RowPanel
          title={fill(text.details, { action: opened.row.action, actor: opened.row.actor })}
          onClose={act.close}
          onPrevious={opened.previous === null ? undefined : () => act.open(opened.previous ?? '')}
          onNext={opened.next === null ? undefined : () => act.open(opened.next ?? '')}
        >
          <Details row={opened.row} />
        </RowPanel>
      )}
    </div>
  );
}
