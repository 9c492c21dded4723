import { useState } from 'react';
import {
  type ImportDetail,
  type ImportFate,
  type ImportPersonChange,
  type ImportRow,
  importFates,
} from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { unusedColumns } from '../../../../contract/rules/imports/mapping.ts';
import { interpretValues } from '../../../../contract/rules/imports/readAs.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { BadgeSeverity } from '../../../ui/display/severity.ts';
import { useRowPages } from '../useRowPages.ts';
import type { ImportRunBinding, RunProps } from '../useRun.ts';
import { Counts } from './Counts.tsx';
import { MappingForm } from './MappingForm.tsx';
import { PaidBefore } from './PaidBefore.tsx';
import { Questions } from './Questions.tsx';
import { RememberedNames } from './RememberedNames.tsx';
import { RowNotes } from './RowNotes.tsx';
import { RowsPager } from './RowsPager.tsx';

const t = messages.importRun;
/** The height of two rows, reserved while they load. */
const ROWS_PX = 160;
const tones: Readonly<Record<ImportFate, BadgeSeverity>> = {
  new: 'success',
  changed: 'info',
  same: 'secondary',
  quarantined: 'danger',
  closed_month: 'warning',
  before_books: 'secondary',
  left_out: 'secondary',
};
type Props = Readonly<{ run: ImportDetail; binding: ImportRunBinding; service: RunProps['service'] }>;

function Change({ person: { rows, records, amount, released, proposed, estimate }, paid }: { person: ImportPersonChange; paid: boolean }) {
  if (records === null || amount === null || proposed === null)
    return (
      <td data-align="end" colSpan={paid ? 4 : 3}>
        {fill(t.tooMany, { count: rows.toLocaleString('en-US') })}
      </td>
    );
  return (
    <>
      <td data-align="end">{records.toLocaleString('en-US')}</td>
      <td data-align="end">
        {estimate && '≈ '}
        <MoneyText cents={toCents(amount)} />
      </td>
      {paid && (
        <td data-align="end">
          <MoneyText cents={toCents(released ?? 0)} />
        </td>
      )}
      <td data-align="end">
        <MoneyText cents={toCents(proposed)} />
      </td>
    </>
  );
}

/** decisions 8.02: each person's records and amounts, as computed by the commission engine; estimates are marked. */
function People({ run }: { run: ImportDetail }) {
  if (run.people.length === 0) return null;
  const isEstimate = run.people.some(({ estimate }) => estimate);
  const hasPaidColumn = run.mapping.paid !== undefined;
  return (
    <div className="form-stack">
      <h3>{t.peopleTitle}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <section className="imports-scroll" tabIndex={0} aria-label={t.peopleTitle}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t.people.person}</th>
              <th data-align="end">{t.people.records}</th>
              <th data-align="end">{t.people.amount}</th>
              {hasPaidColumn && <th data-align="end">{t.people.released}</th>}
              <th data-align="end">{t.people.proposed}</th>
            </tr>
          </thead>
          <tbody>
            {run.people.map((person) => (
              <tr key={person.user_id}>
                <td>{person.name}</td>
                <Change person={person} paid={hasPaidColumn} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {run.more_people > 0 && <p className="muted">{fill(t.morePeople, { count: run.more_people })}</p>}
      {isEstimate && <p className="muted">{t.estimate}</p>}
    </div>
  );
}

/** "11/10/2026 = Nov 10, 2026": an ambiguous value next to its interpretation. */
const valuesText = (mapping: ImportDetail['mapping'], values: readonly string[]): string => {
  const rowText = interpretValues(mapping, values);
  const sentences = values.map((value, column) => {
    const interpretation = rowText.get(column);
    if (!interpretation) return value;
    return `${value} = ${'day' in interpretation ? formatDate(interpretation.day) : formatMoney(interpretation.cents)}`;
  });
  return sentences.filter((value) => value !== '').join(' · ');
};

function Row({ row, mapping }: { row: ImportRow; mapping: ImportDetail['mapping'] }) {
  return (
    <tr>
      <td data-align="end">{row.row}</td>
      <td>
        <Badge severity={tones[row.fate]}>{messages.importFateLabels[row.fate]}</Badge>
        {row.reason !== null && (
          <p className={row.fate === 'quarantined' ? 'field-error' : 'muted'}>
            {row.field !== null && <strong>{row.field}: </strong>}
            {row.reason}
          </p>
        )}
      </td>
      <td className="imports-values">{valuesText(mapping, row.values)}</td>
    </tr>
  );
}

function Rows({ run, service }: Pick<Props, 'run' | 'service'>) {
  const [fate, setFate] = useState('');
  const pages = useRowPages<ImportRow>((request) => service.rows(run.id, request), fate === '' ? {} : { fate });
  const options = importFates
    .filter((option) => run.counts[option] > 0)
    .map((value) => ({ value, label: messages.importFateLabels[value] }));
  return (
    <div className="form-stack">
      <h3>{t.rowsTitle}</h3>
      <p>
        <FilterChoice label={t.fate} value={fate} options={[{ value: '', label: t.allRows }, ...options]} onChange={setFate} />
      </p>
      {pages.failure !== null && <Alert onRetry={pages.retry}>{pages.failure}</Alert>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <section className="imports-scroll" tabIndex={0} aria-label={t.rowsTitle} aria-busy={pages.loading || pages.stale}>
        <table className="plain-table">
          <thead>
            <tr>
              <th data-align="end">{t.row}</th>
              <th>{t.fate}</th>
              <th>{t.values}</th>
            </tr>
          </thead>
          <tbody>
            {pages.loaded.map((row) => (
              <Row key={row.row} row={row} mapping={run.mapping} />
            ))}
          </tbody>
        </table>
      </section>
      {pages.loading && pages.loaded.length === 0 && <Skeleton height={ROWS_PX} />}
      <RowsPager pages={pages} />
    </div>
  );
}

/** Notes on accepted rows, and the ignored columns. */
function Notes({ run }: { run: ImportDetail }) {
  const unusedNames = unusedColumns(run.columns, run.mapping);
  return (
    <>
      <RowNotes run={run} />
      {unusedNames.length > 0 && <p className="muted imports-values">{fill(t.unused, { columns: unusedNames.join(', ') })}</p>}
    </>
  );
}

/** The effects of the file by row and by person, shown before anything is written; the columns can be reassigned. */
export function ImportEffects({ run, binding, service }: Props) {
  return (
    <>
      <section className="form-stack" aria-label={t.previewTitle}>
        <h3>{t.previewTitle}</h3>
        <p className="muted">{messages.importLayouts[run.layout]}</p>
        <Counts counts={run.counts} />
        <Notes run={run} />
      </section>
      <Questions run={run} binding={binding} service={service} />
      {run.kind === 'paid_before' ? <PaidBefore run={run} /> : <People run={run} />}
      <Rows run={run} service={service} />
      <details>
        <summary>{t.previewAgain}</summary>
        <MappingForm run={run} binding={binding} />
      </details>
      <RememberedNames service={service} />
    </>
  );
}
