import { useState } from 'react';
import type { ImportChoices, ImportDetail, ImportMapping } from '../../../contract/entities/import.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';
import type { LayoutId } from '../../../contract/rules/imports/layouts/layout.ts';
import { mappingErrors, paidMapping, suggestedMapping } from '../../../contract/rules/imports/mapping.ts';
import type { ImportRunBinding } from './useRun.ts';

/** Holds the chosen layout and columns until they are submitted. */
export const useMapping = (run: ImportDetail, binding: ImportRunBinding) => {
  const [layout, setLayout] = useState<LayoutId>(run.layout);
  const [mapping, setMapping] = useState<ImportMapping>(run.mapping);
  const [choices, setChoices] = useState<ImportChoices>(run.choices);
  const [usesRecorded, setUsesRecorded] = useState(run.mapping.paid !== undefined);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const setColumn = (field: ImportField, columnChoice: ImportMapping[string] | undefined): void => {
    const { [field]: _, ...rest } = mapping;
    setMapping(columnChoice === undefined ? rest : { ...rest, [field]: columnChoice });
    setErrors({});
  };
  const submit = (): void => {
    const isMissing = usesRecorded && mapping.paid === undefined;
    const problems = mappingErrors(run.kind, run.columns, mapping, choices);
    if (isMissing) problems.paid = fill(messages.importProblems.needed, { field: messages.importFields.paid });
    setErrors(problems);
    if (Object.keys(problems).length === 0) binding.step({ kind: 'map', body: { layout, mapping, choices } });
  };
  const chooseLayout = (layoutId: LayoutId): void => {
    const suggestedColumns = suggestedMapping(run.kind, layoutId, run.columns);
    setLayout(layoutId);
    setMapping(suggestedColumns);
    setUsesRecorded(suggestedColumns.paid !== undefined);
    setErrors({});
  };
  const recordPaid = (recordsPaid: boolean): void => {
    const { paid: _paid, paid_on: _paidOn, ...rest } = mapping;
    setUsesRecorded(recordsPaid);
    setMapping(recordsPaid ? { ...rest, ...paidMapping(run.columns, layout, rest) } : rest);
    setErrors({});
  };
  const nameDay = (day: string): void => {
    const { day: _, ...rest } = choices;
    setChoices(day === '' ? rest : { ...rest, day });
    setErrors({});
  };
  const hasDate = run.kind === 'receipts' || run.kind === 'paid_before';
  const needsDay = hasDate ? mapping.date === undefined : usesRecorded && mapping.paid_on === undefined;
  return {
    layout,
    mapping,
    choices,
    recorded: usesRecorded,
    errors,
    isDayAsked: needsDay,
    put: setColumn,
    submit,
    chooseLayout,
    recordPaid,
    nameDay,
  };
};
