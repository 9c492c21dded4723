import './audit.css';
import { Link } from 'wouter';
import type { AuditToday } from '../../../contract/entities/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { humanize } from '../../../contract/rules/text.ts';
import { addChosen } from '../../shared/deals/useOwners.ts';
import { createCardBuilder } from '../../shared/lists/createCardBuilder.tsx';
import { createChips } from '../../shared/lists/createChips.ts';
import { DayFilter } from '../../shared/lists/DayFilter.tsx';
import { FilterChoice } from '../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { RowPanel } from '../../shared/lists/RowPanel.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { usePayees } from '../../shared/payments/usePayees.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { amountOptions, auditKindOptions, benefitOptions, getAuditFilterLabel } from './auditNames.ts';
import { auditColumnKeys, auditColumns, auditCsvColumns, changeText } from './columns.tsx';
import { useAudit } from './useAudit.ts';

const t = messages.auditLog;
const ROW_HEIGHT = 48;
const cardFields = { title: 'action', figure: 'amount', lines: [['actor', 'subject'], ['at'], ['changes']] };
type Audit = ReturnType<typeof useAudit>;
type Options = readonly Readonly<{ value: string; label: string }>[];

function Filters({ audit: { view, act }, people }: { audit: Audit; people: Options }) {
  const { filters } = view;
  const { person = '' } = filters;
  const select = (key: string, label: string, options: Options) => (
    <FilterChoice label={label} value={filters[key] ?? ''} options={options} onChange={(value) => act.choose(key, value)} />
  );
  return (
    <>
      <FilterChoice
        label={t.person}
        value={person}
        options={addChosen([{ value: '', label: t.everybody }, ...people], person, NONE)}
        onChange={(value) => act.choose('person', value)}
      />
      {select('kind', t.kind, auditKindOptions)}
      {select('min_amount', t.amount, amountOptions)}
      {select('own_benefit', t.benefit, benefitOptions)}
      <DayFilter
        from={{ key: 'start_date', label: t.from }}
        until={{ key: 'end_date', label: t.until }}
        filters={filters}
        onChoose={act.choose}
      />
    </>
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
        <dt>{t.why}</dt>
        <dd>{row.cause ?? NONE}</dd>
      </div>
      <div>
        <dt>{t.subjectRow}</dt>
        <dd>{fill(t.subjectText, { entity: humanize(row.entity), id: row.entity_id })}</dd>
      </div>
      <div>
        <dt>{t.columns.changes}</dt>
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

function Today({ changes, people, own_benefit }: AuditToday) {
  return (
    <>
      <strong>{changes === 0 ? t.todayNone : fill(people === 0 ? t.todaySystem : t.today, { count: changes, people })}</strong>{' '}
      {own_benefit > 0 && <Link href="?own=true">{fill(t.todayOwn, { count: own_benefit })}</Link>}
    </>
  );
}

/** decisions 4.05: the full audit log for admins and finance. */
export default function AuditScreen() {
  const audit = useAudit();
  const { view, act, readAll, copy } = audit;
  const people = usePayees(true);
  const { layout, onLayoutChange } = useVisitLayout(auditColumnKeys);
  const getName = (id: string): string => people.find(({ value }) => value === id)?.label ?? t.personChip;
  const chips = createChips(view, act, getAuditFilterLabel(getName));
  const { opened, summary } = view;
  const isFiltered = chips.length > 0;
  return (
    <div className="page">
      <PageHead title={t.title} answer={summary?.today ? <Today {...summary.today} /> : view.stale ? null : undefined} about={t.subtitle} />
      <Card title={t.title} className="list-card page-list">
        <ListTable
          label={t.title}
          columns={auditColumns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          rowHeight={ROW_HEIGHT}
          toCard={createCardBuilder(auditColumns, cardFields)}
          view={view}
          act={{ ...act, readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(auditCsvColumns, rows))}
          chips={chips}
          onRowOpen={({ id }) => act.open(id)}
          openRow={opened?.id ?? null}
          rowLabel={({ action, actor }) => fill(t.open, { action, actor })}
          failureTitle={t.loadTitle}
          empty={<EmptyState title={isFiltered ? t.emptyFound : t.empty}>{isFiltered ? t.emptyFoundWhy : null}</EmptyState>}
        >
          <Filters audit={audit} people={people} />
        </ListTable>
      </Card>
      {summary && summary.head !== '' && (
        <Card title={t.hash}>
          <p className="audit-hash">{summary.head}</p>
          <p className="muted">{t.hashWhy}</p>
          <Button severity="secondary" onClick={() => copy(summary.head)}>
            {t.copy}
          </Button>
        </Card>
      )}
      {opened?.row && (
        <RowPanel
          title={fill(t.details, { action: opened.row.action, actor: opened.row.actor })}
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
