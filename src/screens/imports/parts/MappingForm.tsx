import { useEffect, useRef } from 'react';
import type { ImportDetail, ImportMapping } from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type ImportField, importFieldsOf, paidFields, requiredOf } from '../../../../contract/rules/imports/fields.ts';
import { kindLayout, layoutsFor } from '../../../../contract/rules/imports/layouts/index.ts';
import type { LayoutId } from '../../../../contract/rules/imports/layouts/layout.ts';
import { formatsOf, onlyFormat, unusedColumns } from '../../../../contract/rules/imports/mapping.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { useMapping } from '../useMapping.ts';
import type { ImportRunBinding } from '../useRun.ts';

const t = messages.importRun;
type FormProps = Readonly<{ run: ImportDetail; binding: ImportRunBinding }>;
type RowProps = Readonly<{
  run: ImportDetail;
  field: ImportField;
  columnChoice: ImportMapping[string] | undefined;
  error: string | undefined;
  onChange: (columnChoice: ImportMapping[string] | undefined) => void;
}>;

const formatLabel = (format: string): string => messages.importFormats[format as keyof typeof messages.importFormats];

/** The column and format of a field; if only one format fits the column, it is preselected. */
function MappingRow({ run, field, columnChoice, error, onChange }: RowProps) {
  const { columns, kind } = run;
  const options = [
    { value: '', label: t.noColumn },
    ...columns.map(({ name }, index) => ({ value: String(index), label: name || `${index + 1}` })),
  ];
  const formats = formatsOf(field);
  const label = `${messages.importFields[field]}${requiredOf[kind].includes(field) ? ' *' : ''}`;
  const chooseColumn = (value: string): void => {
    const column = Number(value);
    const format = formats.length === 0 ? null : onlyFormat(field, columns[column]);
    onChange(value === '' ? undefined : { column, ...(format === null ? {} : { format }) });
  };
  const sample = columnChoice && columns[columnChoice.column]?.samples.join(' · ');
  return (
    <div className="imports-field">
      <Field label={label} error={error ?? null} {...(sample ? { hint: sample } : {})}>
        {(controlProps) => (
          <Select
            {...controlProps}
            value={columnChoice === undefined ? '' : String(columnChoice.column)}
            options={options}
            onChange={({ target }) => chooseColumn(target.value)}
          />
        )}
      </Field>
      {columnChoice !== undefined && formats.length > 0 && (
        <Field label={t.format}>
          {(controlProps) => (
            <Select
              {...controlProps}
              aria-label={`${messages.importFields[field]}: ${t.format}`}
              value={columnChoice.format ?? ''}
              options={[{ value: '', label: t.chooseFormat }, ...formats.map((value) => ({ value, label: formatLabel(value) }))]}
              onChange={({ target }) =>
                onChange(target.value === '' ? { column: columnChoice.column } : { column: columnChoice.column, format: target.value })
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** `source_id` is shown only if it is mapped or the layout has such a column. */
const isShown = ({ kind, mapping }: ImportDetail, layout: LayoutId, field: ImportField): boolean =>
  field !== 'source_id' || mapping[field] !== undefined || kindLayout(layout, kind)?.columns[field] !== undefined;

type PaidProps = Readonly<{ run: ImportDetail; recorded: boolean; onChange: (recorded: boolean) => void }>;

/** An invoice file may contain paid amounts; the import then creates their payments too. */
function PaidField({ run, recorded, onChange }: PaidProps) {
  if (run.kind !== 'invoices') return null;
  return (
    <div>
      <Checkbox label={t.alsoPaid} checked={recorded} onChange={onChange} />
      <p className="muted">{t.alsoPaidHint}</p>
    </div>
  );
}

type LayoutProps = Readonly<{ run: ImportDetail; layout: LayoutId; onChange: (layout: LayoutId) => void }>;

/** The detected layout, and all other layouts of this kind of import. */
function LayoutField({ run, layout, onChange }: LayoutProps) {
  const options = layoutsFor(run.kind).map((value) => ({ value, label: messages.importLayouts[value] }));
  return (
    <Field label={t.layout} hint={messages.importLayoutHints[layout]}>
      {(controlProps) => (
        <Select {...controlProps} value={layout} options={options} onChange={({ target }) => onChange(target.value as LayoutId)} />
      )}
    </Field>
  );
}

/** The meaning of each column, as detected or remembered. Asks about ambiguous dates and amounts (decisions 7.05). */
export function MappingForm({ run, binding }: FormProps) {
  const { layout, mapping, choices, recorded, errors, isDayAsked, ...form } = useMapping(run, binding);
  const frame = useRef<HTMLFormElement>(null);
  // Focuses the first field with an error, which may be far above the pressed button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the errors change, because the fields show them.
  useEffect(() => frame.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [errors]);
  const row = (field: ImportField) => (
    <MappingRow
      key={field}
      run={run}
      field={field}
      columnChoice={mapping[field]}
      error={errors[field]}
      onChange={(columnChoice) => form.put(field, columnChoice)}
    />
  );
  const unused = unusedColumns(run.columns, mapping);
  return (
    <form
      ref={frame}
      className="form-stack"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <h3>{t.columnsTitle}</h3>
      <p className="muted">{fill(t.columnsHint, { row: run.header_row })}</p>
      {run.remembered && <Alert severity="info">{t.remembered}</Alert>}
      {run.warnings.map((warning) => (
        <Alert key={warning} severity="warning">
          {warning}
        </Alert>
      ))}
      <LayoutField run={run} layout={layout} onChange={form.chooseLayout} />
      {importFieldsOf[run.kind].filter((field) => isShown(run, layout, field) && !paidFields.includes(field)).map(row)}
      <PaidField run={run} recorded={recorded} onChange={form.recordPaid} />
      {recorded && paidFields.map(row)}
      {isDayAsked && (
        <Field label={t.receivedOn} hint={t.receivedOnHint}>
          {(controlProps) => (
            <Input {...controlProps} type="date" value={choices.day ?? ''} onChange={({ target }) => form.nameDay(target.value)} />
          )}
        </Field>
      )}
      {unused.length > 0 && <p className="muted imports-values">{fill(t.unused, { columns: unused.join(', ') })}</p>}
      {[...new Set(Object.values(errors))].map((error) => (
        <Alert key={error}>{error}</Alert>
      ))}
      <div className="imports-steps">
        <Button type="submit" loading={binding.stepping}>
          {t.preview}
        </Button>
      </div>
    </form>
  );
}
