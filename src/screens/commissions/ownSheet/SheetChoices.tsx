import { fill, messages } from '../../../../contract/messages.ts';
import { type SheetMeaning, sheetMeanings } from '../../../../contract/rules/commission/ownSheet/readSheet.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { OwnSheet } from './useOwnSheet.ts';

const t = messages.ownSheet;
const meanings = sheetMeanings.map((value) => ({ value, label: t.meanings[value] }));
const parseIndex = (value: string): number | null => (value === '' ? null : Number(value));

/** Lets the user assign the columns that could not be recognized by name. */
export function SheetChoices({ sheet: { view, chooseColumns }, days }: { sheet: OwnSheet; days: string }) {
  const { columns } = view;
  const options = [{ value: '', label: t.chooseColumn }, ...view.options];
  return (
    <div className="form-stack">
      <p role="status">
        {fill(t.rows, { count: view.count })} · {days}
      </p>
      {(['invoice', 'amount'] as const).map((field) => (
        <Field key={field} label={t[field]}>
          {(controlProps) => (
            <Select
              {...controlProps}
              value={columns[field] === null ? '' : String(columns[field])}
              options={options}
              onChange={({ target }) => chooseColumns({ ...columns, [field]: parseIndex(target.value) })}
            />
          )}
        </Field>
      ))}
      <Field label={t.meaning}>
        {(controlProps) => (
          <Select
            {...controlProps}
            value={columns.meaning}
            options={meanings}
            onChange={({ target }) => chooseColumns({ ...columns, meaning: target.value as SheetMeaning })}
          />
        )}
      </Field>
    </div>
  );
}
